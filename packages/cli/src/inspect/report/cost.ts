import { cost, type CostReport, type Entry } from 'daypack'
import { dayOf, promptTokens } from 'daypack/internal'
import type { CostRow, CostView } from 'daypack-inspector/api'
import { breaksOf } from './breaks.ts'
import { moneyOf, type Money } from './money.ts'
import type { RequestRow, Timeline } from './timeline.ts'

/** `zone`: whose calendar names the days. */
export type CostOptions = { readonly window?: number; readonly zone?: string }

/** What a session cost: in all, by epoch, day and model, against unmanaged, and each break of the cache. */
export function costView(timeline: Timeline, name: string, { window, zone = 'UTC' }: CostOptions = {}): CostView {
  const { rows, models } = timeline
  const money = moneyOf(timeline)
  const { currency } = money
  const report = cost(billedEntries(timeline), { ...(models && { models }), ...(window !== undefined && { window }) })
  const { earlier } = report
  const estimated = rows.some((row) => !row.isBilled)
  const row = (name: string, { requests, cost, unmanaged, billed }: Sum): CostRow => ({
    name,
    requests,
    cost: amountIn(cost, currency),
    cached: billed.cacheRead / Math.max(1, promptTokens(billed)),
    estimated,
    unmanaged: amountIn(unmanaged, currency),
  })
  const rowsBy = (nameOf: (row: RequestRow) => string): CostRow[] =>
    [...Map.groupBy(rows, nameOf)].map(([name, group]) => ({ ...sumOf(group, money), name, estimated }))
  return {
    currency,
    session: row(name, report),
    epochs: report.epochs.map((each) =>
      row(each.epoch === 0 ? 'before the first epoch' : `since epoch ${each.epoch}`, each),
    ),
    days: rowsBy(({ at }) => dayOf(at, zone)),
    models: rowsBy(({ model }) => model || 'not named'),
    overWindow: report.overWindow,
    breaks: breaksOf(timeline),
    ...(earlier && { earlier: { requests: earlier.requests, cost: amountIn(earlier.cost, currency) } }),
  }
}

type Sum = Pick<CostReport, 'requests' | 'cost' | 'unmanaged' | 'billed'>

export function amountIn(amount: CostReport['cost'], currency: Money['currency']): number {
  return currency === 'dollars' ? (amount.dollars ?? 0) : amount.tokens
}

/** With the bills that are not in the log: estimated from what stayed the same between two requests. */
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

function sumOf(rows: readonly RequestRow[], money: Money) {
  const sum = (of: (row: RequestRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const prompt = sum(({ usage }) => promptTokens(usage))
  const cached = sum(({ usage }) => usage.cacheRead) / Math.max(1, prompt)
  return { requests: rows.length, cost: sum(money.of), cached }
}
