import { modelOf, type Millis, type Models, type Price, type Tokens } from 'daypack'
import { COMMON_PRICE, ratesFor } from 'daypack/internal'
import type { DigestBlock } from './digest.ts'

export type MeterOptions = {
  /** Default: the ratios most providers share. */
  readonly price?: Price
  /** How long an entry lives after its last use. */
  readonly ttlMs?: Millis
}

/** What one request costs, in tokens of plain input, and what of it went into reading the cache, writing it and the answer. */
export type Metered = {
  readonly cost: number
  readonly read: number
  readonly written: number
  readonly answer: number
  readonly cached: Tokens
  readonly input: Tokens
}
export type Meter = (blocks: Iterable<DigestBlock>, now: Millis, output?: Tokens) => Metered

/** As the maker of a model prices it and keeps its prompts; your own `models` come first. */
export function meterFor(model: string | undefined, models?: Models): MeterOptions {
  const { price, cacheSeconds } = modelOf(model, models) ?? {}
  return { ...(price && { price }), ...(cacheSeconds !== undefined && { ttlMs: cacheSeconds * 1_000 }) }
}

/** Anthropic's defaults: how long a prompt is kept, and below which size nothing is. */
export const TTL_MS: Millis = 5 * 60_000
export const LEAST_CACHED: Tokens = 1_024

type Node = { readonly next: Map<number, Node>; at: Millis }

/**
 * The provider's prompt cache for one session: prefixes match block by block against every earlier request; an entry is
 * refreshed by use and dies `ttlMs` later.
 */
export function cacheMeter(options: MeterOptions = {}): Meter {
  const { price = COMMON_PRICE, ttlMs = TTL_MS } = options
  const root: Node = { next: new Map(), at: 0 }
  return (blocks, now, output = 0) => {
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
    if (cached < LEAST_CACHED) cached = 0
    const by = ratesFor(input, price)
    const read = (cached * by.cacheRead) / price.input
    const written = ((input - cached) * by.cacheWrite) / price.input
    const answer = (output * by.output) / price.input
    return { cost: read + written + answer, read, written, answer, cached, input }
  }
}
