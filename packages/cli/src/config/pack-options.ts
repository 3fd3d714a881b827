import { existsSync } from 'node:fs'
import path from 'node:path'
import type { DaypackOptions } from 'daypack'
import { embeddingEndpoint } from 'daypack/memory'
import { copaw, presetOf, qwenpaw, type Preset, type PresetName } from 'daypack/presets'
import type { Environment } from './environment.ts'
import type { Config } from './schema.ts'

export const DEFAULT_DIR = '.daypack'

export function workspaceOf(config: Config, cwd: string): string {
  return path.resolve(cwd, config.dir ?? DEFAULT_DIR)
}

/** The window in use: as set, or the preset's own, or ours. */
export function windowOf(config: Config): number {
  const preset = presetFrom(config)
  return config.window ?? (typeof preset === 'string' ? presetOf(preset) : preset).options.window ?? 200_000
}

/** Where MEMORY.md and memory/ are: as set; in a preset of the documents the working folder, where it has them. */
export function notesOf(config: Config, cwd: string): string | undefined {
  if (config.memory?.dir !== undefined) return path.resolve(cwd, config.memory.dir)
  const isSeed = ['copaw', 'qwenpaw'].includes(presetName(config))
  return isSeed && ['MEMORY.md', 'memory'].some((name) => existsSync(path.join(cwd, name))) ? cwd : undefined
}

/** Folders for day files and stored results, as the preset names them. */
export function storedFolders(config: Config): string[] {
  const preset = presetFrom(config)
  const { folders = {} } = (typeof preset === 'string' ? presetOf(preset) : preset).options
  return [folders.dialog, folders.toolResults].filter((name) => name !== undefined)
}

/** Settings as the library takes them. */
export function packOptions(config: Config, cwd: string, env: Environment): DaypackOptions {
  const { window, maxOutput, retentionDays, memory = {} } = config
  const embed = embedderOf(memory.embedding, env)
  const notes = notesOf(config, cwd)
  return {
    dir: workspaceOf(config, cwd),
    preset: presetFrom(config),
    ...(notes !== undefined && { folders: { notes } }),
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
