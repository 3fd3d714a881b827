import type { Seq } from '../../model/edit.ts'
import type { Evidence } from '../read/evidence.ts'
import { clip, flat } from '../text/clip.ts'
import { factsIn } from '../text/facts.ts'
import { identifiers } from '../text/identifiers.ts'
import type { Sentence } from './statements.ts'
import { shows } from './words.ts'

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

const FACTS = 8
const FACT_CHARS = 160
const LEAST = 1.5
const NAMES = 12

/** What else is needed to carry on: what the user told and the agent found, by its figures; and names to be used as they are. */
export function contextLines(
  statements: readonly Sentence[],
  { tale }: Evidence,
  told: readonly Sentence[],
  covers: (seq: Seq) => boolean,
  errors: readonly string[],
): string[] {
  const own = statements.filter((one) => covers(one.seq))
  const isTold = (one: Sentence): boolean => told.some(({ seq, text }) => seq === one.seq && text.includes(one.text))
  const isOrder = ({ by, text }: Sentence): boolean =>
    by === 'user' && (shows('imperative', text) || shows('wishes', text))
  const facts = own
    .filter((one) => !isTold(one) && !one.asks && !isOrder(one) && worth(one) >= LEAST)
    .toSorted((a, b) => worth(b) - worth(a))
    .slice(0, FACTS)
    .toSorted((a, b) => a.seq - b.seq)
    .map((one) => clip(flat(one.text), FACT_CHARS))
  const shown = [...facts, ...errors].join('\n')
  // Files that were changed, then names that were spoken of, newest first; of those that are part of another only the longer.
  const changed = tale.events.toReversed().flatMap((event) => (covers(event.seq) ? event.changed : []))
  const all = [...new Set([...changed, ...own.toReversed().flatMap((one) => identifiers(one.text))])]
  const names = all.filter(
    (name) => !shown.includes(name) && !all.some((other) => other !== name && other.includes(name)),
  )
  const known = [...facts, ...(names.length > 0 ? [`Names: ${names.slice(0, NAMES).join(', ')}`] : [])]
  return known.length > 0 ? [known.join(' · ')] : []
}

/** How much is lost when a sentence is: figures and names, a date, what was found by looking. */
function worth({ text, behind }: Sentence): number {
  return factsIn(text) + (shows('dates', text) ? 1.5 : 0) + (behind === 'look' ? 0.5 : 0)
}
