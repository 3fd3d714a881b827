import type { IndexReader } from '../../model/index-store.ts'
import { boundBlocks } from './block-bounds.ts'
import { scoreBlocks } from './block-scores.ts'
import type { FoundTerm } from './keyword.ts'
import { BLOCK_BITS, type Layout } from './layout.ts'
import type { Scratch } from './scratch.ts'
import { nthHighest } from './top.ts'
import type { Weights } from './weights.ts'

/** Which units are wanted: `count` of them, by score over the best score plus features. */
export type Wanted = {
  readonly count: number
  readonly features: (unit: number) => number
  /** The most a unit of a block can have in features. */
  readonly mostFeatures: (block: number) => number
  /** Units whose scores are needed in any case. */
  readonly also: readonly number[]
}

/** Rounding must never be why a unit is left out. */
const SLACK = 1e-9
/** Blocks looked at in the first go. */
const FIRST = 48

/**
 * BM25 in which neighbours lend a unit part of their words: what a dialogue turn means often stands one line above.
 * Blocks of units are looked at as long as their bounds allow for a unit that is wanted. Fills `scores` and `own` (the
 * part from words of the query itself) for the units looked at; those wanted are among `within`, by rising number.
 */
export function scoreUnits(
  reader: IndexReader,
  terms: readonly FoundTerm[],
  weights: Weights,
  layout: Layout,
  scratch: Scratch,
  wanted: Wanted,
): { looked: number[]; within: number[]; best: number } {
  const { scores, bounds } = scratch
  const factors = terms.map(({ weight, idf }) => weight * idf * (weights.k1 + 1))
  boundBlocks(terms, factors, layout, scratch)
  const looked: number[] = []
  let open = reaching(layout.all, bounds, Number.MIN_VALUE)
  const look = (blocks: Int32Array): void => {
    scoreBlocks(blocks, reader.units, terms, factors, layout, scratch, looked)
    for (const block of blocks) bounds[block] = 0
  }
  look(blocksOf(wanted.also, bounds))
  look(highestBlocks(open, bounds, FIRST))
  look(reaching(open, bounds, bestOf(looked, scores)))
  const best = bestOf(looked, scores)
  open = reaching(open, bounds, Number.MIN_VALUE)
  for (const block of open) bounds[block] = (bounds[block] as number) / best + wanted.mostFeatures(block)
  const front = frontOf(wanted, scores, best)
  for (let batch = FIRST; ; batch *= 2) {
    const least = front.take(looked)
    open = reaching(open, bounds, Math.max(least, Number.MIN_VALUE))
    if (open.length === 0) break
    const next = highestBlocks(open, bounds, batch)
    look(next.filter((block) => (bounds[block] as number) - spareFeatures(block, layout, wanted) >= least))
    for (const block of next) bounds[block] = 0
  }
  bounds.fill(0)
  const also = wanted.also.filter((unit) => scores[unit] !== 0)
  return { looked, within: [...new Set([...front.units(), ...also])].toSorted((a, b) => a - b), best }
}

/** Units that are wanted as far as is known: those that reach the last of the best `count`. */
function frontOf({ count, features, mostFeatures }: Wanted, scores: Float64Array, best: number) {
  let units: number[] = []
  let ends: number[] = []
  let least = -Infinity
  let taken = 0
  let most = 4 * count
  const narrow = (): void => {
    if (ends.length < count) return
    least = nthHighest(Float64Array.from(ends), count) - SLACK
    units = units.filter((_, at) => (ends[at] as number) >= least)
    ends = ends.filter((end) => end >= least)
    most = Math.max(most, 2 * ends.length)
  }
  return {
    units: () => units,
    /** What is new among the units looked at; returns what a unit has to reach. */
    take(looked: readonly number[]): number {
      for (; taken < looked.length; taken++) {
        const unit = looked[taken] as number
        const words = (scores[unit] as number) / best
        if (words + mostFeatures(unit >> BLOCK_BITS) < least) continue
        units.push(unit)
        ends.push(words + features(unit))
        if (ends.length >= most) narrow()
      }
      narrow()
      return least
    },
  }
}

/** What no unit of a block has of the features that its bound allows for. */
function spareFeatures(block: number, { fileOf }: Layout, { features, mostFeatures }: Wanted): number {
  const end = Math.min(fileOf.length, (block + 1) << BLOCK_BITS)
  let most = -Infinity
  for (let unit = block << BLOCK_BITS; unit < end; unit++)
    if ((fileOf[unit] as number) >= 0) most = Math.max(most, features(unit))
  return mostFeatures(block) - most
}

function blocksOf(units: readonly number[], bounds: Float64Array): Int32Array {
  const blocks = new Set(units.map((unit) => unit >> BLOCK_BITS))
  return Int32Array.from(blocks)
    .filter((block) => bounds[block] !== 0)
    .sort()
}

const BINS = 256
const bins = new Int32Array(BINS)

/** At least `count` of the blocks, and no others with bounds as high. */
function highestBlocks(blocks: Int32Array, bounds: Float64Array, count: number): Int32Array {
  if (blocks.length <= count) return reaching(blocks, bounds, Number.MIN_VALUE)
  let most = 0
  for (let index = 0; index < blocks.length; index++) {
    const bound = bounds[blocks[index] as number] as number
    if (bound > most) most = bound
  }
  bins.fill(0)
  const scale = (BINS - 1) / most
  for (let index = 0; index < blocks.length; index++) {
    const bin = ((bounds[blocks[index] as number] as number) * scale) | 0
    bins[bin] = (bins[bin] as number) + 1
  }
  let bin = BINS
  for (let above = 0; bin > 0 && above < count;) above += bins[--bin] as number
  return reaching(blocks, bounds, Math.max(Number.MIN_VALUE, (bin / scale) * (1 - SLACK)))
}

function reaching(blocks: Int32Array, bounds: Float64Array, least: number): Int32Array {
  const result = new Int32Array(blocks.length)
  let count = 0
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as number
    if ((bounds[block] as number) >= least) result[count++] = block
  }
  return result.subarray(0, count)
}

function bestOf(units: readonly number[], scores: Float64Array): number {
  let best = 1e-9
  for (let index = 0; index < units.length; index++) {
    const score = scores[units[index] as number] as number
    if (score > best) best = score
  }
  return best
}
