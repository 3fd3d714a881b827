import { cost, type CostReport, type Entry, type Tokens } from 'daypack'
import { dayOf, promptTokens } from 'daypack/internal'
import { breaksOf, type CacheBreak } from './breaks.ts'
import { moneyOf, type Money } from './money.ts'
import type { RequestRow, Timeline } from './timeline.ts'

export type CostSum = {
  readonly requests: number
  readonly cost: number
  /** Cost of the same requests with the whole history in them, where that is known. */
  readonly unmanaged?: number
  /** Share of prompt tokens that came from the cache. */
  readonly cached: number
}

export type Spending = {
  readonly currency: Money['currency']
  /** Some requests have no bill in the log: theirs is estimated from what stayed the same between two requests. */
  readonly isEstimated: boolean
  readonly session: CostSum
  readonly epochs: readonly (CostSum & { readonly epoch: number })[]
  readonly days: readonly (CostSum & { readonly name: string })[]
  readonly models: readonly (CostSum & { readonly name: string })[]
  /** Unmanaged requests that would not have fitted the window. */
  readonly overWindow: number
  readonly breaks: readonly CacheBreak[]
  /** Conversations under the same id before the one in view. */
  readonly earlier?: { readonly requests: number; readonly cost: number }
}

export type SpendingOptions = { readonly window?: Tokens; /** Whose calendar names the days. */ readonly zone?: string }

/** What a session cost: in all, by epoch, day and model, against unmanaged, and each break of the cache. */
export function spending(timeline: Timeline, options: SpendingOptions = {}): Spending {
  const { rows, models } = timeline
  const { window, zone = 'UTC' } = options
  const money = moneyOf(timeline)
  const entries = billedEntries(timeline)
  const own = models ? { models } : {}
  const report = cost(entries, window === undefined ? own : { ...own, window })
  const { earlier } = report
  const spent = (of: Sum): CostSum => ({
    requests: of.requests,
    cost: amountIn(of.cost, money.currency),
    unmanaged: amountIn(of.unmanaged, money.currency),
    cached: of.billed.cacheRead / Math.max(1, promptTokens(of.billed)),
  })
  return {
    currency: money.currency,
    isEstimated: rows.some((row) => !row.isBilled),
    session: spent(report),
    epochs: report.epochs.map((stretch) => ({ epoch: stretch.epoch, ...spent(stretch) })),
    days: sumBy(rows, money, ({ at }) => dayOf(at, zone)),
    models: sumBy(rows, money, ({ model }) => model),
    overWindow: report.overWindow,
    breaks: breaksOf(timeline),
    ...(earlier && { earlier: { requests: earlier.requests, cost: amountIn(earlier.cost, money.currency) } }),
  }
}

type Amount = CostReport['cost']
type Sum = Pick<CostReport, 'requests' | 'cost' | 'unmanaged' | 'billed'>

function amountIn(amount: Amount, currency: Money['currency']): number {
  return currency === 'dollars' ? (amount.dollars ?? 0) : amount.tokens
}

function billedEntries({ entries, rows }: Timeline): readonly Entry[] {
  const bills = rows.filter((row) => !row.isBilled)
  if (bills.length === 0) return entries
  const made: Entry[] = []
  let next = 0
  for (const entry of entries) {
    made.push(entry)
    const row = bills[next]
    if (row && row.head <= entry.seq) {
      made.push({ seq: entry.seq, at: row.at, kind: 'usage', usage: row.usage })
      next++
    }
  }
  return made
}

function sumBy(
  rows: readonly RequestRow[],
  money: Money,
  nameOf: (row: RequestRow) => string,
): (CostSum & { name: string })[] {
  return [...Map.groupBy(rows, nameOf)].map(([name, group]) => {
    const prompt = group.reduce((sum, { usage }) => sum + promptTokens(usage), 0)
    const read = group.reduce((sum, { usage }) => sum + usage.cacheRead, 0)
    const cost = group.reduce((sum, each) => sum + money.of(each), 0)
    return { name, requests: group.length, cost, cached: read / Math.max(1, prompt) }
  })
}
