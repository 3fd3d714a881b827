import type { Millis } from '../model/json.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long a provider keeps a prompt it was not asked for again. */
export const CACHE_TTL_MS = {
  anthropic: 5 * MINUTE,
  'anthropic-1h': HOUR,
  openai: 5 * MINUTE,
  'openai-30m': 30 * MINUTE,
  'openai-extended': HOUR,
  deepseek: HOUR,
  groq: 2 * HOUR,
  gemini: 24 * HOUR,
} as const satisfies Record<string, Millis>

export type CacheProvider = keyof typeof CACHE_TTL_MS

/**
 * Five minutes for whoever is not in the table: the shortest in use.
 *
 * @example
 * import { cacheTtl } from 'daypack'
 *
 * if (cacheTtl('anthropic') !== 5 * 60_000) throw new Error('five minutes')
 */
export function cacheTtl(provider: string): Millis {
  return Object.hasOwn(CACHE_TTL_MS, provider) ? CACHE_TTL_MS[provider as CacheProvider] : 5 * MINUTE
}
