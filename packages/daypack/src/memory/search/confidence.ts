import type { IndexReader } from '../../model/index-store.ts'
import { rarity, type Scored } from './keyword.ts'
import type { Query } from './query.ts'

/** Fitted by bench/retrieval/calibrate on questions whose answer was taken out of the index, one half of them. */
const SLOPE = 6
const MIDDLE = 0.45
/** Below this the answer abstains. */
export const ABSTAIN_BELOW = 0.35

/**
 * How much of what the query asks for stands in the best unit: the share of its words, the rare ones counting more, that
 * the unit and its neighbours hold. A word that stands nowhere counts like the rarest.
 */
export function strength(reader: IndexReader, query: Query, scored: Scored, unit: number): number {
  const own = query.terms.filter(({ leg }) => leg === 'keyword')
  const ideal = own.reduce((sum, { term, weight }) => sum + weight * (scored.found.get(term)?.idf ?? rarity(reader.units, 0)), 0)
  return ideal === 0 ? 0 : (scored.scores[unit] as number) / ideal
}

export function confidenceOf(strengthOfBest: number): number {
  return strengthOfBest <= 0 ? 0 : 1 / (1 + Math.exp(-SLOPE * (strengthOfBest - MIDDLE)))
}
