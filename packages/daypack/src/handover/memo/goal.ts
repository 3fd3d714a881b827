import { shows } from './cues.ts'
import type { Sentence } from './statements.ts'

/** Sentences of an opening that together say what is wanted. */
const MOST = 2

/** What is wanted: the opening request, and the one that took its place where the user said so. */
export function goalIn(statements: readonly Sentence[]): Sentence[] {
  const own = statements.filter((one) => one.by === 'user')
  const opening = requestOf(own, own[0]?.turn)
  if (!opening) return []
  const changed = own.findLast((one) => one.turn > opening.turn && shows('switches', one.text))
  const later = changed && requestOf(own, changed.turn)
  return later ? [opening, later] : [opening]
}

/** What is the matter and what is to be done about it, in one line. */
function requestOf(own: readonly Sentence[], turn: number | undefined): Sentence | undefined {
  const said = own.filter((one) => one.turn === turn)
  const first = said[0]
  if (!first) return undefined
  const telling = said.filter((one, at) => at === 0 || !shows('demands', one.text))
  const isWish = (one: Sentence) => shows('wishes', one.text) || shows('imperative', one.text)
  const wish = telling.find(isWish)
  const taken = telling.filter((one, at) => one === wish || (at < MOST && (at === 0 || !wish))).slice(0, MOST)
  return { ...first, text: taken.map(({ text }) => text).join(' ') }
}
