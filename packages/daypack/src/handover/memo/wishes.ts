import type { Sentence } from './statements.ts'
import { isSpokenOf, shows } from './words.ts'

/** What is wanted: the opening request, and the one that took its place where the user said so. */
export function goalIn(statements: readonly Sentence[]): Sentence[] {
  const own = statements.filter((one) => one.by === 'user')
  const [first] = own
  const changed = own.findLast((one) => one.turn > (first?.turn ?? 0) && shows('switches', one.text))
  return [first, changed].flatMap((one) => (one ? [requestOf(own.filter(({ turn }) => turn === one.turn))] : []))
}

/** What is the matter and what is to be done about it, in one line. */
function requestOf(said: readonly Sentence[]): Sentence {
  const [first, ...rest] = said as [Sentence, ...Sentence[]]
  const isWish = ({ text }: Sentence): boolean => shows('wishes', text) || shows('imperative', text)
  const telling = rest.filter((one) => !shows('demands', one.text))
  const more = isWish(first) ? undefined : (telling.find(isWish) ?? telling[0])
  return more ? { ...first, text: `${first.text} ${more.text}` } : first
}

/** What the user demands, forbids or prefers, unless it was taken back. */
export function constraintsIn(statements: readonly Sentence[]): Sentence[] {
  const said = statements.filter((one) => one.by === 'user')
  const own = said.filter((one) => !one.asks)
  return own
    .flatMap((one) => (one === said[0] ? demandBehind(one) : shows('demands', one.text) ? [one] : []))
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
