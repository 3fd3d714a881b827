import type { Seq } from '../model/edit.ts'
import { parseBlockId, lowerBound, openLoopAt } from './read.ts'
import type { Batch, Slot } from './view.ts'

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
