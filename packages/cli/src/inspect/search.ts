import { project, type Item } from 'daypack'
import { extend, matcher, numberOf } from 'daypack/internal'
import type { Found, SearchAnswer, Seen } from 'daypack-inspector/api'
import { foldId } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { labelOf, oneLine, originalText, reasoningOf, shownText } from './text.ts'

const MOST = 300
const AROUND = 70

export async function searchLog(session: OpenSession, query: string): Promise<SearchAnswer> {
  const began = performance.now()
  const matches = matcher(query)
  const found: Found[] = []
  let total = 0
  const { view } = session
  for (const [number, slot] of [view.system?.slot, ...view.slots].entries()) {
    for (const [index, block] of (slot?.message.blocks ?? []).entries()) {
      const text = block.type === 'opaque' ? (reasoningOf(block.wire) ?? '') : await originalText(block, session)
      const all = text.split('\n')
      const hits = matches(all)
      const lines = all.filter((_, index) => hits[index])
      if (lines.length === 0) continue
      total++
      if (found.length >= MOST) continue
      const [line = ''] = lines
      const { at = 0, message } = slot ?? {}
      found.push({
        id: `${number}.${index}`,
        role: message?.role ?? '',
        label: labelOf(block),
        at,
        line: around(line, query),
        count: lines.length,
      })
    }
  }
  return { found, total, tookMs: performance.now() - began }
}

function around(line: string, query: string): string {
  const at = Math.max(0, line.toLowerCase().indexOf(query.toLowerCase()))
  const from = Math.max(0, at - AROUND)
  return (from > 0 ? '…' : '') + oneLine(line.slice(from, at + query.length + AROUND * 2))
}

export async function whereSeen(session: OpenSession, text: string): Promise<Seen> {
  const began = performance.now()
  const wanted = text.toLowerCase()
  const known = new Map<Item, boolean>()
  const holds = async (item: Item): Promise<boolean> => {
    const told = known.get(item)
    if (told !== undefined) return told
    const said = await itemText(item, session)
    const found = said.toLowerCase().includes(wanted)
    known.set(item, found)
    return found
  }
  const runs: { from: number; to: number; through: string[] }[] = []
  let view = project([])
  let at = 0
  let requests = 0
  let holders: Item[] = []
  for (const [index, row] of session.rows.entries()) {
    const start = at
    while (at < session.entries.length && (session.entries[at]?.seq ?? 0) <= row.head) at++
    const next = extend(view, session.entries.slice(start, at))
    const isGrown = next.items[view.items.length - 1] === view.items.at(-1) && next.items[0] === view.items[0]
    const fresh = isGrown ? next.items.slice(Math.max(0, view.items.length - 1)) : next.items
    if (!isGrown) holders = []
    else holders = holders.filter((item) => next.items.includes(item))
    for (const item of fresh) if (!holders.includes(item) && (await holds(item))) holders.push(item)
    view = next
    const system = view.system && (await holds(view.system)) ? ['system'] : []
    const through = [
      ...system,
      ...holders.map((item) => (item.kind === 'fold' ? foldId(view, item) : String(numberOf(view, item.seq)))),
    ]
    if (through.length === 0) continue
    requests++
    const run = runs.at(-1)
    if (run && run.to === index - 1 && run.through.join() === through.join()) run.to = index
    else runs.push({ from: index, to: index, through })
  }
  return { requests, of: session.rows.length, runs, tookMs: performance.now() - began }
}

async function itemText(item: Item, session: OpenSession): Promise<string> {
  if (item.kind === 'fold') return item.summary.text
  const parts: string[] = []
  for (const shown of item.blocks) {
    const { block } = shown
    parts.push(block.type === 'opaque' ? (reasoningOf(block.wire) ?? '') : await shownText({ item, shown }, session))
  }
  return parts.join('\n')
}
