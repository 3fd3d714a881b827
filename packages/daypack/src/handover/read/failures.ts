import type { Seq } from '../../model/edit.ts'
import type { ToolTable } from '../../tools/table.ts'
import type { Called } from './call/outcome.ts'
import type { Event } from './events.ts'
import { settles, things, type Thing } from './same-thing.ts'

/** A call that failed and did more than look. */
export type FailedTry = {
  /** The message of its result. */
  readonly seq: Seq
  readonly thing: Thing
  /** The message of the next try of the same thing, however that went. */
  retriedAt?: Seq
  /** Where its event stands, and those of the failed tries before it. */
  readonly events: readonly number[]
}

/** The try that took the place of a failure, and whether it is known to have gone well. */
export type Settled = {
  readonly seq: Seq
  readonly isSure: boolean
  /** Where it is told; default: at its number. */
  readonly place?: string
}

/** What failed in a conversation: all of it, and what nothing later has settled; oldest first. */
export type FailedTries = { readonly all: FailedTry[]; readonly open: FailedTry[] }

/** More open failures than this are not followed: the oldest fall off. */
const MAX_OPEN = 200

/** Any later try of the same thing takes the place of a failure: only what the log proves open is called open. */
export function settle(
  { all, open }: FailedTries,
  events: Event[],
  tried: { readonly at: number; readonly called: Called; readonly seq: Seq },
  tools?: ToolTable,
): void {
  const { state, looked, seq } = events[tried.at] as Event
  if (state === 'rejected') return
  const done = things(tried.called, tools)
  const before: number[] = []
  for (const failure of open.filter(({ thing }) => done.some((later) => settles(later, thing)))) {
    failure.retriedAt = tried.seq
    before.push(...failure.events)
    open.splice(open.indexOf(failure), 1)
  }
  const last = done.at(-1)
  if (state !== 'failed')
    for (const at of before) events[at] = { ...(events[at] as Event), settled: { seq, isSure: state === 'ok' } }
  else if (last && !looked) {
    const failure: FailedTry = { seq: tried.seq, thing: last, events: [...before, tried.at] }
    all.push(failure)
    open.push(failure)
    if (open.length > MAX_OPEN) open.shift()
  }
}
