import type { IndexReader, Postings } from '../../model/index-store.ts'
import { CONTINUES, TURN } from '../text/signals.ts'
import type { QueryTerm } from './query.ts'
import type { Weights } from './weights.ts'

/** Scores by unit number; only `touched` units have one. */
export type Scored = {
  readonly scores: Float64Array
  /** The part of `scores` that comes from words of the query itself. */
  readonly own: Float64Array
  readonly touched: readonly number[]
  readonly best: number
  /** Terms of the query that stand in the index, with their rarity. */
  readonly found: ReadonlyMap<string, { readonly idf: number; readonly postings: Postings }>
}

/** BM25 in which neighbours lend a unit part of their words: what a dialogue turn means often stands one line above. */
export async function keywordScores(
  reader: IndexReader,
  terms: readonly QueryTerm[],
  weights: Weights,
): Promise<Scored> {
  const scores = new Float64Array(reader.size)
  const own = new Float64Array(reader.size)
  const mixed = new Float64Array(reader.size)
  const touched: number[] = []
  const found = new Map<string, { idf: number; postings: Postings }>()
  const norms = lengthNorms(reader, weights)
  let best = 0
  for (const { term, weight, leg } of terms) {
    const postings = await reader.postings(term)
    if (postings === undefined) continue
    const idf = rarity(reader.units, postings.units.length)
    found.set(term, { idf, postings })
    const factor = weight * idf * (weights.k1 + 1)
    for (const unit of mix(reader, postings, mixed, weights)) {
      const frequency = mixed[unit] as number
      const gain = (factor * frequency) / (frequency + (norms[unit] as number))
      mixed[unit] = 0
      const before = scores[unit] as number
      if (before === 0) touched.push(unit)
      scores[unit] = before + gain
      best = Math.max(best, before + gain)
      if (leg === 'keyword') own[unit] = (own[unit] as number) + gain
    }
  }
  return { scores, own, touched, best, found }
}

export function rarity(units: number, holders: number): number {
  return Math.log(1 + (units - holders + 0.5) / (holders + 0.5))
}

/** Frequencies with those of the neighbours, written into `mixed`; returns the units that got any. */
function mix(reader: IndexReader, { units, freqs }: Postings, mixed: Float64Array, weights: Weights): number[] {
  const { files, lengths, flags, size } = reader
  const { dampLength, sameParagraph, neighbours, apart } = weights
  const reach = neighbours.length
  const got: number[] = []
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as number
    const frequency = freqs[index] as number
    const file = files[unit]
    const lend = frequency * Math.min(1, dampLength / ((lengths[unit] as number) || 1))
    if (mixed[unit] === 0) got.push(unit)
    mixed[unit] = (mixed[unit] as number) + frequency
    for (let side = -1; side <= 1; side += 2) {
      let together = true
      for (let distance = 1; distance <= reach; distance++) {
        const other = unit + side * distance
        if (other < 0 || other >= size || files[other] !== file) break
        together &&= ((flags[side < 0 ? other + 1 : other] as number) & CONTINUES) !== 0
        const share = together
          ? frequency * sameParagraph
          : lend * (neighbours[distance - 1] as number) * (((flags[unit] as number) & (flags[other] as number) & TURN) !== 0 ? 1 : apart) * Math.min(1, dampLength / ((lengths[other] as number) || 1))
        if (mixed[other] === 0) got.push(other)
        mixed[other] = (mixed[other] as number) + share
      }
    }
  }
  return got
}

const known = new WeakMap<IndexReader, { weights: Weights; norms: Float64Array }>()

/** The length part of BM25 for every unit; parts of a paragraph are as long as what they borrow makes them. */
function lengthNorms(reader: IndexReader, weights: Weights): Float64Array {
  const made = known.get(reader)
  if (made?.weights === weights) return made.norms
  const { files, lengths, flags, size } = reader
  const average = reader.totalLength / Math.max(1, reader.units) || 1
  const norms = new Float64Array(size)
  for (let unit = 0; unit < size; unit++) {
    let length = lengths[unit] as number
    for (let side = -1; side <= 1; side += 2) {
      for (let distance = 1; distance <= weights.neighbours.length; distance++) {
        const other = unit + side * distance
        if (other < 0 || other >= size || files[other] !== files[unit]) break
        if (((flags[side < 0 ? other + 1 : other] as number) & CONTINUES) === 0) break
        length += weights.sameParagraph * (lengths[other] as number)
      }
    }
    norms[unit] = weights.k1 * (1 - weights.b + (weights.b * length) / average)
  }
  known.set(reader, { weights, norms })
  return norms
}
