import type { IndexReader, Postings } from '../../model/index-store.ts'
import { CONTINUES, TURN } from '../text/signals.ts'
import { clear, type Scratch } from './scratch.ts'
import type { QueryTerm } from './query.ts'
import { nearTerms } from './typos.ts'
import type { Weights } from './weights.ts'

/** A term of the query that stands in the index. */
export type FoundTerm = QueryTerm & { readonly idf: number; readonly postings: Postings }

/** A term in more units than this share (and number) only lifts units that a rarer term has found. */
const COMMON_SHARE = 1 / 20
const COMMON_UNITS = 1_000

/** Rarest first; equal rarity in query order, so that every store adds up in the same order. */
export async function findTerms(reader: IndexReader, terms: readonly QueryTerm[]): Promise<FoundTerm[]> {
  const found: FoundTerm[] = []
  const known = new Set(terms.map(({ term }) => term))
  const add = async (term: QueryTerm): Promise<boolean> => {
    const postings = await reader.postings(term.term)
    if (postings) found.push({ ...term, postings, idf: rarity(reader.units, postings.units.length) })
    return postings !== undefined
  }
  for (const term of terms) {
    if (await add(term)) continue
    for (const near of await nearTerms(reader, term)) if (!known.has(near.term)) await add(near)
  }
  return found.toSorted((a, b) => b.idf - a.idf)
}

export function rarity(units: number, holders: number): number {
  return Math.log(1 + (units - holders + 0.5) / (holders + 0.5))
}

/**
 * BM25 in which neighbours lend a unit part of their words: what a dialogue turn means often stands one line above.
 * Fills `scores` and `own` (the part from words of the query itself) and returns the units that got any score.
 */
export function scoreUnits(
  reader: IndexReader,
  terms: readonly FoundTerm[],
  weights: Weights,
  scratch: Scratch,
): number[] {
  const { scores, own, mixed } = scratch
  const touched: number[] = []
  const norms = lengthNorms(reader, weights)
  const common = Math.max(COMMON_UNITS, reader.units * COMMON_SHARE)
  for (const { postings, weight, idf, leg } of terms) {
    const factor = weight * idf * (weights.k1 + 1)
    const known = touched.length > 0 && postings.units.length > common
    const units = known ? borrow(reader, postings, touched, weights, scratch) : lend(reader, postings, weights, scratch)
    for (let index = 0; index < units.length; index++) {
      const unit = units[index] as number
      const frequency = mixed[unit] as number
      if (frequency === 0) continue
      const gain = (factor * frequency) / (frequency + (norms[unit] as number))
      const before = scores[unit] as number
      if (before === 0) touched.push(unit)
      scores[unit] = before + gain
      if (leg === 'keyword') own[unit] = (own[unit] as number) + gain
    }
    clear(mixed, units)
  }
  return touched
}

/** Frequencies with those lent by neighbours, written into `mixed`; returns the units that got any. */
function lend(reader: IndexReader, { units, freqs }: Postings, weights: Weights, { mixed }: Scratch): number[] {
  const { size, files } = reader
  const reach = weights.neighbours.length
  const got: number[] = []
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as number
    const frequency = freqs[index] as number
    const file = files[unit]
    if (mixed[unit] === 0) got.push(unit)
    mixed[unit] = (mixed[unit] as number) + frequency
    for (let side = -1; side <= 1; side += 2) {
      let together = true
      for (let distance = 1; distance <= reach; distance++) {
        const other = unit + side * distance
        if (other < 0 || other >= size || files[other] !== file) break
        together &&= isPart(reader, side < 0 ? other + 1 : other)
        if (mixed[other] === 0) got.push(other)
        mixed[other] = (mixed[other] as number) + frequency * share(reader, unit, other, distance, together, weights)
      }
    }
  }
  return got
}

/** The same seen from the receiving side, for units already found only. */
function borrow(
  reader: IndexReader,
  { units, freqs }: Postings,
  touched: readonly number[],
  weights: Weights,
  { mixed, held }: Scratch,
): readonly number[] {
  for (let index = 0; index < units.length; index++) held[units[index] as number] = freqs[index] as number
  for (const unit of touched) {
    let sum = held[unit] as number
    for (let side = -1; side <= 1; side += 2) {
      let together = true
      for (let distance = 1; distance <= weights.neighbours.length; distance++) {
        const other = unit + side * distance
        if (other < 0 || other >= reader.size || reader.files[other] !== reader.files[unit]) break
        together &&= isPart(reader, side < 0 ? other + 1 : other)
        if (held[other] !== 0) sum += (held[other] as number) * share(reader, other, unit, distance, together, weights)
      }
    }
    mixed[unit] = sum
  }
  clear(held, units)
  return touched
}

/** What a unit lends its neighbour: parts of one paragraph half, others by their distance, damped when either is long. */
function share(
  reader: IndexReader,
  from: number,
  to: number,
  distance: number,
  together: boolean,
  weights: Weights,
): number {
  if (together) return weights.sameParagraph
  const dialogue = ((reader.flags[from] as number) & (reader.flags[to] as number) & TURN) !== 0
  const base = (weights.neighbours[distance - 1] as number) * (dialogue ? 1 : weights.apart)
  return base * damp(reader.lengths[from] as number, weights) * damp(reader.lengths[to] as number, weights)
}

function damp(length: number, weights: Weights): number {
  return length > weights.dampLength ? weights.dampLength / length : 1
}

function isPart(reader: IndexReader, unit: number): boolean {
  return ((reader.flags[unit] as number) & CONTINUES) !== 0
}

const known = new WeakMap<IndexReader, { weights: Weights; norms: Float64Array }>()

/** The length part of BM25 for every unit; parts of a paragraph are as long as what they borrow makes them. */
function lengthNorms(reader: IndexReader, weights: Weights): Float64Array {
  const made = known.get(reader)
  if (made?.weights === weights) return made.norms
  const { files, lengths, size } = reader
  const average = reader.totalLength / Math.max(1, reader.units) || 1
  const norms = new Float64Array(size)
  for (let unit = 0; unit < size; unit++) {
    let length = lengths[unit] as number
    for (let side = -1; side <= 1; side += 2) {
      for (let distance = 1; distance <= weights.neighbours.length; distance++) {
        const other = unit + side * distance
        if (other < 0 || other >= size || files[other] !== files[unit] || !isPart(reader, side < 0 ? other + 1 : other))
          break
        length += weights.sameParagraph * (lengths[other] as number)
      }
    }
    norms[unit] = weights.k1 * (1 - weights.b + (weights.b * length) / average)
  }
  known.set(reader, { weights, norms })
  return norms
}
