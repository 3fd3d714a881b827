import type { Seq } from '../../model/edit.ts'
import type { Evidence } from '../read/evidence.ts'
import { clip, flat } from '../text/clip.ts'
import { factsIn } from '../text/facts.ts'
import { identifiers } from '../text/identifiers.ts'
import { withOutput, type Sentence, type Talk } from './statements.ts'
import { shows } from '../text/words.ts'

const ERRORS = 2
const ERROR_CHARS = 200
const HEAD_CHARS = 40

/** Errors nothing has settled since, newest first, with the call that shows them. */
export function errorLines({ trials, tale }: Evidence, covers: (seq: Seq) => boolean): string[] {
  const isFailure = (line: string): boolean =>
    shows('failures', line) && !/\b0 (?:errors?|failed|failures)\b/i.test(line)
  return trials.open
    .filter((trial) => covers(trial.seq))
    .slice(-ERRORS)
    .toReversed()
    .map((trial) => {
      const event = tale.events.findLast((one) => one.seq === trial.callSeq && one.state === 'failed')
      const lines = trial.outcome.lines.filter((line) => !/^\[?exit code/i.test(line))
      const telling = lines.slice(Math.max(0, lines.findIndex(isFailure)))
      return `${clip(flat(event?.head ?? trial.called.tool), HEAD_CHARS)} fails: ${clip(flat(telling.join(' ')), ERROR_CHARS)}`
    })
}

const FACTS = 10
const FACT_CHARS = 160
const LEAST = 1
const NAMES = 12
const SHORT_OUTPUT = 200

/** What else is needed to carry on, and not told above: what the user said and the agent found, by its figures; names to be used as they are. */
export function contextLines(
  talk: Talk,
  { tale }: Evidence,
  told: readonly Sentence[],
  covers: (seq: Seq) => boolean,
  errors: readonly string[],
): string[] {
  const own = talk.sentences.filter((one) => covers(one.seq))
  const isTold = (one: Sentence): boolean => told.some(({ seq, text }) => seq === one.seq && text.includes(one.text))
  const facts = own
    .filter((one) => !one.asks && !one.isSmallTalk && !isTold(one))
    .map((one) => ({ one, worth: worthOf(one, talk) }))
    .filter(({ worth }) => worth >= LEAST)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, FACTS)
    .toSorted((a, b) => a.one.seq - b.one.seq)
    .map(({ one }) => clip(flat(withOutput(one)), FACT_CHARS))
  const shown = [...facts, ...errors].join('\n')
  // Files that were changed, then names that were spoken of or called with, newest first; of those that are part of another only the longer.
  const events = tale.events.toReversed().filter(({ seq }) => covers(seq))
  const changed = events.flatMap((event) => event.changed)
  const called = events.flatMap(({ kind, head, text }) =>
    kind === 'look' || kind === 'command' ? identifiers(`${head} ${text.length < SHORT_OUTPUT ? text : ''}`) : [],
  )
  const all = [
    ...new Set([
      ...changed,
      ...own.toReversed().flatMap((one) => identifiers(one.text)),
      ...called.filter((name) => name.includes('/')),
    ]),
  ]
  const names = all.filter(
    (name) => !shown.includes(name) && !all.some((other) => other !== name && other.includes(name)),
  )
  const known = [...facts, ...(names.length > 0 ? [`Names: ${names.slice(0, NAMES).join(', ')}`] : [])]
  return known.length > 0 ? [known.join(' · ')] : []
}

/** How much is lost when a sentence is: figures and names, a date, what answers a question. */
function worthOf({ by, text, behind, turn }: Sentence, talk: Talk): number {
  const isAnswer = (by === 'user' ? talk.before(turn) : talk.request(turn)).some(({ asks }) => asks)
  const found = by === 'agent' && (behind === 'look' || behind === 'failure')
  const isPlan = by === 'agent' && shows('modal', text)
  return factsIn(text) + (shows('dates', text) ? 1.5 : 0) + (isAnswer ? 1 : 0) + (found ? 0.5 : 0) - (isPlan ? 1 : 0)
}
