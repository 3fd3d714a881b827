import { describe, expect, it } from 'vitest'
import { assistant, calls, results, thinks, user } from '../../test/engine/say.ts'
import { crop, fold, log, revert } from '../../test/engine/view-log.ts'
import type { Entry } from '../model/entry.ts'
import type { SizedEdit } from '../model/edit.ts'
import { project } from './project.ts'
import {
  atoms,
  boundLoop,
  cutsLoop,
  isUndo,
  lowerBound,
  numberOf,
  openLoop,
  openLoopAt,
  position,
  since,
} from './read.ts'

const view = (...bodies: Parameters<typeof log>) => project(log(...bodies))
const items = (...bodies: Parameters<typeof log>) => view(...bodies).items

describe('a tool loop', () => {
  it('is open while its calls are answered: until the model says something else, or the caller does', () => {
    const loop = [user('a'), calls('x'), results({ x: '1' })]
    expect(openLoop(items(...loop))?.seq).toBe(2)
    expect(openLoop(items(user('a'), calls('x')))?.seq).toBe(2)
    expect(openLoop(items(...loop, assistant('b')))).toBeUndefined()
    expect(openLoop(items(...loop, user('c')))).toBeUndefined()
    expect([openLoop([]), openLoop(items(results({ x: '1' })))]).toEqual([undefined, undefined])
    expect(openLoop(items(...loop, { edits: [fold(1, 3)] }))).toBeUndefined()
    const ours = { ...user('recalled'), origin: 'memory' }
    const entries = log(...loop, ours).map((entry, at): Entry =>
      at === 3 ? ({ ...entry, origin: 'memory' } as Entry) : entry,
    )
    expect(openLoop(project(entries).items)?.seq).toBe(2)
  })

  it('is bound where it reasons and its reasoning still stands', () => {
    expect(boundLoop(items(user('a'), thinks('x'), results({ x: '1' })))?.seq).toBe(2)
    expect(boundLoop(items(user('a'), calls('x'), results({ x: '1' })))).toBeUndefined()
    const moved = view(
      user('a'),
      assistant('old'),
      user('b'),
      thinks('x'),
      { edits: [crop('2.0')] },
      results({ x: '1' }),
      assistant('c'),
      user('d'),
      calls('y'),
    )
    expect(boundLoop(moved.items)).toBeUndefined()
  })

  it('as it was at a time: of the messages before it', () => {
    const { slots } = view(user('a'), calls('x'), results({ x: '1' }), assistant('b'), user('c'), calls('y'))
    expect([1, 2, 3, 4, 5, 6, 7].map((time) => openLoopAt(slots, time))).toEqual([
      ...[undefined, undefined, 2, 2, undefined, undefined, 6],
    ])
  })

  it('is cut by a fold it began inside of, with reasoning', () => {
    const { slots } = view(user('a'), thinks('x'), results({ x: '1' }), thinks('y'), results({ y: '2' }))
    expect([
      cutsLoop(slots, 0, 2, 6),
      cutsLoop(slots, 0, 0, 6),
      cutsLoop(slots, 0, 4, 6),
      cutsLoop(slots, 0, 2, 3),
    ]).toEqual([true, false, true, true])
    const plain = view(user('a'), calls('x'), results({ x: '1' }), calls('y')).slots
    expect(cutsLoop(plain, 0, 2, 5)).toBe(false)
    const later = view(user('a'), thinks('x'), results({ x: '1' }), user('b'), thinks('y')).slots
    expect([cutsLoop(later, 0, 2, 6), cutsLoop(later, 0, 3, 6)]).toEqual([false, false])
  })

  it('is one atom with its results; everything else is one by itself', () => {
    const shown = items(
      user('a'),
      calls('x', 'y'),
      results({ x: '1' }),
      results({ y: '2' }),
      assistant('b'),
      results({ z: '3' }),
      calls('w'),
    )
    expect(atoms(shown).map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 4],
      [4, 5],
      [5, 6],
      [6, 7],
    ])
  })
})

describe('places', () => {
  it('are found by number; a message is called by its place in the conversation', () => {
    const shown = view(user('a'), { mark: 'x' }, assistant('b'), user('c'))
    expect([position(shown, 0), position(shown, 2), position(shown, 3), position(shown, 9)]).toEqual([0, 1, 1, 3])
    expect(since(shown, 3).map(({ seq }) => seq)).toEqual([3, 4])
    expect([numberOf(shown, 1), numberOf(shown, 2), numberOf(shown, 3), numberOf(shown, 4)]).toEqual([1, 1, 2, 3])
    expect([lowerBound(0, () => true), lowerBound(5, (at) => at < 3), lowerBound(5, () => true)]).toEqual([0, 3, 5])
    const batch = (edits: SizedEdit[]) => view(user('a'), { edits }).batches[0]
    expect([[], [revert(1)], [revert(1), crop('1.0')]].map((edits) => isUndo(batch(edits) as never))).toEqual([
      false,
      true,
      false,
    ])
  })
})
