import { DaypackError } from 'daypack'
import { setAt, type Fields } from './fields.ts'
import type { ProviderName } from './schema.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const KEY_NAMES: Readonly<Record<ProviderName, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  'openai-compatible': ['DASHSCOPE_API_KEY', 'OPENAI_COMPATIBLE_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  scripted: [],
}

/** What a variable is as a setting, and how its text is read; of two for one setting the first counts. */
const VARIABLES: readonly (readonly [name: string, setting: string, read?: (text: string, name: string) => unknown])[] =
  [
    ['DAYPACK_DIR', 'dir'],
    ['DAYPACK_PRESET', 'preset'],
    ['DAYPACK_KEEP', 'keep'],
    ['DAYPACK_WINDOW', 'window', numberIn],
    ['DAYPACK_MAX_OUTPUT', 'maxOutput', numberIn],
    ['DAYPACK_MODEL', 'model'],
    ['DAYPACK_SUMMARIZER', 'summarizer'],
    ['DAYPACK_PROVIDER', 'provider.name'],
    ['DAYPACK_BASE_URL', 'provider.baseUrl'],
    ['DAYPACK_API_KEY', 'provider.apiKey'],
    ['DAYPACK_LANGUAGE', 'language'],
    ...['COPAW', 'QWENPAW'].flatMap((system) => [
      [`${system}_MEMORY_COMPACT_THRESHOLD`, 'copaw.compactThreshold', numberIn] as const,
      [`${system}_MEMORY_COMPACT_KEEP_RECENT`, 'copaw.keepRecent', numberIn] as const,
      [`${system}_MEMORY_COMPACT_RATIO`, 'copaw.compactRatio', numberIn] as const,
    ]),
    ['EMBEDDING_BASE_URL', 'memory.embedding.baseUrl'],
    ['EMBEDDING_API_KEY', 'memory.embedding.apiKey'],
    ['EMBEDDING_MODEL_NAME', 'memory.embedding.model'],
    ['EMBEDDING_DIMENSIONS', 'memory.embedding.dimensions', numberIn],
    ['EMBEDDING_MAX_INPUT_LENGTH', 'memory.embedding.maxInputLength', numberIn],
    ['EMBEDDING_MAX_BATCH_SIZE', 'memory.embedding.maxBatchSize', numberIn],
    ['EMBEDDING_CACHE_ENABLED', 'memory.embedding.cache', isOn],
    ['EMBEDDING_MAX_CACHE_SIZE', 'memory.embedding.maxCacheSize', numberIn],
    ['FTS_ENABLED', 'memory.keyword', isOn],
    ['MEMORY_STORE_BACKEND', 'memory.backend', backendIn],
  ]

/** Names of CoPaw's own: nothing but its preset reads them. */
export const COPAW_NAMES = VARIABLES.flatMap(([name, setting]) => (setting.startsWith('copaw.') ? [name] : []))

export function fromEnvironment(env: Environment): Fields {
  // Sizes alone ask nobody for vectors.
  const hasEndpoint = env['EMBEDDING_API_KEY'] || (env['EMBEDDING_BASE_URL'] && env['EMBEDDING_MODEL_NAME'])
  const config: Fields = {}
  for (const [name, setting, read = String] of VARIABLES.toReversed()) {
    const text = env[name]
    if (text === undefined || text.trim() === '') continue
    if (hasEndpoint || !setting.startsWith('memory.embedding.')) setAt(config, setting, read(text, name))
  }
  return config
}

const BACKENDS = ['auto', 'local', 'sqlite', 'chroma']

function backendIn(text: string, name: string): string {
  const backend = text.trim().toLowerCase()
  if (BACKENDS.includes(backend)) return backend
  throw new DaypackError('bad-config', `${name} is "${backend}"; use auto, local, sqlite or chroma.`)
}

function numberIn(text: string, name: string): number {
  const value = Number(text.trim().replaceAll('_', ''))
  if (Number.isFinite(value)) return value
  throw new DaypackError(
    'bad-config',
    `${name} is "${text.trim()}"; write a number, such as ${name}=${name.endsWith('_RATIO') ? 0.7 : 100000}.`,
  )
}

function isOn(text: string): boolean {
  return !['false', '0', 'no', 'off'].includes(text.trim().toLowerCase())
}
