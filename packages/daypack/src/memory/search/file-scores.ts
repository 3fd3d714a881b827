import type { IndexReader } from '../../model/index-store.ts'
import { rarity, type Scored } from './keyword.ts'
import type { QueryTerm } from './query.ts'
import type { Weights } from './weights.ts'

/** BM25 of whole files, by the number of their first unit, and the best of them. */
export function fileScores(
  reader: IndexReader,
  terms: readonly QueryTerm[],
  scored: Scored,
  weights: Weights,
): { scores: Float64Array; best: number } {
  const scores = new Float64Array(reader.size)
  const frequencies = new Float64Array(reader.size)
  const lengths = fileLengths(reader)
  const average = reader.totalLength / Math.max(1, reader.fileCount) || 1
  let best = 1e-9
  for (const { term, weight } of terms) {
    const known = scored.found.get(term)
    if (known === undefined) continue
    const { units, freqs } = known.postings
    const holders: number[] = []
    for (let index = 0; index < units.length; index++) {
      const file = reader.files[units[index] as number] as number
      if (frequencies[file] === 0) holders.push(file)
      frequencies[file] = (frequencies[file] as number) + (freqs[index] as number)
    }
    const factor = weight * rarity(reader.fileCount, holders.length) * (weights.k1 + 1)
    for (const file of holders) {
      const frequency = frequencies[file] as number
      frequencies[file] = 0
      const norm = weights.k1 * (1 - weights.b + (weights.b * (lengths[file] as number)) / average)
      const score = (scores[file] as number) + (factor * frequency) / (frequency + norm)
      scores[file] = score
      best = Math.max(best, score)
    }
  }
  return { scores, best }
}

const known = new WeakMap<IndexReader, Float64Array>()

function fileLengths(reader: IndexReader): Float64Array {
  let lengths = known.get(reader)
  if (lengths === undefined) {
    lengths = new Float64Array(reader.size)
    for (let unit = 0; unit < reader.size; unit++) {
      const file = reader.files[unit] as number
      if (file >= 0) lengths[file] = (lengths[file] as number) + (reader.lengths[unit] as number)
    }
    known.set(reader, lengths)
  }
  return lengths
}
