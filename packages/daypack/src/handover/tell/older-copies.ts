import { NO_OUTPUT } from '../read/call/outcome.ts'
import type { Event } from '../read/events.ts'

/** Shorter lines say nothing by themselves: rules, brackets, blank ones. */
const LEAST_LINE = 9

/** Kinds that may say what is elsewhere. */
const PRINTS = new Set<Event['kind']>(['look', 'command', 'search', 'other', 'report', 'output'])

/** A line this long is the same thing whoever printed it; a shorter one where the same command did. */
const LONG = 40

/** What several outputs print is told with the newest of them: findings of a linter, a pane captured again, a catalogue. */
export function withoutOlderCopies(events: readonly Event[]): Event[] {
  const later = new Set<string>()
  const told = (event: Event): Event => {
    const { full, text } = event
    if (!PRINTS.has(event.kind) || text === NO_OUTPUT) return event
    const key = (line: string): string => `${line.trim().length < LONG ? event.head : ''}\n${line.trim()}`
    const lines = (full ?? text).split('\n')
    const isNew = (line: string): boolean => !later.has(key(line))
    const own = lines.filter(isNew)
    const telling = text.split('\n').filter(isNew).join('\n')
    for (const line of lines) if (line.trim().length >= LEAST_LINE) later.add(key(line))
    if (own.length === lines.length) return event
    const rest = own.join('\n').trim() || (event.kind === 'look' ? '' : beginningOf(lines))
    return { ...event, text: full === undefined ? rest : telling, ...(full !== undefined && { full: rest }) }
  }
  return events.toReversed().map(told).toReversed()
}

/** The newest of the outputs may be shortened too: to point at it would promise what is not there. */
function beginningOf(lines: readonly string[]): string {
  const [first = '', ...rest] = lines.filter((line) => line.trim() !== '')
  return rest.length === 0 && first.length < LONG ? first : `${first.slice(0, LONG).trimEnd()} …`
}
