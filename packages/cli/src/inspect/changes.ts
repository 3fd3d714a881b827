import { diff, render, type Item, type View } from 'daypack'
import { lossOf, type Loss } from 'daypack/archive'
import { keyOf, numberOf } from 'daypack/internal'
import type { Changes, DiffRow } from 'daypack-inspector/api'
import { foldId } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { labelOf, oneLine, previewOf } from './text.ts'

/** What left, came or looks different from one state of a session to a later one. */
export async function changesBetween(session: OpenSession, was: number, head: number): Promise<Changes> {
  const [before, after] = [session.viewAt(was), session.viewAt(head)]
  const old = new Map(before.items.map((item) => [keyOf(item), item]))
  const now = new Map(after.items.map((item) => [keyOf(item), item]))
  const cropped = new Set(
    diff(before, after).flatMap((change) => ('block' in change ? [Number(change.block.split('.')[0])] : [])),
  )
  const isGone = before.items.some((item) => !now.has(keyOf(item)))
  const whole = new Set(isGone ? (await lossBetween(session, before, after)).requests.whole : [])
  const fresh = after.items.filter((item) => !old.has(keyOf(item)))
  const replaced = new Map(fresh.map((item) => [item, before.items.find((each) => isSameFold(each, item))]))
  const rows: DiffRow[] = []
  for (const item of fresh) {
    const earlier = replaced.get(item)
    const tokens = earlier?.size.tokens ?? 0
    rows.push(await rowOf(earlier ? '~' : '+', after, item, tokens, item.size.tokens, session))
  }
  const isReplaced = new Set(replaced.values())
  let same = 0
  for (const item of before.items) {
    const next = now.get(keyOf(item))
    if (isReplaced.has(item)) continue
    if (next && !cropped.has(item.seq)) same++
    else if (next) rows.push(await rowOf('~', after, next, item.size.tokens, next.size.tokens, session))
    else {
      const isKept = whole.has(item.seq)
      const row = await rowOf(isKept ? '~' : '-', before, item, item.size.tokens, 0, session)
      rows.push(isKept ? { ...row, where: 'kept' } : row)
    }
  }
  return { was, head, same, rows: rows.toSorted((a, b) => a.number - b.number) }
}

export async function lossBetween({ read }: OpenSession, before: View, after: View): Promise<Loss> {
  const { messages } = await render(after, { read })
  return lossOf(before, after, messages)
}

/** A hand-over that begins with the same message takes the place of the one before it. */
function isSameFold(earlier: Item, item: Item): boolean {
  return earlier.kind === 'fold' && item.kind === 'fold' && earlier.seq === item.seq
}

async function rowOf(
  sign: DiffRow['sign'],
  view: View,
  item: Item,
  before: number,
  after: number,
  session: OpenSession,
): Promise<DiffRow> {
  const number = numberOf(view, item.seq)
  if (item.kind === 'fold') {
    const preview = oneLine(item.summary.text)
    return { sign, number, id: foldId(view, item), label: 'hand-over', before, after, preview }
  }
  const [block] = item.message.blocks
  const name = block && block.type !== 'text' ? ` ${labelOf(block)}` : ''
  const preview = block ? await previewOf(block, session) : ''
  return { sign, number, id: String(number), label: item.message.role + name, before, after, preview }
}
