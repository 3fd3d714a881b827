import type { Seq, SizedFold, Summary } from '../model/edit.ts'
import { cutsLoop, parseBlockId } from './read.ts'
import type { Size } from '../model/json.ts'
import { MESSAGE_OVERHEAD, plus } from '../tokens/count.ts'
import { staleness } from './stale.ts'
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
