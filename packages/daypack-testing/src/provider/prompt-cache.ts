import type { Millis, Tokens } from 'daypack'
import { chain, type Piece } from './prefix.ts'

/** Positions a breakpoint looks at for an earlier entry, itself included. */
const LOOK_BACK = 20
const MINUTES = 60_000
/** Shorter prefixes are not cached. */
const LEAST: Tokens = 1_024

export type CacheCount = {
  readonly read: Tokens
  readonly write5m: Tokens
  readonly write1h: Tokens
  readonly rest: Tokens
}

/** Entries are written at breakpoints, found up to 20 blocks back, and live for their TTL after the last hit. */
export function promptCache(now: () => Millis, least = LEAST) {
  const entries = new Map<string, { until: Millis; ttl: Millis }>()

  return {
    count(model: string, list: readonly Piece[], sizes: readonly Tokens[]): CacheCount {
      const hashes = chain(list, model)
      const upTo = runningSum(sizes)
      const total = upTo.at(-1) ?? 0
      const breakpoints = list.flatMap((piece, index) => (piece.marker ? [index] : []))
      const hit = longestHit(breakpoints, hashes)
      const read = hit < 0 ? 0 : (upTo[hit] ?? 0)
      let counted = read
      let write5m = 0
      let write1h = 0
      for (const index of breakpoints) {
        const length = upTo[index] ?? 0
        const hash = hashes[index] ?? ''
        if (length < least) continue
        const ttl = list[index]?.marker?.['ttl'] === '1h' ? 60 * MINUTES : 5 * MINUTES
        if (length > counted) {
          if (ttl === 60 * MINUTES) write1h += length - counted
          else write5m += length - counted
          counted = length
        }
        const known = entries.get(hash)
        const lasts = Math.max(ttl, known && known.until > now() ? known.ttl : 0)
        entries.set(hash, { until: now() + lasts, ttl: lasts })
      }
      return { read, write5m, write1h, rest: total - counted }
    },
  }

  function longestHit(breakpoints: readonly number[], hashes: readonly string[]): number {
    for (const breakpoint of breakpoints.toReversed()) {
      for (let index = breakpoint; index > breakpoint - LOOK_BACK && index >= 0; index--) {
        const entry = entries.get(hashes[index] ?? '')
        if (!entry || entry.until <= now()) continue
        entry.until = now() + entry.ttl
        return index
      }
    }
    return -1
  }
}

function runningSum(sizes: readonly Tokens[]): Tokens[] {
  let sum = 0
  return sizes.map((size) => (sum += size))
}
