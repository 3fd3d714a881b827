import type { IndexReader } from '../../model/index-store.ts'
import { CONTINUES, TURN } from '../text/signals.ts'
import type { Weights } from './weights.ts'

/** Units are looked at in blocks of consecutive numbers, sixteen each. */
export const BLOCK_BITS = 4
export const BLOCK = 1 << BLOCK_BITS

/** What follows from lengths and places alone, made once for a reader. */
export type Layout = {
  /** The length part of BM25 for every unit. */
  readonly norms: Float64Array
  /** By distance less one: what a unit and the one so far behind it lend each other; 0 across files. */
  readonly shares: readonly Float64Array[]
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
  const norms = unitNorms(reader, weights)
  const shares = weights.neighbours.map((_, at) => lent(reader, weights, at))
  const blocks = (reader.size + BLOCK - 1) >> BLOCK_BITS
  const all = Int32Array.from({ length: blocks }, (_, block) => block)
  const layout = { norms, shares, blocks, all, ease: easeOf(blocks, norms, shares), ...filesOf(reader, weights) }
  known.set(reader, { weights, layout })
  return layout
}

/** Parts of a paragraph are as long as what they borrow makes them. */
function unitNorms(reader: IndexReader, weights: Weights): Float64Array {
  const { files, lengths, flags, size } = reader
  const average = reader.totalLength / Math.max(1, reader.units) || 1
  const norms = new Float64Array(size)
  const isPart = (unit: number): boolean => ((flags[unit] as number) & CONTINUES) !== 0
  for (let unit = 0; unit < size; unit++) {
    let length = lengths[unit] as number
    for (let side = -1; side <= 1; side += 2) {
      for (let distance = 1; distance <= weights.neighbours.length; distance++) {
        const other = unit + side * distance
        if (other < 0 || other >= size || files[other] !== files[unit] || !isPart(side < 0 ? other + 1 : other)) break
        length += weights.sameParagraph * (lengths[other] as number)
      }
    }
    norms[unit] = weights.k1 * (1 - weights.b + (weights.b * length) / average)
  }
  return norms
}

/** Parts of one paragraph share half of their words, others by their distance, damped when either is long. */
function lent(reader: IndexReader, weights: Weights, at: number): Float64Array {
  const { files, lengths, flags, size } = reader
  const shares = new Float64Array(size)
  for (let unit = 0; unit + at + 1 < size; unit++) {
    const other = unit + at + 1
    if (files[other] !== files[unit] || (files[unit] as number) < 0) continue
    if (isOneParagraph(reader, unit, other)) {
      shares[unit] = weights.sameParagraph
      continue
    }
    const dialogue = ((flags[unit] as number) & (flags[other] as number) & TURN) !== 0
    const base = (weights.neighbours[at] as number) * (dialogue ? 1 : weights.apart)
    shares[unit] = base * damp(lengths[unit] as number, weights) * damp(lengths[other] as number, weights)
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

function easeOf(blocks: number, norms: Float64Array, shares: readonly Float64Array[]): Float64Array {
  const ease = new Float64Array(blocks).fill(Infinity)
  for (let unit = 0; unit < norms.length; unit++) {
    let whole = 1
    for (let at = 0; at < shares.length; at++) {
      const behind = shares[at] as Float64Array
      whole += (behind[unit] as number) + (unit > at ? (behind[unit - at - 1] as number) : 0)
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
  for (let at = 0; at < fileCount; at++)
    fileNorms[at] = weights.k1 * (1 - weights.b + (weights.b * (fileNorms[at] as number)) / average)
  return { fileOf, starts, fileNorms }
}
