import { NO_OUTPUT } from '../read/call/outcome.ts'
import { clip } from '../text/clip.ts'
import { isProse } from '../text/sentences.ts'
import type { Event } from '../read/events.ts'

/** A document of which so much stands in a later one was written anew there. */
const MOSTLY = 0.5
/** Shorter lines say nothing by themselves: rules, brackets, blank ones. */
const LEAST_LINE = 9
/** It is looked for in so many documents that follow. */
const NEXT = 8

/** What is told of a document that is gone. */
const GONE = 1_200

/**
 * Of documents that were written again later, under the same name or another, only what the later one left out is told; of
 * those that were removed, only what they began with.
 */
export function withoutRewritten(events: readonly Event[]): Event[] {
  const later: { readonly seq: number; readonly lines: ReadonlySet<string> }[] = []
  const removals: Event[] = []
  const written = new Set<string>()
  const told = (event: Event): Event => {
    if (event.kind === 'command' && REMOVES.test(event.head) && event.state !== 'failed') removals.push(event)
    if (event.kind !== 'change') return event
    const [path = ''] = event.changed
    const isOld = written.has(path)
    written.add(path)
    if (event.cut !== 'page') return event
    const lines = event.text.split('\n').filter((line) => line.trim().length >= LEAST_LINE)
    if (lines.length === 0) return event
    const again = later.slice(-NEXT).findLast((other) => common(lines, other.lines) >= lines.length * MOSTLY)
    later.push({ seq: event.seq, lines: new Set(lines) })
    const { full: _, ...rest } = event
    if (again) {
      const left = lines.filter((line) => !again.lines.has(line))
      const head = `${event.head} (written again at [${again.seq}]${left.length > 0 ? ', which has no longer' : ''})`
      return { ...rest, head, text: left.join('\n') }
    }
    const gone = isOld ? undefined : removals.find(({ head }) => head.includes(nameOf(path)))
    return gone ? { ...rest, head: `${event.head} (removed at [${gone.seq}])`, text: clip(event.text, GONE) } : event
  }
  return events.toReversed().map(told).toReversed()
}

const REMOVES = /(?:^|[;&|]|\$)\s*(?:git\s+)?rm\s/

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function common(lines: readonly string[], others: ReadonlySet<string>): number {
  return lines.filter((line) => others.has(line)).length
}

/** Kinds that print what is elsewhere. */
const PRINTS = new Set<Event['kind']>(['command', 'other', 'report', 'output'])

/**
 * What several outputs print is told with the newest of them: sentences wherever they stand (notes of a record, a catalogue),
 * other lines where the same command printed them (a pane captured again, a log read again).
 */
export function withoutOlderCopies(events: readonly Event[]): Event[] {
  const later = new Set<string>()
  const told = (event: Event): Event => {
    const { full, text } = event
    if (!PRINTS.has(event.kind) || event.key !== undefined || event.state === 'failed' || text === NO_OUTPUT)
      return event
    const key = (line: string): string => `${isProse(line) ? '' : event.head}\n${line.trim()}`
    const lines = (full ?? text).split('\n')
    const isNew = (line: string): boolean => !later.has(key(line))
    const own = lines.filter(isNew)
    const telling = text.split('\n').filter(isNew).join('\n')
    for (const line of lines) if (line.trim().length >= LEAST_LINE) later.add(key(line))
    if (own.length === lines.length) return event
    const rest = own.join('\n').trim() || 'as printed again later'
    return { ...event, text: full === undefined ? rest : telling, ...(full !== undefined && { full: rest }) }
  }
  return events.toReversed().map(told).toReversed()
}
