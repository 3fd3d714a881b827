import type { Postings } from '../../model/index-store.ts'
import { BLOCK_BITS, type Layout } from './layout.ts'

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

function byBlock({ units, freqs }: Postings, layout: Layout): Pick<Spread, 'blocks' | 'tops'> {
  const reach = layout.onward.length
  const blocks = new Int32Array(Math.min(layout.blocks, units.length * 2))
  const tops = new Float64Array(blocks.length)
  let count = 0
  for (let index = 0; index < units.length; index++) {
    const frequency = freqs[index] as number
    const last = Math.min(layout.blocks - 1, ((units[index] as number) + reach) >> BLOCK_BITS)
    for (let block = Math.max(0, (units[index] as number) - reach) >> BLOCK_BITS; block <= last; block++) {
      const at =
        count > 1 && blocks[count - 2] === block
          ? count - 2
          : count > 0 && blocks[count - 1] === block
            ? count - 1
            : count
      if (at === count) blocks[count++] = block
      if ((tops[at] as number) < frequency) tops[at] = frequency
    }
  }
  return { blocks: blocks.slice(0, count), tops: tops.slice(0, count) }
}

function byFile({ units, freqs: own, whole }: Postings, { fileOf }: Layout): Pick<Spread, 'files' | 'freqs'> {
  if (whole) {
    const [files, freqs] = [[...whole.freqs.keys()].map((first) => fileOf[first] as number), [...whole.freqs.values()]]
    return { files: Int32Array.from(files), freqs: Float64Array.from(freqs) }
  }
  const files = new Int32Array(Math.min(fileOf.length, units.length))
  const freqs = new Float64Array(files.length)
  let last = -1
  for (let index = 0; index < units.length; index++) {
    const file = fileOf[units[index] as number] as number
    if (last < 0 || files[last] !== file) files[++last] = file
    freqs[last] = (freqs[last] as number) + (own[index] as number)
  }
  return { files: files.slice(0, last + 1), freqs: freqs.slice(0, last + 1) }
}
