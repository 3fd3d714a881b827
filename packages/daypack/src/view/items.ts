import type { Seq, SizedFold, Summary } from '../model/edit.ts'
import { cutsLoop, parseBlockId, lowerBound, openLoopAt } from './read.ts'
import type { Size } from '../model/json.ts'
import { MESSAGE_OVERHEAD, plus } from '../tokens/count.ts'
import { showSlot, type CropInForce } from './render.ts'
import type { Batch, FoldedRun, Item, Slot } from './view.ts'

const NOTHING: Size = { tokens: 0, bytes: 0 }

export function rebuild(
  slots: readonly Slot[],
  system: Slot | undefined,
  batches: readonly Batch[],
  pins: ReadonlySet<Seq>,
): { items: Item[]; size: Size } {
  const crops = cropsInForce(batches)
  const isStale = staleness(slots, batches)
  const folds = foldsInForce(slots, batches)
  const items: Item[] = []
  let size = system ? showSlot(system, pins).size : NOTHING
  for (let index = 0; index < slots.length;) {
    const slot = slots[index] as Slot
    const fold = folds.get(index)
    const item = fold?.item ?? showSlot(slot, pins, crops.get(slot.seq), isStale(slot))
    items.push(item)
    size = plus(size, item.size)
    index = fold ? fold.next : index + 1
  }
  return { items, size }
}

function cropsInForce(batches: readonly Batch[]): Map<Seq, CropInForce[]> {
  const crops = new Map<Seq, CropInForce[]>()
  for (const batch of batches) {
    if (!batch.active) continue
    for (const edit of batch.edits) {
      if (edit.op !== 'crop') continue
      const { seq } = parseBlockId(edit.block)
      const known = crops.get(seq)
      if (known) known.push({ crop: edit, since: batch.seq })
      else crops.set(seq, [{ crop: edit, since: batch.seq }])
    }
  }
  return crops
}

function foldsInForce(
  slots: readonly Slot[],
  batches: readonly Batch[],
): Map<number, { item: FoldedRun; next: number }> {
  const at = new Map(slots.map((slot, index) => [slot.seq, index]))
  const shown = new Map<number, { fold: SizedFold; batch: Seq; to: number }>()
  for (const batch of batches) {
    if (!batch.active) continue
    for (const edit of batch.edits) {
      const from = edit.op === 'fold' ? at.get(edit.from) : undefined
      const to = edit.op === 'fold' ? at.get(edit.to) : undefined
      if (edit.op !== 'fold' || from === undefined || to === undefined) continue
      for (const key of shown.keys()) if (key >= from && key <= to) shown.delete(key)
      shown.set(from, { fold: edit, batch: batch.seq, to })
    }
  }
  const items = new Map<number, { item: FoldedRun; next: number }>()
  for (const [from, { fold, batch, to }] of shown) {
    const cuts = cutsLoop(slots, from, to, batch)
    items.set(from, { item: foldItem(fold, batch, to - from + 1, cuts), next: to + 1 })
  }
  return items
}

function foldItem(fold: SizedFold, batch: Seq, messages: number, cuts: boolean): FoldedRun {
  const size = plus({ tokens: fold.tokens, bytes: fold.bytes }, MESSAGE_OVERHEAD)
  const summary = loadedSummary(fold.summary)
  return { kind: 'fold', seq: fold.from, to: fold.to, summary, batch, messages, size, cuts }
}

/** Placeholder for the text of a fold that is covered or reverted; the text is in the log. */
export const NOT_LOADED: Summary = Object.freeze({ text: '' })

/** A fold became visible whose text is only in the log: read the log again and repeat the change. */
export class TextNotLoaded extends Error {}

export function loadedSummary(summary: Summary): Summary {
  if (summary === NOT_LOADED)
    throw new TextNotLoaded('The text of an earlier fold is only in the log: read the log again.')
  return summary
}

/** A message is stale once an edit before it was applied or reverted after it was made, except in the open loop. */
export function staleness(slots: readonly Slot[], batches: readonly Batch[]): (slot: Slot) => boolean {
  const ranges = batches.flatMap((batch) => changedWhile(batch, slots)).toSorted((a, b) => a.after - b.after)
  const reach: Seq[] = []
  for (const range of ranges) reach.push(Math.max(reach.at(-1) ?? 0, range.before))
  return (slot) => {
    const count = lowerBound(ranges.length, (index) => (ranges[index]?.after ?? 0) < slot.since)
    return count > 0 && (reach[count - 1] ?? 0) > slot.since
  }
}

function changedWhile(batch: Batch, slots: readonly Slot[]): { after: Seq; before: Seq }[] {
  const first = firstTouched(batch)
  if (first === undefined) return []
  const ranges: { after: Seq; before: Seq }[] = []
  const bounds = [0, ...batch.turns]
  for (let index = 0; index < batch.turns.length; index++) {
    const wasActive = index % 2 === 1
    if (wasActive === batch.active) continue
    const until = bounds[index + 1] ?? 0
    const isLast = index === batch.turns.length - 1
    const before = (isLast ? openLoopAt(slots, until) : undefined) ?? until
    const after = Math.max(first, bounds[index] ?? 0)
    if (after < before) ranges.push({ after, before })
  }
  return ranges
}

function firstTouched(batch: Batch): Seq | undefined {
  let first: Seq | undefined
  for (const edit of batch.edits) {
    if (edit.op === 'revert') continue
    const seq = edit.op === 'crop' ? parseBlockId(edit.block).seq : edit.from
    if (first === undefined || seq < first) first = seq
  }
  return first
}
