import type { Tokens } from 'daypack'
import type { CostBreak } from 'daypack-inspector/api'
import { plainWhy } from '../../show/words.ts'
import { moneyOf } from './money.ts'
import { cacheMs, type RequestRow, type Timeline } from './timeline.ts'

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
