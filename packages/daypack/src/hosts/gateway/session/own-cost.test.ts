import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../model/entry.ts'
import { cost } from '../../../report/cost.ts'
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
    expect(compactionOf('nobody')).toBeUndefined()
  })
})
