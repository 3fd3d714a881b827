import { shows } from './cues.ts'
import type { Sentence } from './statements.ts'
import { isSpokenOf } from './words.ts'

export type Progress = {
  readonly done: readonly Sentence[]
  readonly inProgress: readonly Sentence[]
  readonly blocked: readonly Sentence[]
}

const HEADING =
  /done|finished|complete|changes|changed|what i did|so far|progress|fixed|added|已完成|完成|进展|改动|修改|做了/i

/** What was done and how it came out, what is under way, what is in the way at the end. */
export function progressIn(statements: readonly Sentence[], decisions: readonly Sentence[]): Progress {
  const own = statements.filter(
    (one) =>
      !one.asks &&
      // A choice that was carried out is a deed, too.
      (isDeed(one) || !decisions.some(({ seq, text }) => seq === one.seq && text === one.text)),
  )
  const isOver = (one: Sentence): boolean =>
    own.some(
      (other) => other.seq > one.seq && (isDone(other) || (isSpokenOf(one.text, [other]) && shows('done', other.text))),
    )
  const blocked = own.filter((one) => isBlocked(one) && !isOver(one))
  const inProgress = own.filter((one) => isUnderway(one) && !blocked.includes(one) && !isOver(one))
  const done = own.filter((one) => isDone(one) && !blocked.includes(one) && !inProgress.includes(one))
  return { done, inProgress, blocked }
}

function isDeed(one: Sentence): boolean {
  return one.by === 'agent' && one.behind === 'change' && shows('done', one.text) && !isAhead(one.text)
}

/** Told by the agent behind a deed, in the words of a result. */
function isDone(one: Sentence): boolean {
  if (one.by !== 'agent') return false
  if (HEADING.test(one.under) && !/next|to-?do|remaining|接下来|下一步|待办/i.test(one.under)) return true
  if (isBlocked(one) || isAhead(one.text)) return false
  return shows('done', one.text) && (one.behind === 'change' || FIRST_PERSON.test(one.text))
}

/** Nothing but the agent's own word for it. */
const FIRST_PERSON =
  /^(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:\w+ )?(?:\w{3,}(?:ed|t)|wrote|made|ran|drew|found|chose)\b|^(?:done|fixed|changed|limited): |^(?!noted|agreed|needed|based|supposed)\w{3,}ed\b|\b(?:is|are) (?:now )?(?:done|finished|ready|live|in place)\b|已|[写做改修画列查算建加换装订](?:完|好)?了|(?:准备|整理)好了/i

function isBlocked(one: Sentence): boolean {
  if (one.by === 'user') return /等(?:待|回复|审批|批准|确认)|\bwaiting (?:for|on)\b/i.test(one.text)
  return shows('blocked', one.text) && one.behind !== 'look' && !isAhead(one.text)
}

function isUnderway(one: Sentence): boolean {
  return one.by === 'agent' && shows('underway', one.text) && one.behind !== 'look'
}

function isAhead(text: string): boolean {
  return /^(?:let me|i'll|i will|then i'll|once|next|will|接下来|下一步)|我(?:先|来|会)/i.test(text)
}
