import type { Postings } from '../../model/index-store.ts'
import { textMemo } from '../../model/text-memo.ts'

export type PostingCache = {
  shelf(units: number): { get(term: string, load: () => Postings | undefined): Postings | undefined }
}

const ENTRY_BYTES = 400
const POSTING_BYTES = 12
/** Units in a block: the scorer also keeps every term by block and by file. */
const BLOCK_UNITS = 8

export function postingCache(maxBytes: number): PostingCache {
  const known = textMemo(new Map<string, { readonly postings: Postings | undefined; readonly bytes: number }>())
  let bytes = 0
  let shelves = 0
  return {
    shelf(units) {
      const name = `${shelves++} `
      return {
        get(term, load) {
          const key = name + term
          const hit = known.get(key)
          if (hit !== undefined) {
            known.delete(key)
            known.set(key, hit)
            return hit.postings
          }
          const postings = load()
          if (known.size === 0) bytes = 0
          const made = { postings, bytes: bytesOf(postings?.units.length ?? 0, units) }
          known.set(key, made)
          bytes += made.bytes
          for (const [oldest, each] of known) {
            if (bytes <= maxBytes || known.size === 1) break
            known.delete(oldest)
            bytes -= each.bytes
          }
          return postings
        },
      }
    },
  }
}

/** With what the scorer makes of them: little for a common term, more than the postings themselves for a rare one. */
function bytesOf(count: number, units: number): number {
  const blocks = units / BLOCK_UNITS
  return ENTRY_BYTES + POSTING_BYTES * (count + Math.min(2 * count, blocks) + Math.min(count, blocks))
}
