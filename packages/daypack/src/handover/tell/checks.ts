import type { Seq } from '../../model/edit.ts'
import type { Event } from '../read/events.ts'
import { short } from './lines.ts'
import { CHECKS, checksIn, isCheck } from '../read/call/programs.ts'

const MOST_FILES = 4

/** A check that nobody has run for so many messages, while others were, says nothing of how things stand. */
const STALE = 300

/** What a number of a message may refer to: the story, or what follows it. */
export type Told = {
  /** The last message the story tells of. */
  readonly to: Seq
  /** What follows it, in words. */
  readonly after: string
}

/** Where a message is told. */
export function placeOf(seq: Seq, { to, after }: Told): string {
  return seq > to ? after : `at [${seq}]`
}

/**
 * What proves how the work stands: the last run of tests, build and lint, and what was changed since. An agent says "all
 * tests pass" more often than it runs them. Empty where no code was changed.
 */
export function checksOf(events: readonly Event[], told: Told): string {
  const last = new Map<string, number>()
  let newest = 0
  for (const [at, event] of events.entries()) {
    if (event.key === undefined) continue
    if (isCheck(event.key)) newest = event.seq
    // A line that went well passed all of its checks; of one that did not only the first is known to have run.
    for (const key of event.state === 'ok' ? checksIn(event.head) : []) last.set(key, at)
    last.set(event.key, at)
  }
  const changes = events.flatMap((event) => (event.state === 'failed' ? [] : event.changed))
  if (!changes.some((path) => CODE.test(path))) return ''
  const parts = CHECKS.flatMap((key) => {
    const at = last.get(key)
    const event = at === undefined ? undefined : events[at]
    if (at === undefined || event === undefined) return key === 'tests' ? ['no test command was run'] : []
    // What came of it nobody can tell: then it proves nothing.
    if (newest - event.seq > STALE || event.state === undefined || event.state === 'unknown') return []
    const since = [...new Set(events.slice(at + 1).flatMap((one) => (one.state === 'failed' ? [] : one.changed)))]
    const more = since.length > MOST_FILES ? ` and ${since.length - MOST_FILES} more` : ''
    const names = since.slice(0, MOST_FILES).map((path) => short(path).split('/').at(-1))
    const changed = since.length === 0 ? '' : `, changed since: ${names.join(', ')}${more}`
    const several = event.state === 'failed' ? checksIn(event.head) : []
    const what = several.length > 1 ? several.join(' or ') : key
    return [`${what} ${HOW[event.state]} ${placeOf(event.seq, told)}${changed}`]
  })
  return parts.length === 0 ? '' : `(Last checks when this was written: ${parts.join('; ')})`
}

const HOW = { ok: 'passed', failed: 'FAILED', rejected: 'not allowed' } as const
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|swift|c|cc|cpp|h|hpp|scala|ex|exs|sh|vue|svelte)$/i
