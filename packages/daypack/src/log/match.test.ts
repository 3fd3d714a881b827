import { describe, expect, test } from 'vitest'
import { match } from './intake.ts'

const known = (...hashes: string[]) => hashes.map((hash, index) => ({ seq: (index + 1) * 10, hash }))

describe('match', () => {
  test('an equal prefix is kept and the rest is new', () => {
    expect(match(known('a', 'b'), ['a', 'b', 'c'])).toEqual({ slots: [10, 20, undefined], replaced: new Map() })
  })

  test('nothing known: everything is new', () => {
    expect(match([], ['a'])).toEqual({ slots: [undefined], replaced: new Map() })
  })

  test('a message changed in place takes its slot when the old ones follow', () => {
    expect(match(known('a', 'b', 'c'), ['a', 'x', 'c', 'd'])).toEqual({
      slots: [10, 20, 30, undefined],
      replaced: new Map([[1, 20]]),
    })
  })

  test('one change of two, and half of them, is still a change in place; more than half is a rewind', () => {
    expect(match(known('a', 'b'), ['x', 'b']).replaced).toEqual(new Map([[0, 10]]))
    expect(match(known('a', 'b', 'c', 'd'), ['x', 'y', 'c', 'd']).replaced.size).toBe(2)
    expect(match(known('a', 'b', 'c', 'd', 'e'), ['x', 'y', 'z', 'd', 'e'])).toMatchObject({
      replaced: new Map(),
      rewind: { after: 0 },
    })
  })

  test('a shorter list is a rewind to its end', () => {
    expect(match(known('a', 'b', 'c'), ['a', 'b'])).toEqual({
      slots: [10, 20],
      replaced: new Map(),
      rewind: { after: 20 },
    })
  })

  test('a changed last message is a rewind before it', () => {
    expect(match(known('a', 'b'), ['a', 'x'])).toEqual({
      slots: [10, undefined],
      replaced: new Map(),
      rewind: { after: 10 },
    })
    expect(match(known('a', 'b'), ['a', 'x', 'c'])).toEqual({
      slots: [10, undefined, undefined],
      replaced: new Map(),
      rewind: { after: 10 },
    })
  })

  test('a shorter list with a change in it is a rewind before the change', () => {
    expect(match(known('a', 'b', 'c', 'd', 'e'), ['a', 'x', 'c', 'd'])).toEqual({
      slots: [10, undefined, undefined, undefined],
      replaced: new Map(),
      rewind: { after: 10 },
    })
  })

  test('a change at the end is a rewind, wherever else there is one', () => {
    expect(match(known('a', 'b', 'c', 'd'), ['x', 'b', 'c', 'y'])).toEqual({
      slots: [undefined, undefined, undefined, undefined],
      replaced: new Map(),
      rewind: { after: 0 },
    })
  })

  test('another history altogether starts over', () => {
    expect(match(known('a', 'b', 'c', 'd'), ['x', 'y', 'z', 'd'])).toEqual({
      slots: [undefined, undefined, undefined, undefined],
      replaced: new Map(),
      rewind: { after: 0 },
    })
  })
})

test('one change in a short history is believed where messages behind it are the old ones, at its end it is not', () => {
  const known = ['a', 'b', 'c'].map((hash, at) => ({ hash, seq: at + 1 }))
  expect(match(known, ['x', 'b', 'c'])).toEqual({ slots: [1, 2, 3], replaced: new Map([[0, 1]]) })
  expect(match(known, ['a', 'x', 'c', 'd'])).toEqual({ slots: [1, 2, 3, undefined], replaced: new Map([[1, 2]]) })
  expect(match(known, ['a', 'b', 'x'])).toEqual({ slots: [1, 2, undefined], replaced: new Map(), rewind: { after: 2 } })
  expect(match(known, ['x', 'y', 'c'])).toMatchObject({ rewind: { after: 0 } })
})
