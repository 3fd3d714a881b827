import { describe, expect, it } from 'vitest'
import type { Entry } from '../model/entry.ts'
import { cost } from './cost.ts'

const MODEL = 'claude-sonnet-4-5'
const usage = (
  seq: number,
  at: number,
  billed: { input?: number; cacheRead?: number; cacheWrite?: number; output?: number },
  counted: number,
): Entry => ({
  seq,
  at,
  kind: 'usage',
  usage: {
    input: 0,
    cacheRead: 0,
    cacheWrite: 0,
    output: 0,
    model: MODEL,
    head: seq - 1,
    counted: { tokens: counted, bytes: 0 },
    ...billed,
  },
})
const edits = (seq: number, saved: number, reverts?: number): Entry => ({
  seq,
  at: 0,
  kind: 'edits',
  by: 'trim',
  why: '',
  saved,
  edits: reverts === undefined ? [] : [{ op: 'revert', seq: reverts }],
})

describe('cost', () => {
  it('is what was billed, and unmanaged the same when nothing was edited', () => {
    const report = cost([
      usage(1, 0, { cacheWrite: 10_000, output: 100 }, 10_000),
      usage(2, 1_000, { cacheRead: 10_000, cacheWrite: 500, output: 100 }, 10_500),
    ])
    expect(report.cost.dollars).toBeCloseTo((10_500 * 3.75 + 10_000 * 0.3 + 200 * 15) / 1e6)
    expect(report.unmanaged.dollars).toBeCloseTo(report.cost.dollars ?? 0)
    expect(report.cached).toBeCloseTo(10_000 / 20_500)
  })

  it('without an edit nothing is saved, also where the caller caches nothing', () => {
    const report = cost([usage(1, 0, { input: 20, output: 8 }, 20), usage(2, 1_000, { input: 60, output: 8 }, 60)])
    expect(report.unmanaged).toEqual(report.cost)
  })

  it('what unmanaged would not have cached is priced as plain input', () => {
    const report = cost([usage(1, 0, { input: 1_000 }, 1_000), edits(2, 500), usage(3, 9_000_000, { input: 800 }, 800)])
    expect(report.unmanaged.dollars).toBeCloseTo((2_300 * 3) / 1e6)
  })

  it('puts back what edits saved, in billed tokens, epoch by epoch', () => {
    const log: Entry[] = [
      usage(1, 0, { cacheWrite: 20_000 }, 10_000),
      edits(2, 6_000),
      { seq: 3, at: 0, kind: 'mark', name: 'epoch', data: {} },
      usage(4, 1_000, { cacheWrite: 8_000 }, 4_000),
    ]
    const report = cost(log, { window: 19_000 })
    expect(report.epochs.map(({ epoch, requests }) => [epoch, requests])).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(report.epochs[1]?.unmanaged.dollars).toBeCloseTo((20_000 * 0.3) / 1e6)
    expect(report.overWindow).toBe(2)
  })

  it('forgets savings that were undone, and knows a cold cache', () => {
    const undone = cost([
      edits(1, 5_000),
      edits(2, 0, 1),
      usage(3, 0, { cacheWrite: 1_000 }, 1_000),
      usage(4, 10 * 60_000, { cacheWrite: 1_000 }, 1_000),
    ])
    expect(undone.unmanaged.tokens).toBeCloseTo(2 * 1_250)
  })

  it('counts in input tokens where a price is not known', () => {
    const entry = usage(1, 0, { input: 1_000 }, 1_000)
    if (entry.kind !== 'usage') throw new Error('no usage')
    const report = cost([{ ...entry, usage: { ...entry.usage, model: 'homemade' } }])
    expect(report.cost).toEqual({ tokens: 1_000 })
  })

  it('of an empty session is nothing', () => {
    expect(cost([])).toMatchObject({ requests: 0, cost: { tokens: 0, dollars: 0 }, overWindow: 0 })
  })
})
