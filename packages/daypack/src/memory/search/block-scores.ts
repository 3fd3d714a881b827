import { holdersOf, type FoundTerm } from './keyword.ts'
import { BLOCK, BLOCK_BITS, type Layout } from './layout.ts'
import type { Scratch } from './scratch.ts'

/** A term in more units than this share (and number) only lifts units that a rarer term has found. */
const COMMON_SHARE = 1 / 20
const COMMON_UNITS = 1_000

/** Scores of the units of some blocks, by rising number; those with a score are added to `met`. */
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
  for (const [nth, { postings, leg }] of terms.entries()) {
    const target = leg === 'keyword' ? scratch.own : undefined
    const known = nth > 0 && holdersOf(postings) > common
    scoreTerm(blocks, postings.units, postings.freqs, factors[nth] as number, known, layout, scratch.scores, target)
  }
  for (const block of blocks) {
    const end = Math.min(scratch.scores.length, (block + 1) << BLOCK_BITS)
    for (let unit = block << BLOCK_BITS; unit < end; unit++) if (scratch.scores[unit] !== 0) met.push(unit)
  }
}

const mixed = new Float64Array(BLOCK)

/** What one term adds; with `known` only to units that have a score. */
function scoreTerm(
  blocks: Int32Array,
  units: Int32Array,
  freqs: Float64Array,
  factor: number,
  known: boolean,
  { norms, onward, back }: Layout,
  scores: Float64Array,
  own: Float64Array | undefined,
): void {
  const reach = onward.length
  let at = 0
  for (let index = 0; index < blocks.length; index++) {
    const start = (blocks[index] as number) << BLOCK_BITS
    at = firstFrom(units, start - reach, at)
    let any = false
    for (let near = at; near < units.length; near++) {
      const from = units[near] as number
      if (from >= start + BLOCK + reach) break
      any = true
      lend(from, freqs[near] as number, start, onward, back)
    }
    if (!any) continue
    for (let place = 0; place < BLOCK; place++) {
      const frequency = mixed[place] as number
      if (frequency === 0) continue
      mixed[place] = 0
      const unit = start + place
      const before = scores[unit] as number
      if (known && before === 0) continue
      const gain = (factor * frequency) / (frequency + (norms[unit] as number))
      scores[unit] = before + gain
      if (own !== undefined) own[unit] = (own[unit] as number) + gain
    }
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
