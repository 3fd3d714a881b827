// Whose prices a replay is counted with: the cost model's and the engine's own, so that each provider has its optimum.
import type { MeterOptions } from '../../lab/src/measure/meter.ts'
import { priceOf } from '../../packages/daypack/src/tokens/price.ts'

/** A provider by one of its models. */
const PROVIDERS: Readonly<Record<string, { readonly model: string; readonly cacheMinutes: number }>> = {
  anthropic: { model: 'claude-opus-4-5', cacheMinutes: 5 },
  'anthropic-5.5': { model: 'claude-opus-5-5', cacheMinutes: 5 },
  openai: { model: 'gpt-5.4', cacheMinutes: 5 },
  deepseek: { model: 'deepseek-chat', cacheMinutes: 60 },
  gemini: { model: 'gemini-2.5-pro', cacheMinutes: 24 * 60 },
}

export const PRICE_NAMES = Object.keys(PROVIDERS)

export function meterOf(name: string): Required<Pick<MeterOptions, 'price' | 'ttlMs'>> {
  const provider = PROVIDERS[name]
  const price = priceOf(provider?.model)
  if (!provider || !price) throw new Error(`No prices for "${name}"; there are ${PRICE_NAMES.join(', ')}.`)
  return { price, ttlMs: provider.cacheMinutes * 60_000 }
}
