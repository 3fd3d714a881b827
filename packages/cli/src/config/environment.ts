import { DaypackError } from 'daypack'
import { isFields } from './fields.ts'
import type { ProviderName } from './schema.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export function fromEnvironment(env: Environment): Record<string, unknown> {
  return compact({
    dir: env['DAYPACK_DIR'],
    preset: env['DAYPACK_PRESET'],
    keep: env['DAYPACK_KEEP'],
    window: numberOf(env, 'DAYPACK_WINDOW'),
    maxOutput: numberOf(env, 'DAYPACK_MAX_OUTPUT'),
    model: env['DAYPACK_MODEL'],
    summarizer: env['DAYPACK_SUMMARIZER'],
    provider: compact({
      name: env['DAYPACK_PROVIDER'],
      baseUrl: env['DAYPACK_BASE_URL'],
      apiKey: env['DAYPACK_API_KEY'],
    }),
    copaw: compact({
      compactThreshold: seedNumber(env, 'THRESHOLD'),
      keepRecent: seedNumber(env, 'KEEP_RECENT'),
      compactRatio: seedNumber(env, 'RATIO'),
    }),
    language: env['DAYPACK_LANGUAGE'],
    memory: compact({
      embedding: embeddingOf(env),
      keyword: switchOf(env, 'FTS_ENABLED'),
      backend: backendOf(env),
    }),
  })
}

export const KEY_NAMES: Readonly<Record<ProviderName, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  'openai-compatible': ['DASHSCOPE_API_KEY', 'OPENAI_COMPATIBLE_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  scripted: [],
}

const VARIABLES_OF_EMBEDDING = {
  baseUrl: 'EMBEDDING_BASE_URL',
  model: 'EMBEDDING_MODEL_NAME',
  dimensions: 'EMBEDDING_DIMENSIONS',
  maxInputLength: 'EMBEDDING_MAX_INPUT_LENGTH',
  maxBatchSize: 'EMBEDDING_MAX_BATCH_SIZE',
  cache: 'EMBEDDING_CACHE_ENABLED',
  maxCacheSize: 'EMBEDDING_MAX_CACHE_SIZE',
} as const

function embeddingOf(env: Environment): Record<string, unknown> | undefined {
  const { baseUrl, model, cache, ...numbers } = VARIABLES_OF_EMBEDDING
  const apiKey = env['EMBEDDING_API_KEY'] || undefined
  if (apiKey === undefined && !(env[baseUrl] && env[model])) return undefined
  return compact({
    baseUrl: env[baseUrl] || undefined,
    apiKey,
    model: env[model] || undefined,
    cache: switchOf(env, cache),
    ...Object.fromEntries(Object.entries(numbers).map(([field, name]) => [field, numberOf(env, name)])),
  })
}

const BACKENDS = ['auto', 'local', 'sqlite', 'chroma']

function backendOf(env: Environment): string | undefined {
  const backend = env['MEMORY_STORE_BACKEND']?.trim().toLowerCase()
  if (backend === undefined || backend === '') return undefined
  if (BACKENDS.includes(backend)) return backend
  throw new DaypackError('bad-config', `MEMORY_STORE_BACKEND is "${backend}"; use auto, local, sqlite or chroma.`)
}

function seedNumber(env: Environment, name: string): number | undefined {
  return numberOf(env, `COPAW_MEMORY_COMPACT_${name}`) ?? numberOf(env, `QWENPAW_MEMORY_COMPACT_${name}`)
}

function numberOf(env: Environment, name: string): number | undefined {
  const text = env[name]?.trim()
  if (text === undefined || text === '') return undefined
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isFinite(value))
    throw new DaypackError(
      'bad-config',
      `${name} is "${text}"; write a number, such as ${name}=${name.endsWith('_RATIO') ? 0.7 : 100000}.`,
    )
  return value
}

function switchOf(env: Environment, name: string): boolean | undefined {
  const text = env[name]?.trim().toLowerCase()
  return text === undefined || text === '' ? undefined : !['false', '0', 'no', 'off'].includes(text)
}

/** Without what is not set, and without groups in which nothing is. */
function compact(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(isFields(value) && Object.keys(value).length === 0),
    ),
  )
}
