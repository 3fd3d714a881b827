import type { FoundTerm } from './keyword.ts'
import { BLOCK_BITS, type Layout } from './layout.ts'
import type { Scratch } from './scratch.ts'
import { spreadOf, type Spread } from './spread.ts'

/**
 * The most that a unit of each block can score, into `bounds`: with every neighbour as full of each term as the fullest
 * unit in reach.
 */
export function boundBlocks(
  terms: readonly FoundTerm[],
  factors: readonly number[],
  layout: Layout,
  { bounds }: Scratch,
): void {
  for (const [nth, { postings }] of terms.entries())
    raise(spreadOf(postings, layout), factors[nth] as number, layout.ease, bounds)
}

function raise({ blocks, tops }: Spread, factor: number, ease: Float64Array, bounds: Float64Array): void {
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as number
    const top = tops[index] as number
    bounds[block] = (bounds[block] as number) + (factor * top) / (top + (ease[block] as number))
  }
}

/** The best score of a file that has a unit in each block, into `lifts`. */
export function liftBlocks({ starts }: Layout, { files, lifts }: Scratch): void {
  for (let file = 0; file < files.length; file++) {
    const score = files[file] as number
    if (score === 0) continue
    const last = ((starts[file + 1] as number) - 1) >> BLOCK_BITS
    for (let block = (starts[file] as number) >> BLOCK_BITS; block <= last; block++)
      if ((lifts[block] as number) < score) lifts[block] = score
  }
}
