import { expect, test } from 'vitest'
import { assistant, calls, results, user } from '../../test/engine/say.ts'
import { crop, fold, log, revert } from '../../test/engine/view-log.ts'
import type { SizedEdit } from '../model/edit.ts'
import type { Batch } from './view.ts'
import { project } from './project.ts'
import { staleness } from './items.ts'

// Ten messages; what a message was made after is what it may have become stale by.
const { slots } = project(log(...Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? user('q') : assistant('a')))))
const batch = (turns: number[], active: boolean, ...edits: SizedEdit[]) =>
  ({ seq: turns[0], turns, active, edits }) as unknown as Batch
const stale = (...batches: Batch[]) => slots.filter(staleness(slots, batches)).map(({ seq }) => seq)

test('what stands behind an edit that came later is stale, up to when it came', () => {
  expect(stale()).toEqual([])
  expect(stale(batch([8], true, crop('3.0')))).toEqual([4, 5, 6, 7])
  expect(stale(batch([8], true, fold(2, 5)))).toEqual([3, 4, 5, 6, 7])
  expect(stale(batch([8], true, crop('5.0'), fold(3, 4), crop('6.0')))).toEqual([4, 5, 6, 7])
  expect(stale(batch([8], true, crop('9.0')))).toEqual([])
  expect(stale(batch([8], true, revert(2)))).toEqual([])
})

test('what was made while an edit stood that was taken back is stale; what came before it or after is not', () => {
  expect(stale(batch([4, 8], false, crop('2.0')))).toEqual([5, 6, 7])
  expect(stale(batch([4, 6, 9], true, crop('2.0')))).toEqual([3, 7, 8])
})

test('several edits stand for themselves, however they lie over each other', () => {
  expect(stale(batch([4], true, crop('1.0')), batch([9], true, crop('6.0')))).toEqual([2, 3, 7, 8])
  expect(stale(batch([9], true, crop('1.0')), batch([4], true, crop('2.0')))).toEqual([2, 3, 4, 5, 6, 7, 8])
})

test('a loop that was open when the newest edit came is spared, while it is answered', () => {
  const open = project(log(user('q'), assistant('a'), user('q'), calls('x'), results({ x: '1' }), calls('y'))).slots
  const made = batch([7], true, crop('2.0'))
  expect(open.filter(staleness(open, [made])).map(({ seq }) => seq)).toEqual([3, 4, 5])
  const taken = batch([3, 7], false, crop('2.0'))
  expect(open.filter(staleness(open, [taken])).map(({ seq }) => seq)).toEqual([4, 5])
  const again = batch([5, 6, 7], true, crop('2.0'))
  expect(open.filter(staleness(open, [again])).map(({ seq }) => seq)).toEqual([3, 4])
})
