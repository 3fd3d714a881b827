import { askWindow, assumedLine, windowOf } from 'daypack/internal'
import { presetFrom } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'
import type { ModelInUse } from './types.ts'

/**
 * The settings with the model in use and its window: from the registry, else as its server tells it, else assumed, and then
 * `notice` says so.
 */
export async function withWindow(config: Config, model: ModelInUse): Promise<{ config: Config; notice?: string }> {
  const named = { ...config, model: model.label }
  const { window, windows } = presetFrom(config).options
  if (config.window !== undefined || window !== undefined || windows) return { config: named }
  const { tokens, from } = windowOf(model.id, config.models)
  if (from === 'registry') return { config: named }
  const told = model.askAt === undefined ? undefined : await askWindow(model.askAt, model.id, headersOf(model))
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
