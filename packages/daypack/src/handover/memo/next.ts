import type { Evidence } from '../read/evidence.ts'
import { openTasks } from '../read/tasks.ts'
import { shows } from './cues.ts'
import type { Sentence } from './statements.ts'
import { contentWords, isSpokenOf } from './words.ts'

const HEADING =
  /next|to-?do|remaining|left|open|follow|outstanding|upcoming|later|接下来|下一步|待办|剩下|后续|还要|计划/i

/** What was announced long ago and never came is no plan any more. */
const MOST = 6

/** Intentions nothing done since has carried out: announced by the agent, asked for by the user, or on the task list. */
export function nextIn(
  statements: readonly Sentence[],
  evidence: Evidence,
  done: readonly Sentence[],
  decisions: readonly Sentence[],
): Sentence[] {
  const opening = statements.find((one) => one.by === 'user')?.turn ?? 0
  const found = statements.filter(
    (one) =>
      one.turn > opening &&
      !done.includes(one) &&
      !one.asks &&
      !isDecided(one, decisions) &&
      (isAnnounced(one) || isAsked(one)),
  )
  const open = found.filter(
    (one) =>
      !done.some((other) => other.seq > one.seq && isSpokenOf(one.text, [other])) &&
      !(one.by === 'user' && decisions.some((other) => isSpokenOf(one.text, [other], 0.3))),
  )
  const told = open.filter(
    (one, at) =>
      saysWhat(one.text) &&
      !open.slice(at + 1).some((other) => other.by !== one.by && isSpokenOf(one.text, [other], 0.3)),
  )
  const last = statements.at(-1)
  const tasks = openTasks(evidence).map((task): Sentence => ({
    seq: 0,
    by: 'agent',
    text: task.text,
    turn: last?.turn ?? 0,
    asks: false,
    under: '',
    behind: 'nothing',
    isFollowed: false,
  }))
  return [...told.filter(isNew).slice(-MOST).map(announcement), ...tasks]
}

/** A choice says how, not what comes next. */
function isDecided(one: Sentence, decisions: readonly Sentence[]): boolean {
  const isHere = decisions.some(({ seq, text }) => seq === one.seq && text === one.text)
  return isHere && one.by === 'agent' && !shows('later', one.text)
}

function isNew(one: Sentence, at: number, all: readonly Sentence[]): boolean {
  return !all.slice(at + 1).some((later) => later.text === one.text)
}

/** Of clauses joined by semicolons the one that says what is to come. */
function announcement(one: Sentence): Sentence {
  const clauses = one.text.split(/[;；]\s*/)
  return { ...one, text: clauses.find((clause) => shows('intends', clause)) ?? one.text }
}

/** "Will try that": what that is stands elsewhere. */
function saysWhat(text: string): boolean {
  return contentWords(text).size > (/\b(?:that|(?<!on )it|this)\b/i.test(text) ? 3 : 1)
}

/** What the agent is about to do, or put off. */
function isAnnounced(one: Sentence): boolean {
  if (one.by !== 'agent' || one.text.endsWith(':')) return false
  if (HEADING.test(one.under)) return true
  return shows('intends', one.text) && (!one.isFollowed || shows('later', one.text))
}

/** What the user asked for since anything was done. */
function isAsked(one: Sentence): boolean {
  if (one.by !== 'user' || one.isFollowed) return false
  return shows('imperative', one.text) || (shows('wishes', one.text) && !shows('demands', one.text))
}
