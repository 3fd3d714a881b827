import type { IndexReader, Postings } from '../../model/index-store.ts'
import type { QueryTerm } from './query.ts'
import type { Weights } from './weights.ts'

/** Scores by unit number; only `touched` units have one. */
export type Scored = {
  readonly scores: Float64Array
  /** Share of `scores` that comes from terms of the query itself. */
  readonly own: Float64Array
  readonly touched: readonly number[]
  /** What a short unit holding every term of the query would score. */
  readonly ideal: number
  /** Terms of the query that stand in the index, with their rarity. */
  readonly found: ReadonlyMap<string, { readonly idf: number; readonly postings: Postings }>
}

/** BM25 in which neighbours lend a unit part of their words: what a dialogue turn means often stands one line above. */
export async function keywordScores(reader: IndexReader, terms: readonly QueryTerm[], weights: Weights): Promise<Scored> {
  const scores = new Float64Array(reader.size)
  const own = new Float64Array(reader.size)
  const mixed = new Float64Array(reader.size)
  const touched: number[] = []
  const found = new Map<string, { idf: number; postings: Postings }>()
  const average = reader.totalLength / Math.max(1, reader.units) || 1
  let ideal = 0
  for (const { term, weight, leg } of terms) {
    const postings = await reader.postings(term)
    const idf = rarity(reader.units, postings?.units.length ?? 0)
    if (leg === 'keyword') ideal += weight * idf
    if (postings === undefined) continue
    found.set(term, { idf, postings })
    for (const unit of mix(reader, postings, mixed, weights)) {
      const norm = weights.k1 * (1 - weights.b + (weights.b * (reader.lengths[unit] as number)) / average)
      const frequency = mixed[unit] as number
      const gain = (weight * idf * frequency * (weights.k1 + 1)) / (frequency + norm)
      mixed[unit] = 0
      if (scores[unit] === 0) touched.push(unit)
      scores[unit] = (scores[unit] as number) + gain
      if (leg === 'keyword') own[unit] = (own[unit] as number) + gain
    }
  }
  return { scores, own, touched, ideal: ideal * (weights.k1 + 1) * 0.5, found }
}

export function rarity(units: number, holders: number): number {
  return Math.log(1 + (units - holders + 0.5) / (holders + 0.5))
}

/** Frequencies with those of the neighbours, written into `mixed`; returns the units that got any. */
function mix(reader: IndexReader, { units, freqs }: Postings, mixed: Float64Array, weights: Weights): number[] {
  const { files, lengths } = reader
  const reach = weights.neighbours.length
  const got: number[] = []
  const add = (unit: number, frequency: number): void => {
    if (mixed[unit] === 0) got.push(unit)
    mixed[unit] = (mixed[unit] as number) + frequency
  }
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as number
    const frequency = freqs[index] as number
    const lend = frequency * Math.min(1, weights.dampLength / (lengths[unit] || 1))
    const file = files[unit]
    add(unit, frequency)
    for (let distance = 1; distance <= reach; distance++) {
      const share = lend * (weights.neighbours[distance - 1] as number)
      for (const other of [unit - distance, unit + distance]) {
        if (other < 0 || other >= reader.size || files[other] !== file) continue
        add(other, share * Math.min(1, weights.dampLength / (lengths[other] || 1)))
      }
    }
  }
  return got
}
