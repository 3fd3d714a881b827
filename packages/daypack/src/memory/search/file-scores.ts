import type { IndexReader } from '../../model/index-store.ts'
import { rarity, type FoundTerm } from './keyword.ts'
import { clear, type Scratch } from './scratch.ts'
import type { Weights } from './weights.ts'

/** BM25 of whole files into `files`, by the number of their first unit; returns the files and the best score. */
export function scoreFiles(
  reader: IndexReader,
  terms: readonly FoundTerm[],
  weights: Weights,
  { files, held }: Scratch,
): { touched: number[]; best: number } {
  const lengths = fileLengths(reader)
  const average = reader.totalLength / Math.max(1, reader.fileCount) || 1
  const touched: number[] = []
  let best = 1e-9
  for (const { postings, weight } of terms) {
    const { units, freqs } = postings
    const holders: number[] = []
    for (let index = 0; index < units.length; index++) {
      const file = reader.files[units[index] as number] as number
      if (held[file] === 0) holders.push(file)
      held[file] = (held[file] as number) + (freqs[index] as number)
    }
    const factor = weight * rarity(reader.fileCount, holders.length) * (weights.k1 + 1)
    for (const file of holders) {
      const frequency = held[file] as number
      const norm = weights.k1 * (1 - weights.b + (weights.b * (lengths[file] as number)) / average)
      const before = files[file] as number
      if (before === 0) touched.push(file)
      files[file] = before + (factor * frequency) / (frequency + norm)
      best = Math.max(best, files[file])
    }
    clear(held, holders)
  }
  return { touched, best }
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
