import { assumedLine, windowOf } from 'daypack/internal'
import { askWindow } from 'daypack-gateway/internal'
import { presetFrom } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'
import type { ModelInUse } from './types.ts'

/** The window comes from the registry, else from the server, else it is assumed and `notice` says so. */
export async function withWindow(config: Config, model: ModelInUse): Promise<{ config: Config; notice?: string }> {
  const named = { ...config, model: model.label }
  const { window, windows } = presetFrom(config).options
  if (config.window !== undefined || window !== undefined || windows) return { config: named }
  const { tokens, from } = windowOf(model.id, config.models)
  if (from === 'registry') return { config: named }
  const { provider, baseUrl } = model
  const told =
    provider === 'openai-compatible' && baseUrl !== undefined
      ? await askWindow(baseUrl, model.id, headersOf(model))
      : undefined
  const models = { ...config.models, [model.id]: { window: told ?? tokens } }
  if (told !== undefined) return { config: { ...named, models } }
  return {
    config: { ...named, models },
    notice: `${assumedLine(model.id, tokens)} Set --window, or "models" in daypack.json, if it has another.`,
  }
}

function headersOf({ secrets: [key] }: ModelInUse) {
  return key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }
}
