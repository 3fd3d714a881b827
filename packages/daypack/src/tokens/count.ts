import { createHash } from 'node:crypto'
import type { Tokens } from '../model/json.ts'

/** A way of counting. The name is stored beside the figures, so that others are never mixed with them. */
export type Counter = { readonly name: string; readonly count: (text: string) => Tokens }

const SLICE = 1_024
const KEPT = 20_000
const NO_SPECIALS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

/** Exact o200k counts. Byte-pair merging is quadratic on unbroken runs, so texts are sliced; special tokens are text. */
export async function o200k(): Promise<Counter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  return { name: 'o200k', count: cached((text) => sum(slices(text), (slice) => countTokens(slice, NO_SPECIALS))) }
}

/**
 * The seeds' rule: UTF-8 bytes divided by a constant, rounded half up.
 *
 * @example
 * import { byBytes } from 'daypack'
 *
 * if (byBytes(4).count('twelve bytes') !== 3) throw new Error('four bytes are a token')
 */
export function byBytes(divisor = 4): Counter {
  return { name: `bytes/${divisor}`, count: (text) => Math.floor(Buffer.byteLength(text) / divisor + 0.5) }
}

function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + SLICE)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to--
    yield text.slice(from, to)
    from = to
  }
}

function sum<T>(items: Iterable<T>, value: (item: T) => number): number {
  let total = 0
  for (const item of items) total += value(item)
  return total
}

/** Remembers by content hash; the oldest half goes when it is full. */
function cached(count: (text: string) => Tokens): (text: string) => Tokens {
  const known = new Map<string, Tokens>()
  return (text) => {
    if (text === '') return 0
    const key = text.length <= 64 ? text : createHash('sha256').update(text).digest('base64')
    const hit = known.get(key)
    if (hit !== undefined) return hit
    if (known.size >= KEPT) {
      let drop = KEPT / 2
      for (const old of known.keys()) if (drop-- > 0) known.delete(old)
    }
    const tokens = count(text)
    known.set(key, tokens)
    return tokens
  }
}
