import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../daypack/src/model/entry.ts'
import { cost } from '../../../daypack/src/report/cost.ts'
import { compactionOf } from './clients.ts'
import { ownCost } from './own-cost.ts'

/** Requests whose prompt grows by so much each, billed as an agent with a cache pays; `saved`: what we had cut before each. */
function session(requests: number, grows: number, saved: (at: number) => number = () => 0): Entry[] {
  const entries: Entry[] = []
  for (let at = 1; at <= requests; at++) {
    const before = entries.length
    const cut = saved(at)
    if (cut > 0)
      entries.push({ seq: before + 1, at: at * 1_000, kind: 'edits', by: 'compact', why: '', edits: [], saved: cut })
    const prompt = at * grows
    const usage = { input: 0, cacheRead: prompt - grows, cacheWrite: grows, output: 100, head: 1 }
    entries.push({
      seq: entries.length + 1,
      at: at * 1_000,
      kind: 'usage',
      usage: { ...usage, model: 'claude-opus-4-5', counted: { tokens: prompt, bytes: prompt * 4 } },
    })
  }
  return entries
}
const window = (tokens: number) => () => tokens

describe('G-42: what the agent would have paid by itself', () => {
  test('below its own limit: what was paid, to the token', () => {
    const paid = ownCost(session(10, 1_000), compactionOf('claude'), window(200_000))
    // 45,000 read, 10,000 written, 1,000 of output at five times the price.
    expect(paid.tokens).toBeCloseTo(45_000 * 0.1 + 10_000 * 1.25 + 1_000 * 5, -1)
    expect(paid.dollars).toBeGreaterThan(0)
  })

  test('below it with nothing cut: the bill as it is, however much the provider read from its cache', () => {
    const entries = session(10, 1_000).map((entry) => {
      if (entry.kind !== 'usage') return entry
      const { cacheRead, cacheWrite } = entry.usage
      const read = Math.floor(cacheRead / 1_024) * 1_024
      return {
        ...entry,
        usage: { ...entry.usage, input: cacheRead - read + cacheWrite, cacheRead: read, cacheWrite: 0 },
      }
    })
    expect(ownCost(entries, compactionOf('codex'), window(200_000)).tokens).toBeCloseTo(cost(entries).cost.tokens, 6)
  })

  test('of a list that began anew only what it is now, as the cost beside it', () => {
    const first = session(10, 1_000)
    const again = session(2, 1_000).map((entry) => ({ ...entry, seq: entry.seq + first.length + 1 }))
    const rewind = { seq: first.length + 1, at: 11_000, kind: 'mark', name: 'rewind', data: { after: 0 } } as const
    const entries: Entry[] = [...first, rewind, ...again]
    expect(ownCost(entries, undefined, window(200_000)).tokens).toBeCloseTo(cost(entries).cost.tokens, 6)
  })

  test('above it: it compacts, and pays far less than the whole history would cost', () => {
    const entries = session(300, 1_000)
    const compacting = ownCost(entries, compactionOf('claude'), window(20_000))
    const whole = ownCost(entries, compactionOf('claude'), window(10_000_000))
    expect(compacting.tokens).toBeLessThan(whole.tokens / 2)
  })

  test('what we cut was in its prompt', () => {
    const entries = session(10, 1_000, (at) => (at === 5 ? 50_000 : 0))
    expect(ownCost(entries, undefined, window(200_000)).tokens).toBeGreaterThan(
      ownCost(session(10, 1_000), undefined, window(200_000)).tokens,
    )
  })

  test('each agent by its own rule', () => {
    expect(compactionOf('claude')).toEqual({ at: 0.855 })
    expect(compactionOf('pi')).toMatchObject({ reserve: 16_384 })
    // Without a header that names its session it goes by the program that its requests name.
    expect(compactionOf('GeminiCLI-tui')).toEqual({ at: 0.5, keepShare: 0.3 })
    expect(compactionOf('nobody')).toBeUndefined()
  })

  /** A request of so many tokens, billed to the token, at a second; `saved`: what we had cut before it. */
  type Given = Partial<Record<'input' | 'read' | 'written' | 'output' | 'counted' | 'saved', number>> & {
    model?: string
  }
  const bill = (at: number, given: Given) => {
    const { input = 0, read = 0, written = 0, output = 0, saved = 0, model = 'x' } = given
    const counted = { tokens: given.counted ?? input + read + written, bytes: 0 }
    const usage = { input, cacheRead: read, cacheWrite: written, output, head: 1, model, counted }
    const cut = { seq: 1, at, kind: 'edits', by: 'compact', why: '', edits: [], saved }
    return [...(saved > 0 ? [cut] : []), { seq: 2, at: at * 1_000, kind: 'usage', usage }]
  }
  const priced = {
    m: { window: 9, price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }, cacheSeconds: 60 },
  }

  /** To sum up so much, of which the first request's hundred are cached. */
  const summary = (held: number) => 100 * 0.1 + (held - 100) * 1.25 + 2_800 * 5
  // In tokens of plain input: written ones cost 1.25, cached ones 0.1, output 5.
  test.each([
    ['nothing is cached where nothing ever was', [bill(0, { input: 100 }), bill(1, { input: 200 })], {}, 300],
    [
      'what was held before is read',
      [bill(0, { written: 100 }), bill(1, { read: 100, written: 100 })],
      {},
      125 + 10 + 125,
    ],
    [
      'where something was cut, a pause ends the cache',
      [bill(0, { written: 100, saved: 50 }), bill(301, { read: 100, written: 100 })],
      {},
      1.25 * (150 + 250),
    ],
    ['five minutes do not', [bill(0, { written: 100 }), bill(300, { read: 100, written: 100 })], {}, 125 + 135],
    [
      'what we cut counts as it was billed',
      [bill(0, { input: 100 }), bill(1, { input: 200, counted: 100, saved: 50 })],
      {},
      100 + 300,
    ],
    [
      'a bill that counted nothing is as it says',
      [bill(0, { input: 100 }), bill(1, { input: 200, counted: 0, saved: 50 })],
      {},
      100 + 250,
    ],
    ['at its limit it does not compact yet', [bill(0, { input: 100 }), bill(1, { input: 1_000 })], { at: 1 }, 1_100],
    [
      'beyond it, it pays for a summary, and keeps it with the beginning',
      [bill(0, { input: 100 }), bill(1, { input: 1_001 })],
      { at: 1 },
      100 + summary(1_001) + 2_900,
    ],
    [
      'a reserve lowers the limit',
      [bill(0, { input: 100 }), bill(1, { input: 901 })],
      { at: 1, reserve: 100 },
      100 + summary(901) + 2_900,
    ],
    [
      'the newest tokens may stay',
      [bill(0, { input: 100 }), bill(1, { input: 1_100 })],
      { at: 1, keepTokens: 300 },
      100 + summary(1_100) + 3_200,
    ],
    [
      'or a share of them',
      [bill(0, { input: 100 }), bill(1, { input: 1_100 })],
      { at: 1, keepShare: 0.5 },
      100 + summary(1_100) + 3_450,
    ],
    [
      'but not more than there is',
      [bill(0, { input: 100 }), bill(1, { input: 1_100 })],
      { at: 1, keepTokens: 5_000 },
      100 + summary(1_100) + 3_900,
    ],
    ['output is paid as it was', [bill(0, { input: 100, output: 10 })], {}, 150],
  ] as const)('%s', (_, bills, rule, tokens) => {
    const entries = bills.flat() as unknown as Entry[]
    expect(ownCost(entries, { at: 0.85, ...rule }, window(1_000)).tokens).toBeCloseTo(tokens, 6)
  })

  test('in dollars where every model has a price, with the life of its own cache', () => {
    const entries = (model: string) =>
      [
        ...bill(0, { written: 100, saved: 50, model: 'm' }),
        ...bill(61, { read: 100, written: 100, model }),
      ] as unknown as Entry[]
    const dollars = (1.25 * (150 + 250)) / 1e6
    expect(ownCost(entries('m'), undefined, window(1_000), priced).dollars).toBeCloseTo(dollars, 12)
    expect(ownCost(entries('x'), undefined, window(1_000), priced)).not.toHaveProperty('dollars')
    expect(ownCost([], undefined, window(1_000))).toEqual({ tokens: 0, dollars: 0 })
  })
})
