import type { Millis, Prices, Tokens } from 'daypack'
import { DEFAULT_PRICES } from 'daypack/internal'
import type { DigestBlock } from './digest.ts'

export type MeterOptions = {
  readonly prices?: Prices
  /** How long an entry lives after its last use. */
  readonly ttlMs?: Millis
  /** Below this nothing is cached. */
  readonly leastTokens?: Tokens
}

/** What one request costs, in tokens of plain input. */
export type Price = { readonly cost: number; readonly read: number; readonly cached: Tokens; readonly input: Tokens }
export type Meter = (blocks: Iterable<DigestBlock>, now: Millis) => Price

/** Anthropic's defaults. */
export const TTL_MS: Millis = 5 * 60_000
export const LEAST_CACHED: Tokens = 1_024

type Node = { readonly next: Map<number, Node>; at: Millis }

/**
 * The provider's prompt cache for one session: prefixes match block by block against every earlier request; an entry is
 * refreshed by use and dies `ttlMs` later.
 */
export function cacheMeter(options: MeterOptions = {}): Meter {
  const { prices = DEFAULT_PRICES, ttlMs = TTL_MS, leastTokens = LEAST_CACHED } = options
  const root: Node = { next: new Map(), at: 0 }
  return (blocks, now) => {
    let node = root
    let input = 0
    let cached = 0
    let isHit = true
    for (const block of blocks) {
      input += block.tokens
      let next = node.next.get(block.id)
      isHit &&= next !== undefined && now - next.at <= ttlMs
      if (isHit) cached += block.tokens
      if (!next) node.next.set(block.id, (next = { next: new Map(), at: now }))
      next.at = now
      node = next
    }
    if (cached < leastTokens) cached = 0
    const read = cached * prices.cacheRead
    return { cost: read + (input - cached) * prices.cacheWrite, read, cached, input }
  }
}
