import type { IndexReader } from '../../model/index-store.ts'

/** Working arrays of one search, all zero between searches. */
export type Scratch = {
  readonly scores: Float64Array
  readonly own: Float64Array
  readonly mixed: Float64Array
  readonly held: Float64Array
  readonly base: Float64Array
  readonly files: Float64Array
}

const known = new WeakMap<IndexReader, Scratch>()

/** One set per reader, made once: the work between taking and clearing it must not await. */
export function scratchOf(reader: IndexReader): Scratch {
  let scratch = known.get(reader)
  if (scratch === undefined) {
    const make = (): Float64Array => new Float64Array(reader.size)
    scratch = { scores: make(), own: make(), mixed: make(), held: make(), base: make(), files: make() }
    known.set(reader, scratch)
  }
  return scratch
}

export function clear(array: Float64Array, numbers: ArrayLike<number>): void {
  for (let index = 0; index < numbers.length; index++) array[numbers[index] as number] = 0
}
