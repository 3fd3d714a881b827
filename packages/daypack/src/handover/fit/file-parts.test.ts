// Which parts of files are worth their room, by order rather than by number: what is likelier to be needed comes first.
import { describe, expect, test } from 'vitest'
import type { Region } from '../../files/regions.ts'
import { chosenParts, partOffers, worthwhileParts } from './file-parts.ts'

const file = (name: string, changes = 0) => ({ name, changes }) as unknown as Region['file']
const [ONE, OTHER] = [file('one', 1), file('other')]
const region = (from: number, lines: number, more: Partial<Region> = {}) =>
  ({
    file: ONE,
    from,
    lines: Array.from({ length: lines }, () => 'x'),
    chars: lines * 30,
    chance: 0.5,
    need: 0,
    worth: 1,
    ...more,
  }) as unknown as Region
const value = (one: Region) => partOffers([one], 10_000)[0]?.steps[0]?.value ?? 0
const cost = (one: Region) => partOffers([one], 10_000)[0]?.steps[0]?.cost ?? 0
const room = (of: readonly Region[], chars: number) =>
  partOffers(of, chars).map(({ shared }) => shared?.map(({ left }) => left))

describe('what a part is worth', () => {
  test('more the likelier it is edited next, the more it is needed, the more its file counts', () => {
    const plain = value(region(0, 30))
    expect(value(region(0, 30, { chance: 0.6 }))).toBeGreaterThan(plain)
    expect(value(region(0, 30, { need: 0.5 }))).toBeGreaterThan(plain)
    expect(value(region(0, 30, { worth: 0.5 }))).toBe(plain / 2)
    expect(value(region(0, 30, { chance: 0 }))).toBe(0)
  })
  test('what is needed counts in full only where the part is long enough to show it', () => {
    const needed = { chance: 0, need: 1 }
    expect(value(region(0, 2, needed))).toBeLessThan(value(region(0, 10, needed)))
    expect(value(region(0, 30, needed))).toBe(value(region(0, 90, needed)))
  })
  test('it costs its characters, and a little for being a fragment', () => {
    expect(cost(region(0, 30))).toBeGreaterThan(900)
    expect(cost(region(0, 31)) - cost(region(0, 30))).toBe(30)
  })
})

test('all parts share one room; those of a file their own: less where it was only read, less again beside others', () => {
  const [alone] = room([region(0, 9)], 100_000)
  expect(alone).toEqual([100_000, 100_000])
  const [own, read] = room([region(0, 9), region(0, 9, { file: OTHER })], 100_000)
  expect([own?.[0], (own?.[1] ?? 0) < 100_000, (read?.[1] ?? 0) < (own?.[1] ?? 0)]).toEqual([100_000, true, true])
  const [readAlone] = room([region(0, 9, { file: OTHER })], 100_000)
  expect(readAlone?.[1]).toBe(read?.[1])
  // In the smallest room one function fits all the same.
  expect(room([region(0, 9, { file: OTHER })], 10)[0]?.[1]).toBeGreaterThan(1_000)
  const [first, second] = partOffers([region(0, 9), region(9, 9)], 100_000)
  expect(first?.shared?.[1]).toBe(second?.shared?.[1])
})

test('parts that are not worth their room are left out, but for the short ones between two that are', () => {
  const good = { chance: 1 }
  const bad = { chance: 0 }
  const kept = (...of: Region[]) => worthwhileParts(of, 1).map((one) => of.indexOf(one))
  expect(kept(region(0, 9, good), region(9, 9, bad), region(18, 9, good))).toEqual([0, 1, 2])
  expect(kept(region(0, 9, good), region(9, 25, bad), region(34, 9, good))).toEqual([0, 2])
  expect(kept(region(0, 9, bad), region(9, 9, good), region(18, 9, bad))).toEqual([1])
})

describe('around what was chosen', () => {
  const shown = (of: readonly Region[], ...taken: number[]) => chosenParts(of, taken).map((one) => of.indexOf(one))
  const [a, b, c] = [region(10, 10), region(20, 24), region(44, 10)]
  test('a short gap between two parts is shown with them', () => {
    expect(shown([a, b, c], 1, 0, 1)).toEqual([0, 1, 2])
    expect(shown([a, b, c], 1, 0, 0)).toEqual([0])
    expect(shown([a, region(20, 25), region(45, 10)], 1, 0, 1)).toEqual([0, 2])
    expect(shown([a, region(20, 20), region(50, 10)], 1, 0, 1)).toEqual([0, 2])
  })
  test('a short rest at the end of a file goes with the part it touches', () => {
    expect(shown([a, region(20, 8)], 1, 0)).toEqual([0, 1])
    expect(shown([a, region(20, 9)], 1, 0)).toEqual([0])
    expect(shown([a, region(21, 8)], 1, 0)).toEqual([0])
    expect(shown([region(2, 8), a], 0, 1)).toEqual([0, 1])
  })
  test('parts of another file are none of its neighbours', () => {
    expect(shown([a, region(20, 8, { file: OTHER }), region(28, 8)], 1, 0, 1)).toEqual([0, 2])
  })
})
