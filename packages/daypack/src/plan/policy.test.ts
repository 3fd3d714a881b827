import { describe, expect, test } from 'vitest'
import { GAUGE } from '../../test/gauge.ts'
import { DEFAULT_PRICES, costPolicy, ratios } from './policy.ts'

describe('ratios', () => {
  test('are shares of the usable window, and a harder one inside an open loop', () => {
    const policy = ratios({ high: 0.7, low: 0.3 })
    expect(policy.trigger(GAUGE)).toEqual({ tokens: 56_000, bytes: 900_000 })
    expect(policy.trigger({ ...GAUGE, isOpenLoop: true }).tokens).toBe(72_000)
    expect(policy.target(GAUGE)).toEqual({ tokens: 24_000, bytes: 500_000 })
  })
})

describe('costPolicy', () => {
  test('triggers where carrying the excess costs as much as rewriting saves', () => {
    const { tokens } = costPolicy({ patience: 1 }).trigger(GAUGE)
    const excess = tokens - 20_000
    const perStep = (e: number) => (e / 2) * 0.1 + (1.25 * 20_000 * 1_000) / e
    expect(excess).toBe(Math.floor(Math.sqrt(20 * 1.25 * 20_000 * 1_000)))
    expect(perStep(excess)).toBeLessThanOrEqual(perStep(excess * 0.9))
    expect(perStep(excess)).toBeLessThanOrEqual(perStep(excess * 1.1))
  })

  test('never waits beyond the hard share, and acts early when the cache is cold', () => {
    expect(costPolicy().trigger({ ...GAUGE, growth: 1e9 }).tokens).toBe(72_000)
    expect(costPolicy().trigger({ ...GAUGE, isCold: true }).tokens).toBe(24_000)
    const first = { ...GAUGE, after: undefined, isCold: true }
    expect(costPolicy().trigger({ ...first, usable: 50_000 }).tokens).toBe(50_000 * 0.42 * 1.2)
  })

  test('before the first epoch a large window may be filled to a smaller share', () => {
    const share = (usable: number) =>
      costPolicy().trigger({ ...GAUGE, after: undefined, isCold: true, usable }).tokens / 1.2 / usable
    expect(share(64_000)).toBeCloseTo(0.42, 3)
    expect(share(128_000)).toBeCloseTo(0.366, 3)
    expect(share(200_000)).toBeCloseTo(0.334, 3)
    // Beyond 200k only a part of the window counts at all.
    expect(share(1_000_000)).toBeCloseTo(0.52 * 0.334, 3)
  })

  test('goes down to a quarter of the usable window, and never stops above where the last epoch ended', () => {
    expect(costPolicy().target(GAUGE)).toEqual({ tokens: 20_000, bytes: 500_000 })
    expect(costPolicy().target({ ...GAUGE, after: 9_000 }).tokens).toBe(9_000)
    expect(costPolicy().target({ ...GAUGE, after: undefined }).tokens).toBe(20_000)
  })

  test('F-15: both numbers move it', () => {
    const first = { ...GAUGE, after: undefined }
    expect(costPolicy({ first: 0.6 }).trigger(first).tokens).toBeGreaterThan(
      costPolicy({ first: 0.3 }).trigger(first).tokens,
    )
    expect(costPolicy({ patience: 2 }).trigger(GAUGE).tokens).toBeGreaterThan(
      costPolicy({ patience: 1 }).trigger(GAUGE).tokens,
    )
  })

  test('a dearer cache read pulls the trigger earlier', () => {
    const dear = { ...GAUGE, prices: { ...DEFAULT_PRICES, cacheRead: 0.5 } }
    expect(costPolicy().trigger(dear).tokens).toBeLessThan(costPolicy().trigger(GAUGE).tokens)
  })
})
