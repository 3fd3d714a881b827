import { expect, test } from 'vitest'
import type { Batch, View } from '../view/view.ts'
import { batchesTouching, undoableBatches } from './compaction.ts'

// Which batches an undo means, at the edges of the ranges they cover.

const summary = { text: 'short' }
const batch = (seq: number, edits: readonly unknown[], more: Partial<Batch> = {}) =>
  ({ seq, at: 0, by: 'pass', why: '', saved: 0, turns: [seq], active: true, edits, ...more }) as unknown as Batch
const fold = (from: number, to: number) => ({ op: 'fold', from, to, summary })
const crop = (block: string) => ({ op: 'crop', block, keep: [], note: '' })
const revert = (seq: number) => ({ op: 'revert', seq })
const seqs = (batches: readonly Batch[]) => batches.map(({ seq }) => seq)
const viewOf = (...batches: Batch[]) => ({ batches }) as unknown as View

test('a batch touches a range that begins or ends with it, and none beside it', () => {
  const view = viewOf(
    batch(10, [fold(3, 6)]),
    batch(11, [crop('8.0')]),
    batch(12, [fold(3, 6)], { active: false }),
    batch(13, [revert(10)]),
    batch(14, [crop('1.0'), fold(20, 22)]),
  )
  const touching = (from: number, to: number) => seqs(batchesTouching(view, from, to))
  expect(touching(6, 6)).toEqual([10])
  expect(touching(1, 3)).toEqual([10, 14])
  expect(touching(7, 7)).toEqual([])
  expect(touching(2, 2)).toEqual([])
  expect(touching(4, 5)).toEqual([10])
  expect(touching(8, 8)).toEqual([11])
  expect(touching(9, 19)).toEqual([])
  expect(touching(22, 30)).toEqual([14])
})

test('an undo without a number means the last epoch that holds, whole; with one, that batch while it holds', () => {
  const first = batch(10, [fold(1, 2)], { epoch: 10 })
  const view = viewOf(
    first,
    batch(20, [fold(3, 4)], { epoch: 20 }),
    batch(21, [crop('5.0')], { epoch: 20 }),
    batch(22, [crop('6.0')], { epoch: 20, active: false }),
    batch(30, [fold(7, 8)], { epoch: 30, active: false }),
    batch(31, [crop('9.0')]),
    batch(32, [revert(30)], { epoch: 32 }),
  )
  expect(seqs(undoableBatches(view, undefined))).toEqual([20, 21])
  expect(seqs(undoableBatches(view, 31))).toEqual([31])
  expect(seqs(undoableBatches(view, 22))).toEqual([])
  expect(seqs(undoableBatches(viewOf(first), undefined))).toEqual([10])
  expect(undoableBatches(viewOf(batch(31, [crop('9.0')])), undefined)).toEqual([])
})
