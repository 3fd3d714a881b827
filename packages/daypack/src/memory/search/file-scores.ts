import type { IndexReader } from '../../model/index-store.ts'
import { rarity, type FoundTerm } from './keyword.ts'
import type { Layout } from './layout.ts'
import type { Scratch } from './scratch.ts'
import { spreadOf, type Spread } from './spread.ts'
import type { Weights } from './weights.ts'

/** BM25 of whole files into `files`, by file number; returns the best score. */
export function scoreFiles(
  reader: IndexReader,
  terms: readonly FoundTerm[],
  weights: Weights,
  layout: Layout,
  { files }: Scratch,
): number {
  let best = 1e-9
  for (const { postings, weight } of terms) {
    const spread = spreadOf(postings, layout)
    const factor = weight * rarity(reader.fileCount, postings.whole?.files ?? spread.files.length) * (weights.k1 + 1)
    best = Math.max(best, addGains(spread, factor, layout.fileNorms, files))
  }
  return best
}

/** Returns the best score met. */
function addGains({ files, freqs }: Spread, factor: number, norms: Float64Array, scores: Float64Array): number {
  let best = 0
  for (let index = 0; index < files.length; index++) {
    const file = files[index] as number
    const frequency = freqs[index] as number
    const score = (scores[file] as number) + (factor * frequency) / (frequency + (norms[file] as number))
    scores[file] = score
    if (score > best) best = score
  }
  return best
}
