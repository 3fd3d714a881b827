import type { Postings } from '../../model/index-store.ts'
import { textMemo } from '../../model/text-memo.ts'

const ENTRY_BYTES = 400
const POSTING_BYTES = 12
/** Units in a block: the scorer also keeps every term by block and by file. */
const BLOCK_UNITS = 8

type Found = ReadonlyMap<string, Postings>

/** Keeps the postings used last, up to `maxBytes` with what the scorer makes of them. */
export function postingCache(maxBytes: number, units: number, load: (terms: readonly string[]) => Promise<Found>) {
  const known = textMemo(new Map<string, Postings | undefined>())
  const blocks = units / BLOCK_UNITS
  /** Little for a common term, more than the postings themselves for a rare one. */
  const bytesOf = (postings: Postings | undefined): number => {
    const count = postings?.units.length ?? 0
    return ENTRY_BYTES + POSTING_BYTES * (count + Math.min(2 * count, blocks) + Math.min(count, blocks))
  }
  let bytes = 0
  const keep = (term: string, postings: Postings | undefined): void => {
    if (known.size === 0) bytes = 0
    if (!known.delete(term)) bytes += bytesOf(postings)
    known.set(term, postings)
    for (const [oldest, each] of known) {
      if (bytes <= maxBytes || known.size === 1) break
      known.delete(oldest)
      bytes -= bytesOf(each)
    }
  }
  return async (terms: readonly string[]): Promise<(Postings | undefined)[]> => {
    const missing = terms.filter((term) => !known.has(term))
    const loaded = missing.length === 0 ? undefined : await load(missing)
    const found = terms.map((term) => loaded?.get(term) ?? known.get(term))
    for (const [at, term] of terms.entries()) keep(term, found[at])
    return found
  }
}
