import { describe, expect, test } from 'vitest'
import { answer, openDesk, request, type Desk } from '../../../daypack-testing/src/desk.ts'
import type { Budget } from '../passes/pass.ts'
import { GAUGE } from '../../test/gauge.ts'
import { DEFAULT_PRICES, costPolicy, ratios, tideOf, type Conditions } from './policy.ts'

describe('ratios', () => {
  test('are shares of the usable window, and a harder one inside an open loop', () => {
    const policy = ratios({ high: 0.7, low: 0.3 })
    expect(policy.trigger(GAUGE)).toEqual({ tokens: 56_000, bytes: 900_000 })
    expect(policy.trigger({ ...GAUGE, isOpenLoop: true }).tokens).toBe(72_000)
    expect(policy.target(GAUGE)).toEqual({ tokens: 24_000, bytes: 500_000 })
    const odd = { ...GAUGE, usable: 1_001, maxBytes: 1_001 }
    expect(policy.trigger(odd)).toEqual({ tokens: 700, bytes: 900 })
    const usual = ratios()
    expect([usual.trigger(GAUGE).tokens, usual.target(GAUGE).tokens]).toEqual([64_000, 40_000])
    expect(ratios({ high: 0.95 }).trigger({ ...GAUGE, isOpenLoop: true }).tokens).toBe(76_000)
    expect(ratios({ hard: 0.85 }).trigger({ ...GAUGE, isOpenLoop: true }).tokens).toBe(68_000)
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

describe('whether an epoch is due', () => {
  const CALM: Conditions = { isCold: false, isSwitch: false, isForced: false }
  const size = (tokens: number, bytes = 10) => ({ tokens, bytes })
  const budgetOf = (tokens: number, more: Partial<Budget> = {}): Budget => ({
    window: 1_200,
    usable: 1_000,
    used: size(tokens),
    extra: size(0, 0),
    high: size(500, 500),
    low: size(200, 200),
    maxBytes: 1_000,
    ...more,
  })
  const due = (desk: Desk, budget: Budget, conditions: Partial<Conditions> = {}, isExact = false) => {
    const { tide, why } = tideOf(desk.view, budget, { ...CALM, ...conditions }, isExact)
    return tide === 'none' ? why : tide
  }
  const ABOVE = budgetOf(501)

  test('above the mark, by tokens or bytes, or when asked for; why is what is known of the cache', () => {
    const desk = openDesk()
    expect(due(desk, budgetOf(500))).toContain('below the high-water mark')
    expect([due(desk, ABOVE), due(desk, budgetOf(1, { used: size(1, 501) }))]).toEqual(['pressure', 'pressure'])
    expect(due(desk, budgetOf(1), { isForced: true, isCold: true })).toBe('pressure')
    expect(due(desk, ABOVE, { isCold: true })).toBe('cold')
    expect(due(desk, ABOVE, { isSwitch: true, isCold: true })).toBe('switch')
    expect(due(desk, budgetOf(500), { isSwitch: true, isCold: true })).toContain('below')
  })

  test('never twice in a row: two replies must come between, unless nothing could be sent', async () => {
    const desk = openDesk()
    await desk.say(request('go'), answer('a'))
    desk.mark('epoch', {})
    expect(due(desk, ABOVE)).toContain('two in a row')
    await desk.say(request('on'), answer('b'))
    expect(due(desk, ABOVE)).toContain('two in a row')
    expect(due(desk, budgetOf(1_000))).toContain('two in a row')
    expect(due(desk, budgetOf(1_001))).toBe('pressure')
    expect(due(desk, budgetOf(501, { used: size(501, 1_001) }))).toBe('pressure')
    await desk.say(request('on'), answer('c'))
    expect(due(desk, ABOVE)).toBe('pressure')
  })

  test('one that gained too little is tried again after a tenth more; two in a row wait for another window', async () => {
    const desk = openDesk()
    await desk.say(request('go'))
    desk.mark('abandoned', { used: 501, usable: 1_000, times: 1 })
    expect([due(desk, budgetOf(600)), due(desk, budgetOf(601))]).toEqual([
      'the last epoch gained too little: waiting for growth',
      'pressure',
    ])
    desk.mark('abandoned', { used: 501, usable: 1_000, times: 2 })
    const resting = '2 epochs in a row gained too little: resting until asked or until the window changes'
    expect(due(desk, budgetOf(900))).toBe(resting)
    expect(due(desk, budgetOf(900, { usable: 1_100 }))).toBe(resting)
    expect(due(desk, budgetOf(900, { usable: 1_101 }))).toBe('pressure')
    expect(due(desk, budgetOf(850, { usable: 899 }))).toBe('pressure')
    desk.mark('epoch', {})
    await desk.say(answer('a'), request('on'), answer('b'))
    expect(due(desk, ABOVE)).toBe('pressure')
  })

  test('what was undone stays until the next request', async () => {
    const desk = openDesk()
    const folding = {
      name: 'f',
      propose: () => ({ why: '', edits: [{ op: 'fold', from: 1, to: 2, summary: { text: 's' } }] }),
    }
    await desk.say(request('go '.repeat(99)), answer('a '.repeat(99)), request('on'))
    await desk.run([folding as never], { isForced: true })
    desk.revertAll()
    await desk.say(answer('b'), answer('c'))
    expect(due(desk, ABOVE)).toContain('was undone')
    await desk.say(request('on'))
    expect(due(desk, ABOVE)).toBe('pressure')
  })

  test('where the mark is exact only the same view is not tried twice', async () => {
    const desk = openDesk()
    const exact = (budget = ABOVE) => due(desk, budget, {}, true)
    await desk.say(request('go'))
    expect(exact()).toBe('pressure')
    desk.mark('abandoned', { used: 600, usable: 1_000, times: 5 })
    expect([exact(budgetOf(600)), exact(budgetOf(601))]).toEqual([
      'the last epoch could cut nothing, and nothing came since',
      'pressure',
    ])
    desk.mark('epoch', {})
    expect(exact()).toBe('nothing came since the last epoch')
    await desk.say(answer('a'))
    expect(exact()).toBe('pressure')
  })
})
