import type { Sentence } from './statements.ts'
import { contentWords, isSpokenOf, shows } from './words.ts'

export type Progress = {
  readonly done: readonly Sentence[]
  readonly inProgress: readonly Sentence[]
  readonly blocked: readonly Sentence[]
}

/** What was done and how it came out, what is under way, what is in the way at the end. */
export function progressIn(statements: readonly Sentence[], decisions: readonly Sentence[]): Progress {
  // A choice that was carried out is something done, too.
  const own = statements.filter(
    (one) => one.by === 'agent' && !one.asks && (!decisions.includes(one) || (one.behind === 'change' && isDone(one))),
  )
  const isOver = (one: Sentence): boolean =>
    own.some(
      (other) =>
        other.seq > one.seq && (isDone(other) || (isSpokenOf(one.text, other.text) && shows('done', other.text))),
    )
  const isOpen = (one: Sentence): boolean => one.behind !== 'look' && !isOver(one)
  const blocked = own.filter((one) => isBlocked(one) && isOpen(one))
  const inProgress = own.filter((one) => shows('underway', one.text) && isOpen(one) && !blocked.includes(one))
  const done = own.filter((one) => isDone(one) && !blocked.includes(one) && !inProgress.includes(one))
  return { done, inProgress, blocked }
}

const DONE_HEADING =
  /done|finished|complete|changes|changed|what i did|so far|progress|fixed|added|已完成|完成|进展|改动|修改|做了/i
const NEXT_HEADING =
  /next|to-?do|remaining|left|open|follow|outstanding|upcoming|later|接下来|下一步|待办|剩下|后续|还要|计划/i

/** Told by the agent behind something it did, in the words of a result. */
function isDone(one: Sentence): boolean {
  if (DONE_HEADING.test(one.under) && !NEXT_HEADING.test(one.under)) return true
  if (isBlocked(one) || isAhead(one.text)) return false
  return shows('done', one.text) && (one.behind === 'change' || FIRST_PERSON.test(one.text))
}

/** Nothing but the agent's own word for it. */
const FIRST_PERSON =
  /^(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:\w+ )?(?:\w{3,}(?:ed|t)|wrote|made|ran|drew|found|chose)\b|^(?:done|fixed|changed|limited): |^(?!noted|agreed|needed|based|supposed)\w{3,}ed\b|\b(?:is|are) (?:now )?(?:done|finished|ready|live|in place)\b|已|[写做改修画列查算建加换装订](?:完|好)?了|(?:准备|整理)好了/i

function isBlocked(one: Sentence): boolean {
  return shows('blocked', one.text) && one.behind !== 'look' && !isAhead(one.text)
}

function isAhead(text: string): boolean {
  return /^(?:let me|i'll|i will|then i'll|once|next|will|接下来|下一步)|我(?:先|来|会)/i.test(text)
}

/** What was announced long ago and never came is no plan any more. */
const MOST = 6
const SAME = 0.3

/** Intentions nothing done since has carried out: announced by the agent, or asked for by the user. */
export function nextIn(
  statements: readonly Sentence[],
  done: readonly Sentence[],
  decisions: readonly Sentence[],
): Sentence[] {
  const opening = statements.find((one) => one.by === 'user')?.turn ?? 0
  const found = statements.filter(
    (one) =>
      one.turn > opening &&
      !one.asks &&
      !done.includes(one) &&
      (one.by === 'agent' ? isAnnounced(one, decisions.includes(one)) : isAsked(one)) &&
      !done.some((other) => other.seq > one.seq && isSpokenOf(one.text, other.text)) &&
      !(one.by === 'user' && decisions.some((other) => isSpokenOf(one.text, other.text, SAME))),
  )
  return found
    .filter(
      (one, at) =>
        saysWhat(one.text) &&
        !found.slice(at + 1).some((other) => other.by !== one.by && isSpokenOf(one.text, other.text, SAME)),
    )
    .slice(-MOST)
}

/** "Will try that": what that is stands elsewhere. */
function saysWhat(text: string): boolean {
  return contentWords(text).size > (/\b(?:that|(?<!on )it|this)\b/i.test(text) ? 3 : 1)
}

/** What the agent is about to do, or put off; a choice says how, not what comes next. */
function isAnnounced(one: Sentence, isDecided: boolean): boolean {
  if (one.text.endsWith(':') || (isDecided && !shows('later', one.text))) return false
  if (NEXT_HEADING.test(one.under)) return true
  return shows('intends', one.text) && (!one.isFollowed || shows('later', one.text))
}

/** What the user asked for since anything was done. */
function isAsked({ isFollowed, text }: Sentence): boolean {
  return !isFollowed && (shows('imperative', text) || (shows('wishes', text) && !shows('demands', text)))
}
