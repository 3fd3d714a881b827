import { isSpokenOf, shows } from '../text/words.ts'
import { isOrder, type Sentence, type Talk } from './statements.ts'

export type Progress = {
  readonly done: readonly Sentence[]
  readonly inProgress: readonly Sentence[]
  readonly blocked: readonly Sentence[]
}

/** What was done and how it came out, what is under way, what is in the way at the end. */
export function progressIn(talk: Talk): Progress {
  const own = talk.sentences.filter(({ asks }) => !asks)
  const results = own.filter((one) => one.by === 'agent' && isResult(one, talk))
  const newest = results.at(-1)?.seq ?? 0
  const blocked = own.filter((one) => isBlocked(one, newest))
  const inProgress = own.filter(
    (one) =>
      one.by === 'agent' &&
      one.seq >= newest &&
      !one.isFollowed &&
      !blocked.includes(one) &&
      shows('underway', one.text),
  )
  return { done: results.filter((one) => !blocked.includes(one) && !inProgress.includes(one)), inProgress, blocked }
}

/** The agent reports: behind a change or to an order, in words of a result and with no "would" or "could". */
function isResult({ behind, text, place, turn, isFollowed }: Sentence, talk: Talk): boolean {
  if ((behind !== 'change' && behind !== 'nothing') || shows('modal', text)) return false
  if (behind === 'change') return shows('done', text) || (place === 0 && turn > talk.first && !isFollowed)
  return shows('done', text) || isLaidOut(text)
}

const ITEMS = 5

/** Items of a plan, a menu, an outline; or the text that was wanted. */
function isLaidOut(text: string): boolean {
  return text.split(/[,，、;；+]/).length >= ITEMS || /[:：]\s*["“]/.test(text)
}

function isBlocked({ by, behind, place, seq, text }: Sentence, newest: number): boolean {
  if (behind === 'failure' && place === 0) return true
  return (by === 'user' || (behind !== 'solved' && seq >= newest)) && shows('blocked', text)
}

const MOST = 6
const SAME = 0.3

/** What the agent announced last and nobody began, what the user asked last, and what the agent had no answer to. */
export function nextIn(talk: Talk): Sentence[] {
  const found = talk.sentences.filter((one) => one.turn > talk.first && !one.isFollowed && isOpen(one, talk))
  return found
    .filter(
      (one, at) => !found.slice(at + 1).some((other) => other.by !== one.by && isSpokenOf(one.text, other.text, SAME)),
    )
    .slice(-MOST)
}

/** Named as the next step it stands however long ago. */
const NEXT = /\bnext(?: steps?)?[:：]|下一步/i

function isOpen(one: Sentence, talk: Talk): boolean {
  const { asks, by, turn, text } = one
  if (asks) return by === 'user' && talk.before(turn + 1).some((answer) => shows('doubts', answer.text))
  if (by === 'agent') return shows('intends', text) && (turn >= talk.last - 1 || NEXT.test(text))
  return turn === talk.last && (shows('intends', text) || isOrder(one))
}
