import type { Batch, Item, ShownBlock, ShownMessage, View } from 'daypack'
import type { BlockRow, RequestView, Why } from 'daypack-inspector/api'
import { moneyOf } from './money.ts'
import { cachedOf } from './outline.ts'
import { sameItem, sameUntil } from './parts.ts'
import type { OpenSession } from './reader.ts'
import { KINDS, labelOf, oneLine, previewOf } from './text.ts'

/** One request, block by block; `index` one past the last is what would be sent now. */
export async function requestView(session: OpenSession, index: number): Promise<RequestView | undefined> {
  const { rows, view: now } = session
  const row = rows[index]
  if (!row && index !== rows.length) return undefined
  const view = row ? session.viewAt(row.head) : now
  const before = rows[index - 1]
  const old = before ? session.viewAt(before.head) : undefined
  const same = old ? sameUntil(old, view) : -1
  const known = new Map(old?.items.map((item) => [keyOf(item), item]))
  const cached = row ? cachedOf(row) : 0
  const tools = row?.parts.tools ?? before?.parts.tools ?? 0
  const blocks: BlockRow[] = []
  const context = { session, view, index }
  let end = tools
  if (view.system) {
    end += view.system.size.tokens
    const state = old?.system ? (sameItem(old.system, view.system) ? 'same' : 'changed') : 'new'
    blocks.push(...(await blockRows(view.system, { ...context, state, cached: end <= cached * SLACK })))
  }
  for (const [at, item] of view.items.entries()) {
    end += item.size.tokens
    const was = known.get(keyOf(item))
    const state = at < same ? 'same' : was ? (sameItem(was, item) ? 'same' : 'changed') : 'new'
    blocks.push(...(await blockRows(item, { ...context, state, cached: at < same && end <= cached * SLACK })))
  }
  const shownNow = new Set(view.items.map(keyOf))
  return {
    index,
    head: view.head,
    at: row?.at ?? view.touchedAt,
    model: row?.model ?? before?.model ?? '',
    tokens: view.size.tokens + tools,
    tools,
    cached,
    cost: row ? moneyOf(rows).of(row) : 0,
    epoch: 0,
    gone: old?.items.filter((item) => !shownNow.has(keyOf(item))).length ?? 0,
    blocks,
  }
}

/** Bills and counts differ a little. */
const SLACK = 1.03

type Context = {
  readonly session: OpenSession
  readonly view: View
  readonly index: number
  readonly state: BlockRow['state']
  readonly cached: boolean
}

async function blockRows(item: Item, context: Context): Promise<BlockRow[]> {
  if (item.kind === 'fold') return [foldRow(item, context)]
  const rows: BlockRow[] = []
  for (const shown of item.blocks) {
    rows.push(await blockRow(shown, item, context))
    for (const part of shown.attachments ?? []) rows.push(await blockRow(part, item, context))
  }
  return rows
}

async function blockRow(shown: ShownBlock, item: ShownMessage, context: Context): Promise<BlockRow> {
  const { block, crop } = shown
  const { session, view, index, state, cached } = context
  const why = crop ? whyOf(view.batches, shown) : undefined
  const own = shown.attachments ? { size: ownSize(shown, 'size'), full: ownSize(shown, 'full') } : undefined
  return {
    id: shown.id,
    seq: item.seq,
    role: item.message.role,
    kind: KINDS[block.type],
    label: labelOf(block),
    preview: await previewOf(block, session),
    tokens: own?.size ?? shown.size.tokens,
    full: own?.full ?? shown.full.tokens,
    at: item.at,
    age: ageOf(item.slot.since, session, index),
    cached,
    state,
    shown: shown.stale ? 'left out' : crop ? 'cropped' : 'whole',
    origin: item.origin,
    pinned: item.pinned,
    isError: block.type === 'tool-result' && block.isError === true,
    ...(why && { why }),
  }
}

function ownSize(shown: ShownBlock, which: 'size' | 'full'): number {
  const attached = shown.attachments?.reduce((sum, part) => sum + part[which].tokens, 0) ?? 0
  return shown[which].tokens - attached
}

function foldRow(item: Item & { kind: 'fold' }, { session, view, index, state, cached }: Context): BlockRow {
  const batch = view.batches.find(({ seq }) => seq === item.batch)
  const { seq, to, messages, summary } = item
  return {
    id: `fold-${seq}`,
    seq,
    role: 'user',
    kind: 'fold',
    label: `${messages} messages`,
    preview: oneLine(summary.text),
    tokens: item.size.tokens,
    full: foldedTokens(item, view),
    at: batch?.at ?? 0,
    age: ageOf(item.batch, session, index),
    cached,
    state,
    shown: 'folded',
    origin: 'daypack',
    pinned: false,
    isError: false,
    ...(batch && { why: { batch: batch.seq, by: batch.by, why: batch.why, at: batch.at } }),
    fold: { from: seq, to, messages, by: summary.by ?? '' },
  }
}

/** What the messages a fold stands for would take. */
function foldedTokens(item: Item & { kind: 'fold' }, view: View): number {
  return view.slots
    .filter((slot) => slot.seq >= item.seq && slot.seq <= item.to)
    .reduce((sum, slot) => sum + slot.sizes.reduce((total, size) => total + size.tokens, 0), 0)
}

function whyOf(batches: readonly Batch[], shown: ShownBlock): Why | undefined {
  const batch = batches.findLast((each) => each.active && each.edits.some((edit) => edit === shown.crop))
  return batch && { batch: batch.seq, by: batch.by, why: batch.why, at: batch.at }
}

/** Requests since this entry that were sent before this one. */
function ageOf(since: number, { rows }: OpenSession, index: number): number {
  let low = 0
  let high = Math.min(index, rows.length)
  const end = high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.head ?? 0) < since) low = middle + 1
    else high = middle
  }
  return end - low
}

export function keyOf(item: Item): string {
  return item.kind === 'fold' ? `fold ${item.batch} ${item.seq}` : `message ${item.seq}`
}
