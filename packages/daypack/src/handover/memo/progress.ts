import { isOrder, withOutput, type Sentence, type Talk } from './statements.ts'
import { contentWords, isSpokenOf, shows } from '../text/words.ts'

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
  const blocked = own.filter(
    (one) => isBlocked(one, talk) && (one.by === 'user' || one.behind === 'failure' || one.seq >= lastResult),
  )
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

/** The agent reports: to an order, or behind a change, in words of a result and with no "would" or "could". */
function isDone(one: Sentence, talk: Talk): boolean {
  if (one.by === 'user' || one.behind === 'solved' || one.behind === 'look' || one.behind === 'failure') return false
  if (DONE_HEADING.test(one.under) && !NEXT_HEADING.test(one.under)) return true
  const isAnswer = talk.request(one.turn).every(({ asks, isSmallTalk }) => asks || isSmallTalk)
  if (shows('modal', one.text)) return false
  if (one.behind === 'change')
    return shows('done', one.text) || (one.place === 0 && one.turn > talk.first && !one.isFollowed)
  return !isAnswer && (shows('done', one.text) || isDelivery(one))
}

const ITEMS = 5

/** The agent lays something out: items of a plan, a menu, an outline; or the text that was wanted. */
function isDelivery({ text, behind }: Sentence): boolean {
  return behind === 'nothing' && (text.split(/[,，、;；+]/).length >= ITEMS || /[:：]\s*["“]/.test(text))
}

function isBlocked(one: Sentence, talk: Talk): boolean {
  if (one.by === 'user') return one.turn >= talk.last - RECENT && shows('blocked', one.text)
  if (one.behind === 'failure' && one.place === 0) return true
  if (shows('modal', one.text)) return false
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
        (isSpokenOf(one.text, other.text) ||
          (one.by === 'user' && !OWN.test(one.text) && other.by === 'agent' && other.turn === one.turn)),
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
  if (one.asks) return one.by === 'user' && isUnanswered(one, talk)
  if (one.by === 'agent') {
    const isNamed = NEXT_HEADING.test(one.under) || (NEXT_HEADING.test(one.text) && shows('intends', one.text))
    return !one.isFollowed && (isNamed || (one.turn >= talk.last - 1 && shows('intends', one.text)))
  }
  if (one.isFollowed) return false
  if (one.turn < talk.last)
    return one.turn >= talk.last - RECENT && shows('intends', one.text) && (!isTold || OWN.test(one.text))
  return shows('intends', one.text) || (isOrder(one) && !PROHIBITS.test(one.text))
}

/** What the user is going to do. */
const OWN = /\b(?:i'll|i'm|let me|i want|i need)\b|我(?!们)/i
const PROHIBITS = /^(?:please |but |and )?(?:do not|don't|dont|no|not|never|nothing|only)\b|[不别]/i

/** The agent had no answer. */
function isUnanswered(one: Sentence, talk: Talk): boolean {
  return talk.before(one.turn + 1).some(({ text }) => shows('doubts', text))
}
