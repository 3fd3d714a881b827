import type { Seq } from '../../model/edit.ts'
import type { Timeline } from '../read/events.ts'
import { clip, flat } from '../text/clip.ts'
import { factsIn } from '../text/facts.ts'
import { identifiers } from '../text/identifiers.ts'
import { shows } from '../text/words.ts'
import type { Sentence, Talk } from './statements.ts'

const ERRORS = 2
const ERROR_CHARS = 200
const HEAD_CHARS = 40

/** Errors nothing has settled since, newest first, with the call that shows them. */
export function errorLines({ failures, events }: Timeline, covers: (seq: Seq) => boolean): string[] {
  const isFailure = (line: string): boolean =>
    shows('failures', line) && !/\b0 (?:errors?|failed|failures)\b/i.test(line)
  const failed = failures.open.filter((failure) => covers(failure.seq)).slice(-ERRORS)
  return failed.toReversed().map((failure) => {
    const { head = '', text = '' } = events[failure.events.at(-1) ?? -1] ?? {}
    const lines = text.replace(/^FAILED: /, '').split('\n')
    const telling = lines.slice(Math.max(0, lines.findIndex(isFailure)))
    return `${clip(flat(head), HEAD_CHARS)} fails: ${clip(flat(telling.join(' ')), ERROR_CHARS)}`
  })
}

const FACTS = 10
const FACT_CHARS = 160
const NAMES = 12
const SHORT_OUTPUT = 200

/** What else is needed to carry on, and not told above: what was said with figures and names, and names to be used as they are. */
export function contextLines(
  talk: Talk,
  { events }: Timeline,
  told: readonly Sentence[],
  covers: (seq: Seq) => boolean,
  errors: readonly string[],
): string[] {
  const own = talk.sentences.filter((one) => covers(one.seq))
  const isTold = (one: Sentence): boolean => told.some(({ seq, text }) => seq === one.seq && text.includes(one.text))
  const facts = own
    .filter((one) => !one.asks && !isTold(one))
    .map((one) => ({ one, worth: worthOf(one, talk) }))
    .filter(({ worth }) => worth >= 1)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, FACTS)
    .toSorted((a, b) => a.one.seq - b.one.seq)
    .map(({ one }) => clip(flat(one.text), FACT_CHARS))
  const shown = [...facts, ...errors].join('\n')
  // Files that were changed, names that were spoken of, paths that were called with, newest first; of those that are part of another only the longer.
  const newest = events.toReversed().filter(({ seq }) => covers(seq))
  const called = newest.flatMap(({ kind, head, text }) =>
    kind === 'look' || kind === 'command' ? identifiers(`${head} ${text.length < SHORT_OUTPUT ? text : ''}`) : [],
  )
  const all = new Set([
    ...newest.flatMap((event) => event.changed),
    ...own.toReversed().flatMap((one) => identifiers(one.text)),
    ...called.filter((name) => name.includes('/')),
  ])
  const names = [...all].filter(
    (name) => !shown.includes(name) && ![...all].some((other) => other !== name && other.includes(name)),
  )
  const known = [...facts, ...(names.length > 0 ? [`Names: ${names.slice(0, NAMES).join(', ')}`] : [])]
  return known.length > 0 ? [known.join(' · ')] : []
}

/** How much is lost when a sentence is: figures and names, what answers a question. */
function worthOf({ by, text, turn }: Sentence, talk: Talk): number {
  const isAnswer = (by === 'user' ? talk.before(turn) : talk.request(turn)).some(({ asks }) => asks)
  const isPlan = by === 'agent' && shows('modal', text)
  return factsIn(text) + (isAnswer ? 1 : 0) - (isPlan ? 1 : 0)
}
