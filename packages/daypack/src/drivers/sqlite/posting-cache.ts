import type { Postings } from '../../model/index-store.ts'
import { textMemo } from '../../model/text-memo.ts'

const ENTRY_BYTES = 400
const POSTING_BYTES = 12
/** Units in a block: the scorer also keeps every term by block and by file. */
const BLOCK_UNITS = 8

/** Keeps the postings used last, up to `maxBytes` with what the scorer makes of them. */
export function postingCache(maxBytes: number, units: number, load: (term: string) => Postings | undefined) {
  const known = textMemo(new Map<string, Postings | undefined>())
  const blocks = units / BLOCK_UNITS
  /** Little for a common term, more than the postings themselves for a rare one. */
  const bytesOf = (postings: Postings | undefined): number => {
    const count = postings?.units.length ?? 0
    return ENTRY_BYTES + POSTING_BYTES * (count + Math.min(2 * count, blocks) + Math.min(count, blocks))
  }
  let bytes = 0
  return (term: string): Postings | undefined => {
    if (known.size === 0) bytes = 0
    const isKnown = known.has(term)
    const postings = isKnown ? known.get(term) : load(term)
    known.delete(term)
    known.set(term, postings)
    if (!isKnown) bytes += bytesOf(postings)
    for (const [oldest, each] of known) {
      if (bytes <= maxBytes || known.size === 1) break
      known.delete(oldest)
      bytes -= bytesOf(each)
    }
    return postings
  }
}
