import type { CostReport } from 'daypack'
import { describe, expect, test } from 'vitest'
import { costReport } from './cost.ts'

describe('what was billed', () => {
  const billed = { input: 1_000, cacheRead: 8_000, cacheWrite: 1_000, output: 500 }
  const sum = {
    requests: 4,
    billed,
    cached: 0.8,
    cost: { tokens: 5_550, dollars: 0.0185 },
    unmanaged: { tokens: 11_000, dollars: 0.044 },
  }
  const report = { ...sum, epochs: [], overWindow: 0 } as unknown as CostReport
  const tokens = (cost: number, unmanaged: number) =>
    ({ ...report, cost: { tokens: cost }, unmanaged: { tokens: unmanaged } }) as CostReport

  test('in dollars where the price is known', () => {
    expect(costReport(report)).toEqual([
      "4 requests; 80 % of what was sent came from the provider's cache.",
      'Tokens so far:      10.0k in, 500 out',
      'Cost so far:        $0.02',
      'Sending everything: $0.04; Daypack saved 50 %',
    ])
  })
  test('in tokens where it is not, with what was lost, and what an earlier list cost', () => {
    const earlier = { requests: 1, cost: { tokens: 2_000_000 } } as CostReport['earlier']
    expect(costReport({ ...tokens(12_000, 11_000), overWindow: 2, earlier } as CostReport)).toEqual([
      "4 requests; 80 % of what was sent came from the provider's cache.",
      'Tokens so far:      10.0k in, 500 out',
      'Cost so far:        12.0k input tokens',
      'Sending everything: 11.0k input tokens; Daypack cost 9 % more',
      'No price is known for this model, so everything is counted in input tokens: cached ones at 0.1, written to the cache at 1.25, output at 5.',
      'Without Daypack 2 requests would not have fitted the window at all.',
      'Earlier under this id, before another list of messages began: 1 request, 2.00M input tokens; still in the log.',
    ])
  })
  test('each epoch by itself where there are several with requests', () => {
    const epochs = [
      { ...sum, epoch: 0, requests: 1 },
      { ...sum, epoch: 1, requests: 3, cost: { tokens: 5, dollars: 0.004 }, unmanaged: { tokens: 7, dollars: 0 } },
      { ...sum, epoch: 2, requests: 0 },
    ]
    expect(costReport({ ...report, epochs } as unknown as CostReport).slice(4)).toEqual([
      '  before the first epoch: 1 request, $0.02 instead of $0.04',
      '  after epoch 1: 3 requests, less than $0.01 instead of $0.00',
    ])
    expect(costReport({ ...report, epochs: epochs.slice(0, 1) } as unknown as CostReport)).toHaveLength(4)
  })
  test('small amounts, one request too many, and a price of one side alone', () => {
    const cost = (dollars: number) => costReport({ ...report, cost: { tokens: 1, dollars } })[2]
    expect([0, 0.0099, 0.01].map(cost)).toEqual([
      'Cost so far:        $0.00',
      'Cost so far:        less than $0.01',
      'Cost so far:        $0.01',
    ])
    expect(costReport({ ...report, overWindow: 1 }).at(-1)).toBe(
      'Without Daypack 1 request would not have fitted the window at all.',
    )
    expect(costReport({ ...report, cost: { tokens: 5_550 } })[2]).toBe('Cost so far:        5.5k input tokens')
  })
  test('nothing is said of a saving where there is none', () => {
    expect([tokens(11_000, 11_000), tokens(0, 0)].map((each) => costReport(each)[3])).toEqual([
      'Sending everything: 11.0k input tokens',
      'Sending everything: 0 input tokens',
    ])
  })
})
