import type { IndexReader } from '../../model/index-store.ts'
import type { Scored } from './keyword.ts'
import { rarity } from './keyword.ts'
import type { QueryTerm } from './query.ts'
import type { Weights } from './weights.ts'

/** BM25 of whole files, by the number of their first unit. */
export function fileScores(reader: IndexReader, terms: readonly QueryTerm[], scored: Scored, weights: Weights): Map<number, number> {
  const result = new Map<number, number>()
  const lengths = fileLengths(reader)
  const average = reader.totalLength / Math.max(1, reader.fileCount) || 1
  for (const { term, weight } of terms) {
    const known = scored.found.get(term)
    if (known === undefined) continue
    const { units, freqs } = known.postings
    const frequencies = new Map<number, number>()
    for (let index = 0; index < units.length; index++) {
      const file = reader.files[units[index] as number] as number
      frequencies.set(file, (frequencies.get(file) ?? 0) + (freqs[index] as number))
    }
    const idf = rarity(reader.fileCount, frequencies.size)
    for (const [file, frequency] of frequencies) {
      const norm = weights.k1 * (1 - weights.b + (weights.b * (lengths[file] as number)) / average)
      result.set(file, (result.get(file) ?? 0) + (weight * idf * frequency * (weights.k1 + 1)) / (frequency + norm))
    }
  }
  return result
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
