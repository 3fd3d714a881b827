import { render, type Batch, type Item, type ShownBlock, type ShownMessage, type View } from 'daypack'
import { lossOf } from 'daypack/archive'
import { numberOf } from 'daypack/internal'
import type { BlockRow, RequestView, Why } from 'daypack-inspector/api'
import { plainWhy } from '../show/words.ts'
import { blockId, foldId, slotIn } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { KINDS, labelOf, oneLine, previewOf } from './text.ts'
import { moneyOf } from './report/money.ts'
import { compareViews } from './report/parts.ts'

async function keptWhole(session: OpenSession, old: View, view: View): Promise<number[]> {
  const { messages } = await render(view, { read: session.read })
  return lossOf(old, view, messages).requests.whole.map((seq) => numberOf(view, seq))
}

export type BlockRange = { readonly from?: number; readonly count?: number; readonly to?: string }

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
  const places = view.system ? [view.system, ...view.items] : view.items
  const same = compared.same + (view.system ? 1 : 0)
  const sizes = places.map(blocksIn)
  const at = range.to === undefined ? undefined : positionOf(view, places, sizes, range.to)
  const { count = Infinity } = range
  const from = at === undefined ? (range.from ?? 0) : Math.floor(at / count) * count || 0
  const blocks: BlockRow[] = []
  let end = tools
  let position = 0
  let skipped = 0
  for (const [place, item] of places.entries()) {
    end += item.size.tokens
    const first = position
    position += sizes[place] ?? 0
    if (position <= from || first >= from + count) continue
    if (blocks.length === 0) skipped = from - first
    const isSame = place < same
    const state = isSame ? 'same' : compared.stateOf(item)
    blocks.push(...(await blockRows(item, { session, view, index, state, cached: isSame && end <= cached * SLACK })))
  }
  return {
    total: position,
    most: places.reduce((most, item) => Math.max(most, item.size.tokens), 1),
    from,
    ...(at !== undefined && { found: at }),
    index,
    head: view.head,
    at: row?.at ?? view.touchedAt,
    model: row?.model ?? before?.model ?? '',
    tokens: view.size.tokens + tools,
    tools,
    cached,
    cost: row ? moneyOf(session).of(row) : 0,
    epoch: 0,
    gone: compared.gone,
    kept: old && compared.gone > 0 ? await keptWhole(session, old, view) : [],
    blocks: blocks.slice(skipped, skipped + count),
  }
}

function blocksIn(item: Item): number {
  if (item.kind === 'fold') return 1
  return item.blocks.reduce((sum, shown) => sum + 1 + (shown.attachments?.length ?? 0), 0)
}

function positionOf(view: View, places: readonly Item[], sizes: readonly number[], to: string): number | undefined {
  const seq = slotIn(view, to)?.seq ?? 0
  let position = 0
  for (const [place, item] of places.entries()) {
    if (item.kind === 'fold' && seq >= item.seq && seq <= item.to) return position
    if (item.kind === 'message' && item.seq === seq) {
      const ids: string[] = item.blocks.flatMap((shown) => [
        blockId(view, shown),
        ...(shown.attachments ?? []).map((part) => blockId(view, part)),
      ])
      return position + Math.max(0, ids.indexOf(to))
    }
    position += sizes[place] ?? 0
  }
  return undefined
}

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
    id: blockId(view, shown),
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
    id: foldId(view, item),
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
