import type { Batch, Item, ShownBlock, ShownMessage, View } from 'daypack'
import { numberOf } from 'daypack/internal'
import type { BlockRow, Changes, RequestView, Why } from 'daypack-inspector/api'
import { plainWhy } from '../show/words.ts'
import { changesBetween } from './changes.ts'
import { itemsIn, placesIn, slotIn, type Place } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { KINDS, labelOf, oneLine, previewOf } from './text.ts'
import { moneyOf } from './report/money.ts'
import { compareViews } from './report/parts.ts'

/** `to`: the page with this block on it. */
export type BlockRange = { readonly [name in 'from' | 'count']?: number | undefined } & {
  readonly to?: string | undefined
}

export async function requestView(
  session: OpenSession,
  index: number,
  range: BlockRange = {},
): Promise<RequestView | undefined> {
  const { rows, view: now } = session
  const row = rows[index]
  if (!row && index !== rows.length) return undefined
  const before = rows[index - 1]
  const old = before ? session.viewAt(before.head) : undefined
  const view = row ? session.viewAt(row.head) : now
  const compared = compareViews(old, view)
  const cached = row?.cached ?? 0
  const tools = row?.parts.tools ?? before?.parts.tools ?? 0
  const items = itemsIn(view)
  const same = compared.same + (view.system ? 1 : 0)
  const places = placesIn(view)
  const found = range.to === undefined ? -1 : positionOf(view, places, range.to)
  const count = Math.max(1, range.count ?? Infinity)
  const from = found < 0 ? (range.from ?? 0) : Math.floor(found / count) * count || 0
  const sames = new Set(items.slice(0, same))
  let end = tools
  const cachedItems = new Set(items.filter((item) => (end += item.size.tokens) <= cached * SLACK && sames.has(item)))
  const blocks: BlockRow[] = []
  for (const { id, item, shown } of places.slice(from, from + count)) {
    const state = sames.has(item) ? 'same' : compared.stateOf(item)
    const context = { id, session, view, index, state, cached: cachedItems.has(item) }
    blocks.push(item.kind === 'fold' ? foldRow(item, context) : await blockRow(shown as ShownBlock, item, context))
  }
  return {
    total: places.length,
    most: items.reduce((most, item) => Math.max(most, item.size.tokens), 1),
    from,
    ...(found >= 0 && { found }),
    index,
    head: view.head,
    at: row?.at ?? view.touchedAt,
    model: row?.model ?? before?.model ?? '',
    tokens: view.size.tokens + tools,
    tools,
    cached,
    cost: row ? moneyOf(session).of(row) : 0,
    gone: compared.gone,
    blocks,
  }
}

/** A request against the one before it. */
export async function requestChanges(session: OpenSession, index: number): Promise<Changes | undefined> {
  const { rows, view } = session
  const [before, row] = [rows[index - 1], rows[index]]
  if (!before || index > rows.length) return undefined
  return changesBetween(session, before.head, row?.head ?? view.head)
}

/** Where a block is, or the fold it is in; of a block that is not shown, its message. -1: nowhere. */
function positionOf(view: View, places: readonly Place[], to: string): number {
  const seq = slotIn(view, to)?.seq ?? 0
  const holds = ({ item }: Place) => (item.kind === 'fold' ? seq >= item.seq && seq <= item.to : seq === item.seq)
  const exact = places.findIndex(({ id }) => id === to)
  return exact < 0 ? places.findIndex(holds) : exact
}

const SLACK = 1.03

type Context = {
  readonly id: string
  readonly session: OpenSession
  readonly view: View
  readonly index: number
  readonly state: BlockRow['state']
  readonly cached: boolean
}

async function blockRow(shown: ShownBlock, item: ShownMessage, context: Context): Promise<BlockRow> {
  const { block, crop } = shown
  const { id, session, view, index, state, cached } = context
  const why = crop ? whyOf(view.batches, shown) : undefined
  const own = shown.attachments ? { size: ownSize(shown, 'size'), full: ownSize(shown, 'full') } : undefined
  return {
    id,
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

function foldRow(item: Item & { kind: 'fold' }, { id, session, view, index, state, cached }: Context): BlockRow {
  const batch = view.batches.find(({ seq }) => seq === item.batch)
  const { seq, to, messages, summary } = item
  return {
    id,
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
    ...(batch && { why: { by: batch.by, why: plainWhy(batch.why), at: batch.at } }),
    fold: { from: numberOf(view, seq), to: numberOf(view, to), messages, by: summary.by ?? '' },
  }
}

function foldedTokens(item: Item & { kind: 'fold' }, view: View): number {
  return view.slots
    .filter((slot) => slot.seq >= item.seq && slot.seq <= item.to)
    .reduce((sum, slot) => sum + slot.sizes.reduce((total, size) => total + size.tokens, 0), 0)
}

function whyOf(batches: readonly Batch[], shown: ShownBlock): Why | undefined {
  const batch = batches.findLast((each) => each.active && each.edits.some((edit) => edit === shown.crop))
  return batch && { by: batch.by, why: plainWhy(batch.why), at: batch.at }
}

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
