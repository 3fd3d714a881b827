import { createHash } from 'node:crypto'
import { waitFor } from '../../../model/wait.ts'
import type { EmbeddingCache } from '../../../model/index-store.ts'
import type { Embed } from '../../index/search-api.ts'

export const CACHE_SIZE = 2000

/** The same embedder, asking the endpoint only for texts not embedded lately; the cache outlives the process. */
export function cachedEmbed(embed: Embed, cache: EmbeddingCache, maxEntries: number): Embed {
  const keyOf = (text: string): string =>
    createHash('sha256').update(`${embed.model}\n${embed.dimensions}\n${text}`).digest('base64url')
  return {
    model: embed.model,
    dimensions: embed.dimensions,
    ...(embed.batch !== undefined && { batch: embed.batch }),
    async embed(texts, signal) {
      const found: (Float32Array | undefined)[] = []
      for (const text of texts) found.push(await cache.get(keyOf(text)))
      const missing = texts.filter((_, index) => found[index]?.length !== embed.dimensions)
      if (missing.length === 0) return found as Float32Array[]
      const made = await waitFor(embed.embed(missing, signal), { signal })
      for (const [index, vector] of made.entries()) await cache.set(keyOf(missing[index] as string), vector, maxEntries)
      let next = 0
      return found.map((vector) => (vector?.length === embed.dimensions ? vector : (made[next++] as Float32Array)))
    },
  }
}
