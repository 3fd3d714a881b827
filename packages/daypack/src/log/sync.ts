import type { Seq } from '../model/edit.ts'

export type Known = { readonly seq: Seq; readonly hash: string }

/** How a resent list lies over the log: each incoming message's slot, and what has to be appended to make them equal. */
export type Match = {
  /** For each incoming message the slot it stands in, or undefined when it is new. */
  readonly slots: readonly (Seq | undefined)[]
  /** Incoming messages that changed in place: index → slot whose content they replace. */
  readonly replaced: ReadonlyMap<number, Seq>
  /** The caller went back: everything after this slot left the branch (0: everything). */
  readonly rewind?: { readonly after: Seq }
}

/** At most this share of the overlap may have changed in place; more than that is another history. */
const CHANGED_SHARE = 0.5

/**
 * Match a resent list against the branch. Equal prefix: append the rest. Some messages changed but those after them still
 * match: they are replaced in their slots, and edits elsewhere stay. Anything else is a rewind to the last match.
 */
export function match(known: readonly Known[], incoming: readonly string[], from = 0): Match {
  const overlap = Math.min(known.length, incoming.length)
  const changed: number[] = []
  for (let index = from; index < overlap; index++) {
    if (known[index]?.hash !== incoming[index]) changed.push(index)
  }
  const first = changed[0]
  const inPlace = first !== undefined && known.length <= incoming.length && settles(changed, overlap)
  const keep = first === undefined || inPlace ? overlap : first
  const slots = incoming.map((_, index) => (index < keep ? known[index]?.seq : undefined))
  const replaced = new Map(inPlace ? changed.map((index): [number, Seq] => [index, known[index]?.seq ?? 0]) : [])
  if (keep === known.length) return { slots, replaced }
  return { slots, replaced, rewind: { after: keep === 0 ? 0 : (known[keep - 1]?.seq ?? 0) } }
}

/** A change in place is believable when the messages behind it are still the old ones. */
function settles(changed: readonly number[], overlap: number): boolean {
  return changed.at(-1) !== overlap - 1 && changed.length <= Math.max(1, overlap * CHANGED_SHARE)
}
