import { holdersOf, type FoundTerm } from './keyword.ts'
import { BLOCK, BLOCK_BITS, type Layout } from './layout.ts'
import type { Scratch } from './scratch.ts'

/** A term in more units than this share (and number) only lifts units that a rarer term has found. */
const COMMON_SHARE = 1 / 20
const COMMON_UNITS = 1_000

/** A term as it is walked through: `at` is where its first posting in reach of the next block may stand. */
type Walk = {
  readonly units: Int32Array
  readonly freqs: Float64Array
  readonly factor: number
  /** Only lifts units that have a score. */
  readonly isCommon: boolean
  readonly isOwn: boolean
  at: number
}

/**
 * Scores of the units of some blocks, by rising number; those with a score are added to `met`. Block by block, all terms of
 * one after the other: what belongs to its units is then read from memory once.
 */
export function scoreBlocks(
  blocks: Int32Array,
  units: number,
  terms: readonly FoundTerm[],
  factors: readonly number[],
  layout: Layout,
  scratch: Scratch,
  met: number[],
): void {
  const common = Math.max(COMMON_UNITS, units * COMMON_SHARE)
  const walks = terms.map(({ postings, leg }, nth): Walk => ({
    units: postings.units,
    freqs: postings.freqs,
    factor: factors[nth] as number,
    isCommon: nth > 0 && holdersOf(postings) > common,
    isOwn: leg === 'keyword',
    at: 0,
  }))
  const { scores } = scratch
  for (let index = 0; index < blocks.length; index++) {
    const start = (blocks[index] as number) << BLOCK_BITS
    for (let nth = 0; nth < walks.length; nth++) scoreTerm(walks[nth] as Walk, start, layout, scratch)
    const end = Math.min(scores.length, start + BLOCK)
    for (let unit = start; unit < end; unit++) if (scores[unit] !== 0) met.push(unit)
  }
}

const mixed = new Float64Array(BLOCK)

/** What a term adds to the units of the block at `start`. */
function scoreTerm(walk: Walk, start: number, { norms, onward, back }: Layout, { scores, own }: Scratch): void {
  const { units, freqs, factor, isCommon, isOwn } = walk
  const reach = onward.length
  const first = firstFrom(units, start - reach, walk.at)
  let near = first
  for (; near < units.length; near++) {
    const from = units[near] as number
    if (from >= start + BLOCK + reach) break
    lend(from, freqs[near] as number, start, onward, back)
  }
  walk.at = first
  if (near === first) return
  for (let place = 0; place < BLOCK; place++) {
    const frequency = mixed[place] as number
    if (frequency === 0) continue
    mixed[place] = 0
    const unit = start + place
    const before = scores[unit] as number
    if (isCommon && before === 0) continue
    const gain = (factor * frequency) / (frequency + (norms[unit] as number))
    scores[unit] = before + gain
    if (isOwn) own[unit] = (own[unit] as number) + gain
  }
}

/** A frequency goes into `mixed` of the block at `start` for the unit itself and, in part, for its neighbours. */
function lend(
  from: number,
  frequency: number,
  start: number,
  onward: readonly Float64Array[],
  back: readonly Float64Array[],
): void {
  const place = from - start
  if (place >= 0 && place < BLOCK) mixed[place] = (mixed[place] as number) + frequency
  for (let distance = 1; distance <= onward.length; distance++) {
    const before = place - distance
    if (before >= 0 && before < BLOCK)
      mixed[before] =
        (mixed[before] as number) + frequency * ((back[distance - 1] as Float64Array)[from - distance] as number)
    const behind = place + distance
    const share = (onward[distance - 1] as Float64Array)[from] as number
    if (behind >= 0 && behind < BLOCK && share !== 0) mixed[behind] = (mixed[behind] as number) + frequency * share
  }
}

/** Where the first number from `least` on stands, at `from` or behind it; soon found when it is near. */
function firstFrom(numbers: Int32Array, least: number, from: number): number {
  let low = from
  let step = 1
  while (low + step < numbers.length && (numbers[low + step] as number) < least) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, numbers.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}
