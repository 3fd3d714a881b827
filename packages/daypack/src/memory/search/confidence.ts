import { CJK } from '../language/cjk.ts'
import { rarity, type FoundTerm } from './keyword.ts'
import type { Query } from './text/query.ts'

/** Fitted by bench/retrieval/calibrate.ts on questions whose answer was taken out of the index, one half of them. */
const SLOPE = 11
const MIDDLE = 0.58
/** Of a missing word; a pair of characters across the border of two words says nothing by standing nowhere. */
const MISSING_PAIR = 0.5
/** A word that stands nowhere, while others for the same do. */
const OTHER_WORDS = 0.3
/** Below this the answer abstains. */
export const ABSTAIN_BELOW = 0.15

/**
 * How much of what the query asks for stands in a unit and its neighbours: the share of its words, the rare ones
 * counting more. A word that stands nowhere counts like the rarest. `best`: the unit's score by words.
 */
export function strength(units: number, query: Query, terms: readonly FoundTerm[], best: number): number {
  const idf = new Map(terms.map((term) => [term.term, term.idf]))
  const own = query.terms.filter((term) => term.leg === 'keyword' && (idf.has(term.term) || !term.again))
  const related = new Set(terms.flatMap(({ insteadOf = [] }) => insteadOf))
  const missing = (term: string): number => {
    if (term.endsWith('*')) return 0 // the beginning of a word that counts itself
    const share = !CJK.test(term) ? 1 : query.inWords?.has(term) ? MISSING_PAIR : 0
    return rarity(units, 0) * Math.min(share, related.has(term) ? OTHER_WORDS : 1)
  }
  const ideal = own.reduce((sum, { term, weight }) => sum + weight * (idf.get(term) ?? missing(term)), 0)
  return ideal === 0 ? 0 : best / ideal
}

export function confidenceOf(strengthOfBest: number): number {
  return strengthOfBest <= 0 ? 0 : 1 / (1 + Math.exp(-SLOPE * (strengthOfBest - MIDDLE)))
}
