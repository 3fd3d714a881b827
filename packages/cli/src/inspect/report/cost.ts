import { cost, type CostReport, type Entry, type Tokens } from 'daypack'
import { dayOf, promptTokens } from 'daypack/internal'
import type { CostRow, CostView, CostBreak } from 'daypack-inspector/api'
import { moneyOf, type Money } from './money.ts'
import { cacheMs, type RequestRow, type Timeline } from './timeline.ts'
import { plainWhy } from '../../show/words.ts'

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

function amountIn(amount: CostReport['cost'], currency: Money['currency']): number {
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

const WHOLE = 0.95
/** Providers cache nothing smaller. */
const LEAST = 1_024

/** The requests that read less from the cache than the one before had left there. */
export function breaksOf(timeline: Timeline): CostBreak[] {
  const { rows } = timeline
  const money = moneyOf(timeline)
  return rows.flatMap((row, request): CostBreak[] => {
    const before = rows[request - 1]
    if (!before) return []
    const expected = row.isBilled ? before.usage.cacheRead + before.usage.cacheWrite : before.total
    const { cacheRead: read } = row.usage
    if (expected < LEAST || read >= expected * WHOLE) return []
    const lost = Math.max(0, expected - read)
    const again = money.ofTokens(lost, 'cacheWrite') - money.ofTokens(lost, 'cacheRead')
    return [{ request, at: row.at, expected, read, cause: causeOf(timeline, before, row, expected), money: again }]
  })
}

function causeOf({ view, models }: Timeline, before: RequestRow, row: RequestRow, expected: Tokens): string {
  const batch = view.batches.find((each) => each.seq > before.head && each.seq <= row.head && each.epoch !== undefined)
  if (batch) return `epoch: ${batch.by}, ${plainWhy(batch.why)}`
  if (before.model !== row.model) return `the model changed from ${before.model || '?'} to ${row.model || '?'}`
  const idle = row.at - before.at
  const lives = cacheMs(row.model, models)
  if (idle > lives)
    return `${Math.round(idle / 60_000)} minutes without a request; the cache lives ${lives / 60_000} minutes`
  if (row.same < expected * WHOLE) return 'the caller changed what it had sent before'
  return 'the provider dropped its entry, although nothing sent changed'
}
