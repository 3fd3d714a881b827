import type { IndexReader } from '../../model/index-store.ts'
import { BLOCK_BITS } from './layout.ts'

/** Working arrays of one search, all zero between searches. */
export type Scratch = {
  readonly scores: Float64Array
  readonly own: Float64Array
  readonly base: Float64Array
  /** Scores of whole files, by their number. */
  readonly files: Float64Array
  /** The most a unit of a block can score, and can have from its file. */
  readonly bounds: Float64Array
  readonly lifts: Float64Array
}

const known = new WeakMap<IndexReader, Scratch>()

/** One set per reader, made once: the work between taking and clearing it must not await. */
export function scratchOf(reader: IndexReader): Scratch {
  let scratch = known.get(reader)
  if (scratch === undefined) {
    const blocks = (reader.size >> BLOCK_BITS) + 1
    scratch = {
      scores: new Float64Array(reader.size),
      own: new Float64Array(reader.size),
      base: new Float64Array(reader.size),
      files: new Float64Array(reader.fileCount),
      bounds: new Float64Array(blocks),
      lifts: new Float64Array(blocks),
    }
    known.set(reader, scratch)
  }
  return scratch
}

export function clear(array: Float64Array, numbers: ArrayLike<number>): void {
  for (let index = 0; index < numbers.length; index++) array[numbers[index] as number] = 0
}
