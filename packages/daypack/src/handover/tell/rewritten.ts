import { NO_OUTPUT } from '../read/call/outcome.ts'
import type { Event } from '../read/events.ts'
import type { Seq } from '../../model/edit.ts'

/** Shorter lines say nothing by themselves: rules, brackets, blank ones. */
const LEAST_LINE = 9

/** Of files that were written whole again later only that they were changed. */
export function withoutRewritten(events: readonly Event[]): Event[] {
  const written = new Map<string, Seq>()
  const told = (event: Event): Event => {
    if (event.kind !== 'change' || event.state === 'failed') return event
    const [path = ''] = event.changed
    const again = written.get(path)
    if (event.head.startsWith('write ')) written.set(path, event.seq)
    if (again === undefined) return event
    const { full: _, ...rest } = event
    return { ...rest, head: `${event.head} (written again at [${again}])`, text: '' }
  }
  return events.toReversed().map(told).toReversed()
}

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
    const rest = own.join('\n').trim() || (event.kind === 'look' ? '' : 'as printed again later')
    return { ...event, text: full === undefined ? rest : telling, ...(full !== undefined && { full: rest }) }
  }
  return events.toReversed().map(told).toReversed()
}
