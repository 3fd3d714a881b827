import { createHash } from 'node:crypto'
import { textMemo } from '../../../model/text-memo.ts'
import { waitFor } from '../../../model/wait.ts'
import type { Embed } from '../../index/search-api.ts'

export const CACHE_SIZE = 2000

/** The same embedder, asking the endpoint only for texts not embedded lately; what is used least goes first. */
export function cachedEmbed(embed: Embed, maxEntries: number): Embed {
  const known = textMemo(new Map<string, Float32Array>())
  const keep = (key: string, vector: Float32Array): Float32Array => {
    known.delete(key)
    if (vector.length === embed.dimensions) known.set(key, vector)
    for (const oldest of known.keys()) if (known.size > maxEntries) known.delete(oldest)
    return vector
  }
  return {
    model: embed.model,
    dimensions: embed.dimensions,
    ...(embed.batch !== undefined && { batch: embed.batch }),
    async embed(texts, signal) {
      const keys = texts.map((text) => createHash('sha256').update(text).digest('base64url'))
      const found = keys.map((key) => known.get(key))
      const missing = texts.filter((_, at) => found[at] === undefined)
      const made = missing.length === 0 ? [] : await waitFor(embed.embed(missing, signal), { signal })
      let next = 0
      return keys.map((key, at) => keep(key, found[at] ?? (made[next++] as Float32Array)))
    },
  }
}
