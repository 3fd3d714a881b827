import type { Postings } from '../../model/index-store.ts'
import { BLOCK, BLOCK_BITS, type Layout } from './layout.ts'

/** A term by blocks and by files, both by rising number. */
export type Spread = {
  /** Blocks with a unit that has the term or could borrow it, and the highest frequency in reach. */
  readonly blocks: Int32Array
  readonly tops: Float64Array
  /** Files that hold it, and how often in all. */
  readonly files: Int32Array
  readonly freqs: Float64Array
}

const known = new WeakMap<Postings, Spread>()

/** Made once for postings that a reader hands out again. */
export function spreadOf(postings: Postings, layout: Layout): Spread {
  let spread = known.get(postings)
  if (spread === undefined) {
    spread = { ...byBlock(postings, layout), ...byFile(postings, layout) }
    known.set(postings, spread)
  }
  return spread
}

/** A unit lends to the blocks beside its own when it stands near their edge; what is in reach is at most half a block. */
function byBlock({ units, freqs }: Postings, layout: Layout): Pick<Spread, 'blocks' | 'tops'> {
  const reach = layout.onward.length
  const last = layout.blocks - 1
  const blocks = new Int32Array(Math.min(layout.blocks, units.length * 2))
  const tops = new Float64Array(blocks.length)
  let count = 0
  let own = -1
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as number
    const frequency = freqs[index] as number
    const block = unit >> BLOCK_BITS
    const place = unit & (BLOCK - 1)
    if (own < 0 || blocks[own] !== block) {
      // The block before may have opened this one; what stands at its beginning opens the one before.
      if (count > 0 && blocks[count - 1] === block) own = count - 1
      else {
        if (place < reach && block > 0 && (count === 0 || blocks[count - 1] !== block - 1)) blocks[count++] = block - 1
        own = count++
        blocks[own] = block
      }
    }
    if ((tops[own] as number) < frequency) tops[own] = frequency
    if (place < reach && block > 0 && (tops[own - 1] as number) < frequency) tops[own - 1] = frequency
    if (place >= BLOCK - reach && block < last) {
      if (own === count - 1) blocks[count++] = block + 1
      if ((tops[own + 1] as number) < frequency) tops[own + 1] = frequency
    }
  }
  return { blocks: blocks.slice(0, count), tops: tops.slice(0, count) }
}

function byFile(
  { units, freqs: own, whole }: Postings,
  { fileOf, fileNorms }: Layout,
): Pick<Spread, 'files' | 'freqs'> {
  if (whole) {
    const [files, freqs] = [[...whole.freqs.keys()].map((first) => fileOf[first] as number), [...whole.freqs.values()]]
    return { files: Int32Array.from(files), freqs: Float64Array.from(freqs) }
  }
  const files = new Int32Array(Math.min(fileNorms.length, units.length))
  const freqs = new Float64Array(files.length)
  let count = 0
  let file = -1
  let sum = 0
  for (let index = 0; index < units.length; index++) {
    const next = fileOf[units[index] as number] as number
    if (next !== file) {
      if (file >= 0) freqs[count++] = sum
      files[count] = file = next
      sum = 0
    }
    sum += own[index] as number
  }
  if (file >= 0) freqs[count++] = sum
  return { files: files.slice(0, count), freqs: freqs.slice(0, count) }
}
