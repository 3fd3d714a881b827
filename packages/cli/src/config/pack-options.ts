import path from 'node:path'
import type { DaypackOptions } from 'daypack'
import { embeddingEndpoint } from 'daypack/memory'
import { copaw, qwenpaw, type Preset, type PresetName } from 'daypack/presets'
import type { Environment } from './environment.ts'
import type { Config } from './schema.ts'

export const DEFAULT_DIR = '.daypack'

export function workspaceOf(config: Config, cwd: string): string {
  return path.resolve(cwd, config.dir ?? DEFAULT_DIR)
}

/** Settings as the library takes them. */
export function packOptions(config: Config, cwd: string, env: Environment): DaypackOptions {
  const { window, maxOutput, retentionDays, memory = {} } = config
  const embed = embedderOf(memory.embedding, env)
  return {
    dir: workspaceOf(config, cwd),
    preset: presetFrom(config),
    ...(window !== undefined && { window }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(retentionDays !== undefined && { retentionDays }),
    memory:
      memory.enabled === false
        ? false
        : { ...(memory.flush !== undefined && { flush: memory.flush }), ...(embed && { embed }) },
  }
}

/** The preset with its numbers; CoPaw's own environment names choose CoPaw's way unless another is chosen. */
export function presetFrom(config: Config): PresetName | Preset {
  const name = config.preset ?? (config.copaw ? 'copaw' : config.qwenpaw ? 'qwenpaw' : 'daypack')
  if (name === 'copaw') return copaw(defined(config.copaw ?? {}))
  if (name === 'qwenpaw') return qwenpaw((config.qwenpaw ?? {}) as Parameters<typeof qwenpaw>[0])
  return name
}

export function presetName(config: Config): PresetName {
  const preset = presetFrom(config)
  return typeof preset === 'string' ? preset : preset.name
}

function embedderOf(embedding: NonNullable<Config['memory']>['embedding'], env: Environment) {
  if (!embedding) return undefined
  const { apiKey, apiKeyEnv, ...rest } = embedding
  const key = apiKey ?? (apiKeyEnv === undefined ? undefined : env[apiKeyEnv])
  return embeddingEndpoint({ ...defined(rest), ...(key !== undefined && { apiKey: key }) })
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
