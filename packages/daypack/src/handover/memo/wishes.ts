import type { Sentence, Talk } from './statements.ts'
import { isSpokenOf, shows } from '../text/words.ts'

/** Of an opening message this much is told; what else it says stands under its own heading. */
const GOAL_CHARS = 260

/** What is wanted: the opening request, and the one that took its place where the user said so. */
export function goalIn(talk: Talk): Sentence[] {
  const opening = talk.request(talk.first).filter((one) => !one.isSmallTalk)
  const changed = talk.sentences.findLast(
    (one) => one.by === 'user' && one.turn > talk.first && shows('switches', one.text),
  )
  return [...requestOf(opening), ...(changed ? requestOf(talk.request(changed.turn).slice(changed.place)) : [])]
}

/** What is the matter and what is to be done about it, in one line. */
function requestOf(said: readonly Sentence[]): Sentence[] {
  const [first] = said
  if (!first) return []
  const join = (text: string, one: Sentence): string =>
    text.length + one.text.length < GOAL_CHARS ? `${text} ${one.text}` : text
  return [{ ...first, text: said.slice(1).reduce(join, first.text) }]
}

/** What the user demands, forbids or prefers, unless it was taken back. */
export function constraintsIn(talk: Talk): Sentence[] {
  const own = talk.sentences.filter((one) => one.by === 'user' && !one.isSmallTalk)
  return own
    .flatMap((one) => {
      if (one.turn === talk.first && (one.place === 0 || one.asks)) return demandBehind(one)
      return !one.asks && shows('demands', one.text) ? [one] : []
    })
    .filter((one) => !own.some((later) => later.seq > one.seq && retracts(later.text, one.text)))
}

/** The request itself says what is wanted: only what it demands beside that. */
function demandBehind(request: Sentence): Sentence[] {
  const parts = request.text.split(
    /(?<=[,，;；])\s*|(?<=[:：])\s+|\s(?=(?:and|but) (?:don't|no|never|keep|without|it must)\b)/,
  )
  const from = parts.findIndex((part, at) => at > 0 && shows('demands', part))
  // Chinese has no blanks between its clauses.
  const between = /\p{Script=Han}/u.test(request.text) ? '' : ' '
  return from < 0 ? [] : [{ ...request, text: parts.slice(from).join(between) }]
}

const SAME = 0.4

function retracts(later: string, demand: string): boolean {
  return shows('retracts', later) && isSpokenOf(later, demand, SAME)
}
