import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { DaypackOptions, MemoryOptions } from 'daypack'
import { windowOf as windowOfModel } from 'daypack/internal'
import { embeddingEndpoint } from 'daypack/memory'
import { claudeCode, copaw, daypack, miniClaude, qwenpaw, type Preset, type PresetName } from 'daypack/presets'
import type { Environment } from './environment.ts'
import { withoutUndefined } from './fields.ts'
import { isAddress } from './place.ts'
import type { Config } from './schema.ts'

export const DEFAULT_DIR = '.daypack'

export function placeOf(config: Config, cwd: string): string {
  return isAddress(config.dir) ? config.dir : workspaceOf(config, cwd)
}

export function workspaceOf(config: Config, cwd: string): string {
  return path.resolve(cwd, isAddress(config.dir) ? DEFAULT_DIR : (config.dir ?? DEFAULT_DIR))
}

export function windowOf(config: Config, model = config.model): number {
  const { window, windows } = presetFrom(config).options
  const name = model?.replace(/^(?:anthropic|openai|openai-compatible|google|scripted):/, '')
  const ofModel = windows ?? ((each) => (each === undefined ? 200_000 : windowOfModel(each, config.models).tokens))
  return config.window ?? window ?? ofModel(name)
}

export function notesOf(config: Config, cwd: string): string | undefined {
  if (config.memory?.dir !== undefined) return path.resolve(cwd, config.memory.dir)
  const isSeed = ['copaw', 'qwenpaw'].includes(presetName(config))
  return isSeed && hasNotes(cwd) ? cwd : undefined
}

export function hasNotes(dir: string): boolean {
  try {
    return readdirSync(dir).some((name) => name === 'memory' || /^memory\.md$/i.test(name))
  } catch {
    return false
  }
}

export function storedFolders(config: Config): string[] {
  const { folders = {} } = presetFrom(config).options
  return [folders.dialog, folders.toolResults].filter((name) => name !== undefined)
}

export function packOptions(config: Config, cwd: string, env: Environment): DaypackOptions {
  const { window, maxOutput, retentionDays, memory = {} } = config
  const embed = embedderOf(memory.embedding, env)
  const notes = notesOf(config, cwd)
  const search = searchOf(memory)
  return {
    dir: workspaceOf(config, cwd),
    preset: presetFrom(config),
    ...(window !== undefined && { window }),
    ...(retentionDays !== undefined && { retention: retentionDays }),
    memory:
      memory.enabled === false
        ? false
        : {
            ...(memory.flush !== undefined && { flush: memory.flush }),
            ...(memory.schedule !== undefined && { schedule: memory.schedule }),
            ...(embed && { embed }),
            ...backendOf(memory, env),
            ...(Object.keys(search).length > 0 && { tuning: { search } }),
          },
    tuning: {
      ...(notes !== undefined && { folders: { notes } }),
      ...(config.models && { models: config.models }),
      ...(maxOutput !== undefined && { maxOutput }),
      ...(config.language && { language: config.language }),
    },
  }
}

/** For a process that reads the notes once, or makes every change itself. */
export function withoutWatching(memory: MemoryOptions): MemoryOptions {
  return { ...memory, tuning: { ...memory.tuning, watch: false } }
}

/** The preset with its numbers; CoPaw's own environment names choose CoPaw's way unless another is chosen. */
export function presetFrom(config: Config): Preset {
  const name = config.preset ?? chosenBy(config)
  switch (name) {
    case 'copaw':
      return copaw(withoutUndefined(config.copaw ?? {}))
    case 'qwenpaw':
      return qwenpaw((config.qwenpaw ?? {}) as Parameters<typeof qwenpaw>[0])
    case 'miniClaude':
      return miniClaude(withoutUndefined(config.miniClaude ?? {}))
    case 'claudeCode':
      return claudeCode(withoutUndefined(config.claudeCode ?? {}))
    case 'daypack':
      return daypack({ ...withoutUndefined(config.daypack ?? {}), ...(config.keep && { keep: config.keep }) })
  }
}

function chosenBy(config: Config): PresetName {
  const names = ['copaw', 'qwenpaw', 'miniClaude', 'claudeCode'] as const
  return names.find((name) => config[name] !== undefined) ?? 'daypack'
}

export function presetName(config: Config): PresetName {
  return presetFrom(config).name
}

function backendOf({ backend }: NonNullable<Config['memory']>, env: Environment): Pick<MemoryOptions, 'backend'> {
  if (backend === undefined) return {}
  const url = env['DAYPACK_CHROMA_URL']
  const given = withoutUndefined({ url })
  return { backend: Object.keys(given).length === 0 ? backend : { name: backend, ...given } }
}

function searchOf(memory: NonNullable<Config['memory']>) {
  const { keyword, embedding } = memory
  const cacheSize = embedding?.cache === false ? 0 : embedding?.maxCacheSize
  return {
    ...(keyword !== undefined && { keyword }),
    ...(cacheSize !== undefined && { embeddingCacheSize: cacheSize }),
  }
}

function embedderOf(embedding: NonNullable<Config['memory']>['embedding'], env: Environment) {
  if (!embedding) return undefined
  const { apiKey, apiKeyEnv, cache: _, maxCacheSize: __, ...rest } = embedding
  const key = apiKey ?? (apiKeyEnv === undefined ? undefined : env[apiKeyEnv])
  // Sizes alone, as an agent.json without an endpoint has them, ask for nothing.
  if (key === undefined && embedding.baseUrl === undefined) return undefined
  return embeddingEndpoint({ ...withoutUndefined(rest), ...(key !== undefined && { apiKey: key }) })
}
