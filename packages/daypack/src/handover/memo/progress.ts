import { withOutput, type Sentence, type Talk } from './statements.ts'
import { contentWords, isSpokenOf, shows } from './words.ts'

export type Progress = {
  readonly done: readonly Sentence[]
  readonly inProgress: readonly Sentence[]
  readonly blocked: readonly Sentence[]
}

/** What was said this many turns ago and never came is no plan any more. */
const RECENT = 3

/** What was done and how it came out, what is under way, what is in the way at the end. */
export function progressIn(talk: Talk): Progress {
  const own = talk.sentences.filter((one) => !one.asks && !one.isSmallTalk && !/[:：]$/.test(one.text))
  const results = own.filter((one) => isDone(one, talk))
  const lastResult = results.findLast(({ by }) => by === 'agent')?.seq ?? 0
  const blocked = own.filter((one) => isBlocked(one, talk) && (one.by === 'user' || one.seq >= lastResult))
  const inProgress = own.filter(
    (one) =>
      one.by === 'agent' &&
      shows('underway', one.text) &&
      one.seq >= lastResult &&
      !blocked.includes(one) &&
      !one.isFollowed,
  )
  const done = results
    .filter((one) => !blocked.includes(one) && !inProgress.includes(one))
    .map((one) => ({ ...one, text: withOutput(one) }))
  return { done, inProgress, blocked }
}

const DONE_HEADING =
  /done|finished|complete|changes|changed|what i did|so far|progress|fixed|added|已完成|完成|进展|改动|修改|做了/i
const NEXT_HEADING =
  /\b(?:next|to-?do|remaining|left|open|follow-?ups?|outstanding|upcoming|later)\b|接下来|下一步|待办|剩下|后续|还要|计划/i

/** Told behind something that was done, in the words of a result, or the work itself. */
function isDone(one: Sentence, talk: Talk): boolean {
  if (one.by === 'user') return one.turn > talk.first && shows('hasDone', one.text) && !shows('demands', one.text)
  if (DONE_HEADING.test(one.under) && !NEXT_HEADING.test(one.under)) return true
  if (shows('delivers', one.text)) return true
  if (shows('intends', one.text) || (shows('chooses', one.text) && (one.place > 0 || CHOICE.test(one.text))))
    return false
  if (isBlocked(one, talk)) return shows('claims', one.text)
  if (isEnumeration(one)) return true
  if (shows('proposes', one.text) || one.behind === 'solved') return false
  if (one.behind === 'change') return one.place === 0 || shows('done', one.text)
  return shows('claims', one.text) || answersOpening(one, talk)
}

/** Nothing but a choice. */
const CHOICE = /\b(?:decided|chose|picked|preferred|settled|opted)\b|决定/i
const ITEMS = 5
/** Less is a yes or a no. */
const ANSWER = 6

/** The agent lays something out: items of a plan, a menu, an outline. */
function isEnumeration({ text, behind }: Sentence): boolean {
  return behind === 'nothing' && text.split(/[,，、;；+]/).length >= ITEMS
}

/** Where all that was wanted is an answer, the first one is what was done. */
function answersOpening({ turn, place, behind, text }: Sentence, talk: Talk): boolean {
  const opening = talk.request(talk.first)
  if (turn !== talk.first || place > 1 || behind === 'failure' || text.length < ANSWER) return false
  return (
    opening.some(({ asks }) => asks) && !opening.some(({ text }) => shows('imperative', text) || shows('wishes', text))
  )
}

function isBlocked(one: Sentence, talk: Talk): boolean {
  if (one.by === 'user') return one.turn >= talk.last - RECENT && shows('blocked', one.text)
  if (one.behind === 'failure' && one.place === 0) return true
  if (shows('intends', one.text) || shows('proposes', one.text)) return false
  return one.behind !== 'solved' && shows('blocked', one.text)
}

const MOST = 6
const SAME = 0.3

/** Intentions nothing done since has carried out: announced by the agent, or asked for by the user. */
export function nextIn(talk: Talk, done: readonly Sentence[], told: readonly Sentence[]): Sentence[] {
  const isCarriedOut = (one: Sentence): boolean =>
    done.some(
      (other) =>
        other.seq > one.seq &&
        (isSpokenOf(one.text, other.text) || (one.by === 'user' && other.by === 'agent' && other.turn === one.turn)),
    )
  const isTold = (one: Sentence): boolean => told.some(({ seq, text }) => seq === one.seq && text.includes(one.text))
  const found = talk.sentences.filter(
    (one) =>
      one.turn > talk.first &&
      !one.isSmallTalk &&
      !done.some(({ seq, place }) => seq === one.seq && place === one.place) &&
      isOpen(one, talk, isTold(one)) &&
      ((one.turn === talk.last && one.by === 'user') || !isCarriedOut(one)),
  )
  return found
    .filter(
      (one, at) =>
        contentWords(one.text).size > 0 &&
        !found.slice(at + 1).some((other) => other.by !== one.by && isSpokenOf(one.text, other.text, SAME)),
    )
    .slice(-MOST)
}

function isOpen(one: Sentence, talk: Talk, isTold: boolean): boolean {
  if (one.asks && one.by === 'user')
    return isUnanswered(one, talk) || (one.turn === talk.last && shows('wishes', one.text))
  if (one.asks) return isTakenUp(one, talk)
  if (one.by === 'agent') return isAnnounced(one, isTold)
  if (one.turn < talk.last - RECENT || one.isFollowed) return false
  if (shows('intends', one.text)) return !isTold || shows('later', one.text) || one.turn === talk.last
  return !isTold && !shows('decides', one.text) && (shows('imperative', one.text) || shows('wishes', one.text))
}

/** The agent had no answer. */
function isUnanswered(one: Sentence, talk: Talk): boolean {
  return talk.before(one.turn + 1).some(({ text }) => shows('doubts', text))
}

/** An offer the user has just accepted. */
function isTakenUp(one: Sentence, talk: Talk): boolean {
  const [answer] = talk.request(one.turn + 1)
  return (
    one.turn + 1 === talk.last &&
    shows('offers', one.text) &&
    answer !== undefined &&
    shows('accepts', answer.text) &&
    !one.isFollowed
  )
}

/** What the agent is about to do, or put off; a choice says how, not what comes next. */
function isAnnounced(one: Sentence, isTold: boolean): boolean {
  if (one.text.endsWith(':') || (isTold && !shows('later', one.text)) || shows('delivers', one.text)) return false
  if (NEXT_HEADING.test(one.under)) return true
  return shows('intends', one.text) && (!one.isFollowed || shows('later', one.text))
}
