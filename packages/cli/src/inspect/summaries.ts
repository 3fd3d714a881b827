import { isDaypackError, reasonOf } from 'daypack'
import { epochGroups } from 'daypack/internal'
import type { CostBreak, SessionSummary, Summaries } from 'daypack-inspector/api'
import { count, linesOf } from '../show/words.ts'
import { nameOf, type OpenSession, type Reader } from './reader.ts'
import { costView } from './report/cost.ts'

/** Sessions that are looked at, the newest first. */
const MOST = 200

/** Every session with its cost and its trouble. */
export async function summaries(reader: Reader, windowFor: (model: string | undefined) => number): Promise<Summaries> {
  const all = await reader.list()
  const rows: SessionSummary[] = []
  for (const row of all.slice(0, MOST)) rows.push(await summaryOf(reader, row, windowFor))
  return { rows, more: Math.max(0, all.length - MOST) }
}

async function summaryOf(
  reader: Reader,
  row: { id: string; last: number },
  windowFor: (model: string | undefined) => number,
): Promise<SessionSummary> {
  const { scope = '', own } = nameOf(row.id)
  const named = { ...row, scope, name: own }
  try {
    const session = await reader.session(row.id)
    const window = windowFor(session.rows.at(-1)?.model || undefined)
    const { session: costs, currency, breaks, earlier } = costView(session, own, { window })
    return {
      ...named,
      messages: session.view.slots.length,
      epochs: epochGroups(session.view).size,
      costs: { ...costs, currency },
      ...(earlier && { earlier: earlier.cost }),
      trouble: troubleOf(session, breaks),
    }
  } catch (error) {
    const why = isDaypackError(error) ? error.message : reasonOf(error)
    return { ...named, messages: 0, epochs: 0, trouble: [`cannot be read: ${why}`] }
  }
}

/** What a person should look at, in words. */
function troubleOf({ view, rows }: OpenSession, breaks: readonly CostBreak[]): string[] {
  const data = (name: string): unknown => view.marks.get(name)?.data
  const window = data('window') as { tokens?: number; of?: number } | undefined
  const failures = Object.entries((data('failed') as Record<string, number> | undefined) ?? {})
  const abandoned = data('abandoned') as { used: number; usable: number } | undefined
  const isSince = (view.marks.get('abandoned')?.seq ?? 0) > (view.marks.get('epoch')?.seq ?? 0)
  const unforced = breaks.filter(({ cause }) => /^the (?:caller|provider) /.test(cause))
  const limit = window?.tokens ?? Infinity
  const last = rows.at(-1)?.total ?? 0
  return linesOf(
    window?.tokens !== undefined &&
      window.of === undefined &&
      `a request was refused as too long: the window is taken for ${window.tokens} tokens since`,
    last > limit && `the last request was larger than the window: ${last} tokens`,
    failures.filter(([, times]) => times > 0).map(([pass, times]) => `${pass} failed ${count(times, 'time')} in a row`),
    abandoned &&
      isSince &&
      abandoned.used > abandoned.usable &&
      'the window is full, and nothing could be made shorter',
    unforced.length > 0 &&
      `the cache was lost ${count(unforced.length, 'time')} without need: ${unforced.at(-1)?.cause}`,
  )
}
