import { rarity } from './keyword.ts'
import type { Query } from './query.ts'
import type { Ranking } from './rank.ts'

/** Fitted by bench/retrieval/calibrate on questions whose answer was taken out of the index, one half of them. */
const SLOPE = 6
const MIDDLE = 0.45
/** Below this the answer abstains. */
export const ABSTAIN_BELOW = 0.35

/**
 * How much of what the query asks for stands in the best unit and its neighbours: the share of its words, the rare ones
 * counting more. A word that stands nowhere counts like the rarest.
 */
export function strength(units: number, query: Query, ranking: Ranking): number {
  const idf = new Map(ranking.terms.map((term) => [term.term, term.idf]))
  const own = query.terms.filter(({ leg }) => leg === 'keyword')
  const ideal = own.reduce((sum, { term, weight }) => sum + weight * (idf.get(term) ?? rarity(units, 0)), 0)
  return ideal === 0 ? 0 : ranking.bestScore / ideal
}

export function confidenceOf(strengthOfBest: number): number {
  return strengthOfBest <= 0 ? 0 : 1 / (1 + Math.exp(-SLOPE * (strengthOfBest - MIDDLE)))
}
