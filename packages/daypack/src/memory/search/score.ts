import type { IndexReader, Postings } from '../../model/index-store.ts'
import type { FoundTerm } from './keyword.ts'
import { type Layout, layoutOf } from './layout.ts'
import { WEIGHTS } from './weights.ts'

/** A term in more units than this share (and number) only lifts units that a rarer term has found. */
const COMMON_SHARE = 1 / 20
const COMMON_UNITS = 1_000

export type UnitScores = {
  /** By unit number; `own` is the part from words of the query itself. */
  readonly scores: Float64Array
  readonly own: Float64Array
  /** Units with a score. */
  readonly found: readonly number[]
  readonly best: number
}

/** BM25 in which neighbours lend a unit part of their words: what a dialogue turn means often stands one line above. */
export function scoreUnits(reader: IndexReader, terms: readonly FoundTerm[]): UnitScores {
  const layout = layoutOf(reader)
  const scores = new Float64Array(reader.size)
  const own = new Float64Array(reader.size)
  const mixed = new Float64Array(reader.size)
  const common = Math.max(COMMON_UNITS, reader.units * COMMON_SHARE)
  const found: number[] = []
  let best = 1e-9
  for (const [nth, { postings, weight, idf, leg }] of terms.entries()) {
    const factor = weight * idf * (WEIGHTS.k1 + 1)
    const isCommon = nth > 0 && postings.units.length > common
    for (const unit of lend(postings, layout, mixed, isCommon ? scores : undefined)) {
      const frequency = mixed[unit] as number
      mixed[unit] = 0
      const gain = (factor * frequency) / (frequency + (layout.norms[unit] as number))
      if (scores[unit] === 0) found.push(unit)
      const score = (scores[unit] as number) + gain
      scores[unit] = score
      if (leg === 'keyword') own[unit] = (own[unit] as number) + gain
      if (score > best) best = score
    }
  }
  return { scores, own, found, best }
}

/** Adds each frequency to its unit and, in part, to the neighbours, of `only` those with a value there; returns the units. */
function lend(
  { units, freqs }: Postings,
  { onward, back }: Layout,
  mixed: Float64Array,
  only: Float64Array | undefined,
): number[] {
  const touched: number[] = []
  const add = (unit: number, amount: number): void => {
    if (amount === 0 || (only !== undefined && only[unit] === 0)) return
    if (mixed[unit] === 0) touched.push(unit)
    mixed[unit] = (mixed[unit] as number) + amount
  }
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as number
    const frequency = freqs[index] as number
    add(unit, frequency)
    for (let distance = 1; distance <= onward.length; distance++) {
      const before = unit - distance
      if (before >= 0) add(before, frequency * ((back[distance - 1] as Float64Array)[before] as number))
      const share = (onward[distance - 1] as Float64Array)[unit] as number
      if (share !== 0) add(unit + distance, frequency * share)
    }
  }
  return touched
}
