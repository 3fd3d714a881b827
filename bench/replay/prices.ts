// Whose prices a replay is counted with: the cost model's and the engine's own, so that each provider has its optimum.
import { cacheTtl, type CacheProvider } from '../../packages/daypack/src/cache/ttl.ts'
import type { MeterOptions } from '../../lab/src/measure/meter.ts'
import { priceOf } from '../../packages/daypack/src/tokens/price.ts'

/** A provider by one of its models. */
const PROVIDERS: Readonly<Record<string, { readonly model: string; readonly cache: CacheProvider }>> = {
  anthropic: { model: 'claude-opus-4-5', cache: 'anthropic' },
  'anthropic-5.5': { model: 'claude-opus-5-5', cache: 'anthropic' },
  openai: { model: 'gpt-5.4', cache: 'openai' },
  deepseek: { model: 'deepseek-chat', cache: 'deepseek' },
  gemini: { model: 'gemini-2.5-pro', cache: 'gemini' },
}

export const PRICE_NAMES = Object.keys(PROVIDERS)

export function meterOf(name: string): Required<Pick<MeterOptions, 'price' | 'ttlMs'>> {
  const provider = PROVIDERS[name]
  const price = priceOf(provider?.model)
  if (!provider || !price) throw new Error(`No prices for "${name}"; there are ${PRICE_NAMES.join(', ')}.`)
  return { price, ttlMs: cacheTtl(provider.cache) }
}
