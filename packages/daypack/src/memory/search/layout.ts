import type { IndexReader } from '../../model/index-store.ts'
import { CONTINUES, TURN } from './text/signals.ts'
import { WEIGHTS } from './weights.ts'

/** What follows from lengths and places alone, made once for a reader. */
export type Layout = {
  /** The length part of BM25 for every unit. */
  readonly norms: Float64Array
  /** By distance less one, at the earlier of two units: what it lends the later, and the later lends it; 0 across files. */
  readonly onward: readonly Float64Array[]
  readonly back: readonly Float64Array[]
}

const known = new WeakMap<IndexReader, Layout>()

export function layoutOf(reader: IndexReader): Layout {
  let layout = known.get(reader)
  if (layout === undefined) {
    const onward = WEIGHTS.before.map((share, at) => lent(reader, share, at + 1))
    const back = WEIGHTS.after.map((share, at) => lent(reader, share, at + 1))
    known.set(reader, (layout = { norms: unitNorms(reader, onward, back), onward, back }))
  }
  return layout
}

/** A unit is as long as what it borrows makes it: a short one full of its neighbours' words is no better than they are. */
function unitNorms(
  { lengths, size, totalLength, units }: IndexReader,
  onward: readonly Float64Array[],
  back: readonly Float64Array[],
): Float64Array {
  const average = totalLength / Math.max(1, units) || 1
  const whole = lengths.slice()
  for (let at = 0; at < onward.length; at++) {
    const [ahead, behind] = [onward[at] as Float64Array, back[at] as Float64Array]
    for (let unit = 0; unit + at + 1 < size; unit++) {
      const other = unit + at + 1
      whole[other] = (whole[other] as number) + (ahead[unit] as number) * (lengths[unit] as number)
      whole[unit] = (whole[unit] as number) + (behind[unit] as number) * (lengths[other] as number)
    }
  }
  return whole.map((length) => WEIGHTS.k1 * (1 - WEIGHTS.b + (WEIGHTS.b * length) / average))
}

/** What a unit and the one so far behind it lend each other: parts of a paragraph half of their words, turns by `share`. */
function lent({ files, lengths, flags, size }: IndexReader, share: number, distance: number): Float64Array {
  const shares = new Float64Array(size)
  for (let unit = 0; unit + distance < size; unit++) {
    const other = unit + distance
    if (files[other] !== files[unit] || (files[unit] as number) < 0) continue
    const between = flags.subarray(unit + 1, other + 1)
    if (between.every((each) => (each & CONTINUES) !== 0)) shares[unit] = WEIGHTS.sameParagraph
    else if (((flags[unit] as number) & (flags[other] as number) & TURN) !== 0)
      shares[unit] = share * damp(lengths[unit] as number) * damp(lengths[other] as number)
  }
  return shares
}

function damp(length: number): number {
  return Math.min(1, WEIGHTS.dampLength / length)
}
