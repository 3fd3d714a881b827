import { cost, type CostReport } from 'daypack'
import type { CostBreak, CostRow, CostView } from 'daypack-inspector/api'
import { moneyOf, priceOfTokens } from './money.ts'
import { billedEntries } from './outline.ts'
import type { OpenSession, Reader } from './reader.ts'
import type { RequestRow } from './timeline.ts'

const TTL_MS = 5 * 60_000
/** A drop of no more than this share is noise. */
const WHOLE = 0.95

/** What a session cost, by epoch, day and model; against unmanaged; and every break of the cache with its cause. */
export async function costView(session: OpenSession, reader: Reader, window: number): Promise<CostView> {
  const { rows } = session
  const { currency } = moneyOf(rows)
  const report = cost(billedEntries(session.entries, rows), { window })
  const isEstimated = rows.some((row) => !row.isBilled)
  const row = (name: string, of: Pick<CostReport, 'requests' | 'cost' | 'unmanaged' | 'billed'>): CostRow => ({
    name,
    requests: of.requests,
    cost: said(of.cost, currency),
    unmanaged: said(of.unmanaged, currency),
    cached: of.billed.cacheRead / Math.max(1, of.billed.input + of.billed.cacheRead + of.billed.cacheWrite),
    estimated: isEstimated,
  })
  const zone = reader.driver.zone
  return {
    currency,
    session: row(session.id, report),
    epochs: report.epochs.map((stretch) =>
      row(stretch.epoch === 0 ? 'before the first epoch' : `since epoch ${stretch.epoch}`, stretch),
    ),
    days: byDay(session, zone).map(({ name, of }) => row(name, of)),
    models: byModel(rows, isEstimated),
    sessions: await allSessions(reader),
    overWindow: report.overWindow,
    breaks: breaksOf(session),
  }
}

function said(amount: { readonly tokens: number; readonly dollars?: number }, currency: string): number {
  return currency === 'dollars' ? (amount.dollars ?? 0) : amount.tokens
}

type Sum = Pick<CostReport, 'requests' | 'cost' | 'unmanaged' | 'billed'>

/** What each day added to the report up to its end. */
function byDay({ entries, rows }: OpenSession, zone: string): { name: string; of: Sum }[] {
  const all = billedEntries(entries, rows)
  const days = [...Map.groupBy(rows, ({ at }) => dayName(at, zone))]
  let before = cost([])
  return days.map(([name, group]) => {
    const head = group.at(-1)?.head ?? 0
    const next = rows.find((row) => row.head > head)
    const until = cost(next ? all.filter((entry) => entry.at < next.at || entry.seq <= head) : all)
    const of = minus(until, before)
    before = until
    return { name, of }
  })
}

function minus(a: Sum, b: Sum): Sum {
  const amount = (one: CostReport['cost'], other: CostReport['cost']) => ({
    tokens: one.tokens - other.tokens,
    dollars: (one.dollars ?? 0) - (other.dollars ?? 0),
  })
  return {
    requests: a.requests - b.requests,
    cost: amount(a.cost, b.cost),
    unmanaged: amount(a.unmanaged, b.unmanaged),
    billed: {
      input: a.billed.input - b.billed.input,
      cacheRead: a.billed.cacheRead - b.billed.cacheRead,
      cacheWrite: a.billed.cacheWrite - b.billed.cacheWrite,
      output: a.billed.output - b.billed.output,
    },
  }
}

function byModel(rows: readonly RequestRow[], estimated: boolean): CostRow[] {
  const money = moneyOf(rows)
  return [...Map.groupBy(rows, ({ model }) => model || 'not named')].map(([name, group]) => {
    const prompt = group.reduce((sum, { usage }) => sum + usage.input + usage.cacheRead + usage.cacheWrite, 0)
    const read = group.reduce((sum, { usage }) => sum + usage.cacheRead, 0)
    const paid = group.reduce((sum, each) => sum + money.of(each), 0)
    return { name, requests: group.length, cost: paid, cached: read / Math.max(1, prompt), estimated }
  })
}

function dayName(at: number, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)
}

async function allSessions(reader: Reader): Promise<CostRow[]> {
  const rows: CostRow[] = []
  for (const id of await reader.sessions()) {
    const found = await reader.session(id).catch(() => undefined)
    if (!found || found.rows.length === 0) continue
    const report = cost(billedEntries(found.entries, found.rows))
    const { currency } = moneyOf(found.rows)
    rows.push({
      name: id,
      requests: report.requests,
      cost: said(report.cost, currency),
      unmanaged: said(report.unmanaged, currency),
      cached: report.cached,
      estimated: found.rows.some((row) => !row.isBilled),
    })
  }
  return rows
}

/** Requests that read less from the cache than the one before left there. */
function breaksOf(session: OpenSession): CostBreak[] {
  const { rows, view } = session
  return rows.flatMap((row, request): CostBreak[] => {
    const before = rows[request - 1]
    if (!before) return []
    const expected = row.isBilled ? before.usage.cacheRead + before.usage.cacheWrite : before.total
    const { cacheRead: read } = row.usage
    if (expected < 1_024 || read >= expected * WHOLE) return []
    const batch = view.batches.find(
      (each) => each.seq > before.head && each.seq <= row.head && each.epoch !== undefined,
    )
    const idle = row.at - before.at
    const cause = batch
      ? `epoch: ${batch.by}, ${batch.why}`
      : before.model !== row.model
        ? `the model changed from ${before.model || '?'} to ${row.model || '?'}`
        : idle > TTL_MS
          ? `${Math.round(idle / 60_000)} minutes without a request; the cache lives ${TTL_MS / 60_000}`
          : row.same < expected * WHOLE
            ? 'the caller changed what it had sent before'
            : 'the provider dropped its entry, although nothing sent changed'
    const lost = Math.max(0, expected - read)
    const money = priceOfTokens(lost, 'cacheWrite', rows) - priceOfTokens(lost, 'cacheRead', rows)
    return [{ request, at: row.at, expected, read, cause, money }]
  })
}
