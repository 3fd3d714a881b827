import type { Seq } from '../../model/edit.ts'
import { clip, flat } from '../text/clip.ts'
import type { Evidence } from '../read/evidence.ts'
import { factsIn } from '../text/facts.ts'
import { identifiers } from '../text/identifiers.ts'
import { shows } from './cues.ts'
import type { Sentence } from './statements.ts'

const ERRORS = 2
const FACTS = 8
const FACT_CHARS = 160
const LEAST = 1.5
const NAMES = 12
const ERROR_CHARS = 200
const HEAD_CHARS = 40

/** Errors nothing has mended since, newest first, with the call that shows them. */
export function errorLines({ trials, tale }: Evidence, covers: (seq: Seq) => boolean): string[] {
  const open = trials.open.filter((trial) => covers(trial.seq))
  const newest = trials.all.findLast((trial) => covers(trial.seq) && trial.outcome.lines.some(isFailure))
  const shown = newest && !newest.settledBy && !open.includes(newest) && !isMended(newest) ? [...open, newest] : open
  return shown
    .toSorted((a, b) => a.seq - b.seq)
    .slice(-ERRORS)
    .toReversed()
    .map((trial) => {
      const event = tale.events.findLast((one) => one.seq === trial.callSeq && one.state === 'failed')
      const lines = trial.outcome.lines.filter((line) => !/^\[?exit code/i.test(line))
      const telling = lines.slice(Math.max(0, lines.findIndex(isFailure)))
      return `${clip(flat(event?.head ?? trial.called.tool), HEAD_CHARS)} fails: ${clip(flat(telling.join(' ')), ERROR_CHARS)}`
    })

  /** A change, and something that went well behind it. */
  function isMended(failure: { readonly seq: Seq }): boolean {
    return trials.all.some(
      (later) => later.seq > failure.seq && !later.outcome.looked && !later.outcome.lines.some(isFailure),
    )
  }
}

function isFailure(line: string): boolean {
  return shows('failures', line) && !/\b0 (?:errors?|failed|failures)\b/i.test(line)
}

/** What else is needed to carry on: what the user told and the agent found, by its figures; and names to be used as they are. */
export function contextLines(
  statements: readonly Sentence[],
  evidence: Evidence,
  told: readonly Sentence[],
  covers: (seq: Seq) => boolean,
  errors: readonly string[],
): string[] {
  const own = statements.filter((one) => covers(one.seq))
  const isTold = (one: Sentence) => told.some(({ seq, text }) => seq === one.seq && text.includes(one.text))
  const facts = own
    .filter((one) => !isTold(one) && !one.asks && !isOrder(one) && worth(one) >= LEAST)
    .toSorted((a, b) => worth(b) - worth(a))
    .slice(0, FACTS)
    .toSorted((a, b) => a.seq - b.seq)
    .map((one) => clip(flat(one.text), FACT_CHARS))
  const shown = [...facts, ...errors].join('\n')
  const names = namesOf(own, evidence, covers).filter((name) => !shown.includes(name))
  const known = [...facts, ...(names.length > 0 ? [`Names: ${names.slice(0, NAMES).join(', ')}`] : [])]
  return known.length > 0 ? [known.join(' · ')] : []
}

function isOrder({ by, text }: Sentence): boolean {
  return by === 'user' && (shows('imperative', text) || shows('wishes', text))
}

/** How much is lost when a sentence is: figures and names, an error, what was found by looking. */
function worth(one: Sentence): number {
  return (
    factsIn(one.text) +
    (ERROR_NAME.test(one.text) || shows('dates', one.text) ? 1.5 : 0) +
    (one.behind === 'look' ? 0.5 : 0)
  )
}

const ERROR_NAME = /\b[A-Z]\w*(?:Error|Exception)\b|失败|报错/

/** Files that were changed, then names that were spoken of, newest first; of those that are part of another only the longer. */
function namesOf(statements: readonly Sentence[], { tale }: Evidence, covers: (seq: Seq) => boolean): string[] {
  const named = statements.toReversed().flatMap((one) => [...identifiers(one.text), ...calledNames(one.text)])
  const changed = tale.events.toReversed().flatMap((event) => (covers(event.seq) ? event.changed : []))
  const all = [...new Set([...changed, ...named])]
  return all.filter((name) => !all.some((other) => other !== name && other.includes(name)))
}

function calledNames(text: string): string[] {
  return [...text.matchAll(/`([^`\n]{3,60})`|\b([A-Za-z_$][\w$.]{2,60})\(\)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
}
