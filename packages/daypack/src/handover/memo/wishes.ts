import type { Sentence, Talk } from './statements.ts'
import { isSpokenOf, shows } from './words.ts'

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

/** What is the matter and what is to be done about it, in one line: from the first sentence to the one that asks. */
function requestOf(said: readonly Sentence[]): Sentence[] {
  const [first] = said
  if (!first) return []
  const isWish = (one: Sentence): boolean => one.asks || shows('wishes', one.text) || shows('imperative', one.text)
  const asked = said.findIndex(isWish)
  const until = asked < 0 ? 1 : asked
  let text = first.text
  for (const one of said.slice(1, until + 1)) {
    // A demand that is no request stands among the constraints.
    if (shows('demands', one.text) && !isWish(one)) continue
    if (text.length + one.text.length < GOAL_CHARS || one === said[asked]) text += ` ${one.text}`
  }
  return [{ ...first, text }]
}

/** What the user demands, forbids or prefers, unless it was taken back. */
export function constraintsIn(talk: Talk): Sentence[] {
  const own = talk.sentences.filter((one) => one.by === 'user' && !one.isSmallTalk)
  const goals = goalIn(talk)
  const isGoal = (one: Sentence): boolean =>
    goals.some(({ turn, text }) => turn === one.turn && text.includes(one.text))
  return own
    .flatMap((one) => {
      if (isGoal(one)) return demandBehind(one)
      if (one.asks) return []
      // Whatever else the opening request says to do says how.
      if (one.turn === talk.first && shows('imperative', one.text)) return [one]
      return shows('demands', one.text) || setsLimit(one, talk) ? [one] : []
    })
    .filter((one) => !own.some((later) => later.seq > one.seq && retracts(later.text, one.text)))
}

/** A date, a time, an amount each: what the agent asked for before it began. */
function setsLimit(one: Sentence, talk: Talk): boolean {
  return shows('limits', one.text) && talk.before(one.turn).some(({ asks }) => asks)
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
