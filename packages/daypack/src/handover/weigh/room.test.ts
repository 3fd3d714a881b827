import { describe, expect, test } from 'vitest'
import {
  handoverTokens,
  leastWorth,
  memoTokens,
  noteChars,
  onTheWay,
  proposalChars,
  standingTokens,
  stepChars,
  wholeChars,
  type HandoverBudgetInput,
} from './room.ts'

const AROUND = { window: 200_000, usable: 150_000, fixed: 20_000, kept: 10_000, folded: 100_000, told: 5_000 }
const handover = (given: Partial<HandoverBudgetInput>): number => handoverTokens({ ...AROUND, asked: false, ...given })
const memo = (given: Partial<HandoverBudgetInput>): number => memoTokens({ ...AROUND, asked: false, ...given })

describe('the room of a hand-over', () => {
  test('grows with the window up to 200k, slowly beyond; one that was asked for is smaller', () => {
    const usual = (window: number, usable: number, asked = false): number =>
      handover({ window, usable, asked, fixed: 0, kept: 0, folded: 1e6, told: 0 })
    expect(
      [
        [32_000, 32_000],
        [64_000, 45_000],
        [128_000, 80_000],
        [160_000, 100_000],
        [200_000, 100_000],
        [400_000, 150_000],
        [1_000_000, 200_000],
      ].map(([window = 0, usable = 0]) => [window, usual(window, usable), usual(window, usable, true)]),
    ).toEqual([
      [32_000, 19_800, 11_880],
      [64_000, 28_800, 19_560],
      [128_000, 51_200, 34_920],
      [160_000, 64_000, 42_600],
      [200_000, 64_000, 52_200],
      [400_000, 96_000, 61_800],
      [1_000_000, 128_000, 90_600],
    ])
  })
  test.each([
    ['the usual room without what stays beside it', {}, 73_200],
    ['the share of it that was asked for', { room: 0.7 }, 50_899],
    ['no more of the view than its share', { viewShare: 0.4 }, 42_000],
    ['seven tenths of what is folded, beside the one before', { folded: 10_000 }, 12_000],
    ['six tenths of both where the user asked', { folded: 10_000, asked: true }, 9_000],
    ['a share of the window however much stays', { kept: 90_000 }, 30_000],
    ['four fifths of what is left where that is less', { fixed: 149_000, kept: 0 }, 800],
    ['never so little that nothing can be told', { folded: 0, told: 0 }, 120],
  ])('%s', (_, given, tokens) => {
    expect(handover(given)).toBe(tokens)
  })
})

test.each([
  ['a memo has the share of the view that is free', {}, 66_000],
  ['or another one', { viewShare: 0.5 }, 45_000],
  ['a share of the window however much stays', { kept: 100_000 }, 22_500],
  ['less than it stands for', { folded: 10_000 }, 14_700],
  ['never so little that nothing can be told', { folded: 0, told: 0 }, 120],
])('%s', (_, given, tokens) => {
  expect(memo(given)).toBe(tokens)
})

test('standing instructions leave a share of the room to the rest', () => {
  expect(standingTokens(AROUND)).toBe(102_000)
  expect(standingTokens({ ...AROUND, kept: 130_000 })).toBe(0)
  expect(standingTokens({ ...AROUND, kept: 131_000 })).toBe(0)
})

test('what a window gives the parts of a hand-over', () => {
  const parts = (window: number): number[] => [
    wholeChars(window),
    noteChars(window),
    stepChars(window),
    Number(leastWorth(window).toFixed(3)),
    Number(onTheWay(window).toFixed(3)),
  ]
  expect(Object.fromEntries([4_000, 32_000, 64_000, 128_000, 200_000, 1e6].map((size) => [size, parts(size)]))).toEqual(
    {
      4_000: [1_200, 2_400, 840, 0.6, 0.016],
      32_000: [9_600, 3_000, 6_720, 0.6, 0.354],
      64_000: [19_200, 4_800, 8_000, 0.6, 1],
      128_000: [38_400, 9_600, 8_000, 0.3, 1],
      200_000: [60_000, 10_000, 8_000, 0.192, 1],
      1_000_000: [300_000, 10_000, 8_000, 0.038, 1],
    },
  )
})

test('a proposal has a tenth of the room, at least 200 characters and at most 2,500, or none', () => {
  expect([0, 666, 667, 1_000, 8_333, 8_334, 20_000].map(proposalChars)).toEqual([0, 0, 200, 300, 2_499, 2_500, 2_500])
})
