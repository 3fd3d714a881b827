import { DaypackError } from 'daypack'
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
      keyword: isSet(env, 'FTS_ENABLED') ? isOn(env['FTS_ENABLED'] ?? '') : undefined,
      backend: backendOf(env),
      tenant: env['DAYPACK_TENANT'] || undefined,
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

function embeddingOf(env: Environment): Record<string, unknown> | undefined {
  const isWanted =
    Boolean(env['EMBEDDING_API_KEY']) || (Boolean(env['EMBEDDING_BASE_URL']) && Boolean(env['EMBEDDING_MODEL_NAME']))
  if (!isWanted) return undefined
  return compact({
    baseUrl: env['EMBEDDING_BASE_URL'] || undefined,
    apiKey: env['EMBEDDING_API_KEY'] || undefined,
    model: env['EMBEDDING_MODEL_NAME'] || undefined,
    dimensions: numberOf(env, 'EMBEDDING_DIMENSIONS'),
    maxInputLength: numberOf(env, 'EMBEDDING_MAX_INPUT_LENGTH'),
    maxBatchSize: numberOf(env, 'EMBEDDING_MAX_BATCH_SIZE'),
    cache: isSet(env, 'EMBEDDING_CACHE_ENABLED') ? isOn(env['EMBEDDING_CACHE_ENABLED'] ?? '') : undefined,
    maxCacheSize: numberOf(env, 'EMBEDDING_MAX_CACHE_SIZE'),
  })
}

const BACKENDS = ['auto', 'local', 'sqlite', 'chroma', 'postgres']

function backendOf(env: Environment): string | undefined {
  const backend = env['MEMORY_STORE_BACKEND']?.trim().toLowerCase()
  if (backend === undefined || backend === '') return undefined
  if (BACKENDS.includes(backend)) return backend
  throw new DaypackError(
    'bad-config',
    `MEMORY_STORE_BACKEND is "${backend}"; use auto, local, sqlite, chroma or postgres.`,
  )
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

function isSet(env: Environment, name: string): boolean {
  return env[name] !== undefined && env[name].trim() !== ''
}

function isOn(text: string): boolean {
  return !['false', '0', 'no', 'off'].includes(text.trim().toLowerCase())
}

/** Without what is not set, so that it does not hide what a file says. */
function compact(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  )
}
