import { cost, type Billed, type CostReport, type Entry, type Millis, type Tokens } from 'daypack'
import { conversationStart, dayOf, promptTokens } from 'daypack/internal'
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
  readonly days: readonly (CostSum & { readonly day: string })[]
  readonly models: readonly (CostSum & { readonly model: string })[]
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
    days: byDay(entries.slice(conversationStart(entries)), rows, own, (at) => dayOf(at, zone)).map(({ day, of }) => ({
      day,
      ...spent(of),
    })),
    models: byModel(rows, money),
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

function byDay(
  entries: readonly Entry[],
  rows: readonly RequestRow[],
  own: Pick<Timeline, 'models'>,
  dayAt: (at: Millis) => string,
): { day: string; of: Sum }[] {
  const days = [...Map.groupBy(rows, ({ at }) => dayAt(at))]
  let before: Sum = cost([])
  return days.map(([day, group]) => {
    const head = group.at(-1)?.head ?? 0
    const next = rows.find((row) => row.head > head)
    const until = cost(next ? entries.filter((entry) => entry.at < next.at || entry.seq <= head) : entries, own)
    const of = minus(until, before)
    before = until
    return { day, of }
  })
}

function minus(a: Sum, b: Sum): Sum {
  const amount = (one: Amount, other: Amount): Amount => ({
    tokens: one.tokens - other.tokens,
    dollars: (one.dollars ?? 0) - (other.dollars ?? 0),
  })
  const less = (what: 'input' | 'cacheRead' | 'cacheWrite' | 'output') => a.billed[what] - b.billed[what]
  const billed: Billed = {
    input: less('input'),
    cacheRead: less('cacheRead'),
    cacheWrite: less('cacheWrite'),
    output: less('output'),
  }
  const requests = a.requests - b.requests
  return { requests, cost: amount(a.cost, b.cost), unmanaged: amount(a.unmanaged, b.unmanaged), billed }
}

function byModel(rows: readonly RequestRow[], money: Money): (CostSum & { model: string })[] {
  return [...Map.groupBy(rows, ({ model }) => model)].map(([model, group]) => {
    const prompt = group.reduce((sum, { usage }) => sum + promptTokens(usage), 0)
    const read = group.reduce((sum, { usage }) => sum + usage.cacheRead, 0)
    const paid = group.reduce((sum, each) => sum + money.of(each), 0)
    return { model, requests: group.length, cost: paid, cached: read / Math.max(1, prompt) }
  })
}
