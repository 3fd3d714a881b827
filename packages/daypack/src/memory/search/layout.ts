import type { IndexReader } from '../../model/index-store.ts'
import { BARE_HEADING, CONTINUES, SHORT_QUESTION, TURN } from '../text/signals.ts'
import type { Weights } from './weights.ts'

/** Units are looked at in blocks of eight consecutive numbers. */
export const BLOCK_BITS = 3
export const BLOCK = 1 << BLOCK_BITS

/** What follows from lengths and places alone, made once for a reader. */
export type Layout = {
  /** The length part of BM25 for every unit. */
  readonly norms: Float64Array
  /** By distance less one, at the earlier of two units: what it lends the later, and the later lends it; 0 across files. */
  readonly onward: readonly Float64Array[]
  readonly back: readonly Float64Array[]
  /** Numbers of all blocks. */
  readonly all: Int32Array
  readonly blocks: number
  /** For every block, the least norm of a unit over 1 and all that its neighbours lend. */
  readonly ease: Float64Array
  /** Files are numbered from 0: the number of a unit's file, -1 for none, and the first unit of each with one end more. */
  readonly fileOf: Int32Array
  readonly starts: Int32Array
  readonly fileNorms: Float64Array
}

const known = new WeakMap<IndexReader, { weights: Weights; layout: Layout }>()

export function layoutOf(reader: IndexReader, weights: Weights): Layout {
  const made = known.get(reader)
  if (made?.weights === weights) return made.layout
  const damped = reader.lengths.map((length) => damp(length, weights))
  const onward = weights.before.map((_, at) => lent(reader, weights, damped, at, 'onward'))
  const back = weights.after.map((_, at) => lent(reader, weights, damped, at, 'back'))
  const norms = unitNorms(reader, weights, onward, back)
  const blocks = (reader.size + BLOCK - 1) >> BLOCK_BITS
  const all = new Int32Array(blocks).map((_, block) => block)
  const ease = easeOf(blocks, norms, onward, back)
  const layout = { norms, onward, back, blocks, all, ease, ...filesOf(reader, weights) }
  known.set(reader, { weights, layout })
  return layout
}

/** A unit is as long as what it borrows makes it: a short one full of its neighbours' words is no better than they are. */
function unitNorms(
  reader: IndexReader,
  weights: Weights,
  onward: readonly Float64Array[],
  back: readonly Float64Array[],
): Float64Array {
  const { lengths, size } = reader
  const average = reader.totalLength / Math.max(1, reader.units) || 1
  const whole = lengths.slice()
  for (let at = 0; at < onward.length; at++) {
    const [ahead, behind] = [onward[at] as Float64Array, back[at] as Float64Array]
    for (let unit = 0; unit + at + 1 < size; unit++) {
      const other = unit + at + 1
      whole[other] = (whole[other] as number) + (ahead[unit] as number) * (lengths[unit] as number)
      whole[unit] = (whole[unit] as number) + (behind[unit] as number) * (lengths[other] as number)
    }
  }
  return whole.map((length) => weights.k1 * (1 - weights.b + (weights.b * length) / average))
}

/** Parts of one paragraph share half of their words, others by their distance, damped when either is long. */
function lent(
  reader: IndexReader,
  weights: Weights,
  damped: Float64Array,
  at: number,
  way: 'onward' | 'back',
): Float64Array {
  const { files, lengths, flags, size } = reader
  const shares = new Float64Array(size)
  const base = (way === 'onward' ? weights.before[at] : weights.after[at]) as number
  for (let unit = 0; unit + at + 1 < size; unit++) {
    const other = unit + at + 1
    if (files[other] !== files[unit] || (files[unit] as number) < 0) continue
    if (isOneParagraph(reader, unit, other)) {
      shares[unit] = weights.sameParagraph
      continue
    }
    const first = flags[unit] as number
    const second = flags[other] as number
    if (((first | second) & BARE_HEADING) !== 0) continue
    const together = (first & second & TURN) !== 0 ? 1 : weights.apart
    const answers = way === 'onward' && at === 0 && (first & SHORT_QUESTION) !== 0 ? weights.answer : 1
    const thin = Math.min(1, (lengths[way === 'onward' ? other : unit] as number) / weights.thinLength)
    const long = (damped[unit] as number) * (damped[other] as number)
    shares[unit] = base * together * answers * thin * long
  }
  return shares
}

function isOneParagraph({ flags }: IndexReader, unit: number, other: number): boolean {
  for (let at = unit + 1; at <= other; at++) if (((flags[at] as number) & CONTINUES) === 0) return false
  return true
}

function damp(length: number, weights: Weights): number {
  return length > weights.dampLength ? weights.dampLength / length : 1
}

function easeOf(
  blocks: number,
  norms: Float64Array,
  onward: readonly Float64Array[],
  back: readonly Float64Array[],
): Float64Array {
  const ease = new Float64Array(blocks).fill(Infinity)
  for (let unit = 0; unit < norms.length; unit++) {
    let whole = 1
    for (let at = 0; at < onward.length; at++) {
      whole += (back[at] as Float64Array)[unit] as number
      if (unit > at) whole += (onward[at] as Float64Array)[unit - at - 1] as number
    }
    const block = unit >> BLOCK_BITS
    ease[block] = Math.min(ease[block] as number, (norms[unit] as number) / whole)
  }
  return ease
}

function filesOf(reader: IndexReader, weights: Weights): Pick<Layout, 'fileOf' | 'starts' | 'fileNorms'> {
  const { size, fileCount } = reader
  const average = reader.totalLength / Math.max(1, fileCount) || 1
  const fileOf = new Int32Array(size).fill(-1)
  const starts = new Int32Array(fileCount + 1).fill(size)
  const fileNorms = new Float64Array(fileCount)
  let file = -1
  for (let unit = 0; unit < size; unit++) {
    if ((reader.files[unit] as number) < 0) continue
    if (reader.files[unit] === unit) starts[++file] = unit
    fileOf[unit] = file
    fileNorms[file] = (fileNorms[file] as number) + (reader.lengths[unit] as number)
  }
  for (const [first, length] of reader.part?.fileLengths ?? []) fileNorms[fileOf[first] as number] = length
  for (let at = 0; at < fileCount; at++)
    fileNorms[at] = weights.k1 * (1 - weights.b + (weights.b * (fileNorms[at] as number)) / average)
  return { fileOf, starts, fileNorms }
}
