import { existsSync } from 'node:fs'
import path from 'node:path'
import type { DaypackOptions, MemoryOptions } from 'daypack'
import { embeddingEndpoint } from 'daypack/memory'
import { claudeCode, copaw, daypack, miniClaude, qwenpaw, type Preset, type PresetName } from 'daypack/presets'
import type { Environment } from './environment.ts'
import type { Config } from './schema.ts'

export const DEFAULT_DIR = '.daypack'

export function workspaceOf(config: Config, cwd: string): string {
  return path.resolve(cwd, config.dir ?? DEFAULT_DIR)
}

/** The window in use: as set, or the preset's own, or ours. */
export function windowOf(config: Config): number {
  return config.window ?? presetFrom(config).options.window ?? 200_000
}

/** Where MEMORY.md and memory/ are: as set; in a preset of the documents the working folder, where it has them. */
export function notesOf(config: Config, cwd: string): string | undefined {
  if (config.memory?.dir !== undefined) return path.resolve(cwd, config.memory.dir)
  const isSeed = ['copaw', 'qwenpaw'].includes(presetName(config))
  return isSeed && ['MEMORY.md', 'memory'].some((name) => existsSync(path.join(cwd, name))) ? cwd : undefined
}

/** Folders for day files and stored results, as the preset names them. */
export function storedFolders(config: Config): string[] {
  const { folders = {} } = presetFrom(config).options
  return [folders.dialog, folders.toolResults].filter((name) => name !== undefined)
}

/** Settings as the library takes them. */
export function packOptions(config: Config, cwd: string, env: Environment): DaypackOptions {
  const { window, maxOutput, retentionDays, memory = {} } = config
  const embed = embedderOf(memory.embedding, env)
  const notes = notesOf(config, cwd)
  const search = searchOf(memory)
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
        : {
            ...(memory.flush !== undefined && { flush: memory.flush }),
            ...(embed && { embed }),
            ...backendOf(memory, env),
            ...(Object.keys(search).length > 0 && { search }),
          },
    ...(config.language && { language: config.language }),
  }
}

/** The preset with its numbers; CoPaw's own environment names choose CoPaw's way unless another is chosen. */
export function presetFrom(config: Config): Preset {
  const name = config.preset ?? chosenBy(config)
  switch (name) {
    case 'copaw':
      return copaw(defined(config.copaw ?? {}))
    case 'qwenpaw':
      return qwenpaw((config.qwenpaw ?? {}) as Parameters<typeof qwenpaw>[0])
    case 'miniClaude':
      return miniClaude(defined(config.miniClaude ?? {}))
    case 'claudeCode':
      return claudeCode(defined(config.claudeCode ?? {}))
    case 'daypack':
      return daypack({ ...defined(config.daypack ?? {}), ...(config.keep && { keep: config.keep }) })
  }
}

/** Whose numbers are set. */
function chosenBy(config: Config): PresetName {
  const names = ['copaw', 'qwenpaw', 'miniClaude', 'claudeCode'] as const
  return names.find((name) => config[name] !== undefined) ?? 'daypack'
}

export function presetName(config: Config): PresetName {
  return presetFrom(config).name
}

/** Where the index lives. PostgreSQL is found by its own variable, too: an address with a password stays out of files. */
function backendOf(
  { backend, backendUrl, backendToken, tenant }: NonNullable<Config['memory']>,
  env: Environment,
): Pick<MemoryOptions, 'backend'> {
  if (backend === undefined) return {}
  const url = backendUrl ?? (backend === 'postgres' ? env['DAYPACK_PG_URL'] : env['DAYPACK_CHROMA_URL'])
  const given = defined({ url, token: backendToken, tenant })
  return { backend: Object.keys(given).length === 0 ? backend : { name: backend, ...given } }
}

/** How memory is searched, as far as that is set. */
function searchOf(memory: NonNullable<Config['memory']>) {
  const { aliases, keyword, ranking, vectorWeight, embedding } = memory
  const cacheSize = embedding?.cache === false ? 0 : embedding?.maxCacheSize
  return {
    ...(aliases !== undefined && { aliases }),
    ...(keyword !== undefined && { keyword }),
    ...(ranking !== undefined && { ranking }),
    ...(vectorWeight !== undefined && { vectorWeight }),
    ...(cacheSize !== undefined && { embeddingCacheSize: cacheSize }),
  }
}

function embedderOf(embedding: NonNullable<Config['memory']>['embedding'], env: Environment) {
  if (!embedding) return undefined
  const { apiKey, apiKeyEnv, cache: _, maxCacheSize: __, ...rest } = embedding
  const key = apiKey ?? (apiKeyEnv === undefined ? undefined : env[apiKeyEnv])
  return embeddingEndpoint({ ...defined(rest), ...(key !== undefined && { apiKey: key }) })
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
