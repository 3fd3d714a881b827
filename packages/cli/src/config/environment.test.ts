import { expect, test } from 'vitest'
import { messageOf } from '../../test/message-of.ts'
import { fromEnvironment } from './environment.ts'

test('each variable of the environment has its setting', () => {
  const env = {
    DAYPACK_DIR: 'd',
    DAYPACK_PRESET: 'p',
    DAYPACK_KEEP: 'k',
    DAYPACK_WINDOW: '1_000',
    DAYPACK_MAX_OUTPUT: ' 5 ',
    DAYPACK_MODEL: 'm',
    DAYPACK_SUMMARIZER: 's',
    DAYPACK_PROVIDER: 'n',
    DAYPACK_BASE_URL: 'u',
    DAYPACK_API_KEY: 'key',
    DAYPACK_LANGUAGE: 'zh',
    DAYPACK_TENANT: 't',
    COPAW_MEMORY_COMPACT_THRESHOLD: '1',
    QWENPAW_MEMORY_COMPACT_KEEP_RECENT: '2',
    QWENPAW_MEMORY_COMPACT_RATIO: '0.3',
    EMBEDDING_BASE_URL: 'eu',
    EMBEDDING_MODEL_NAME: 'em',
    EMBEDDING_DIMENSIONS: '4',
    EMBEDDING_MAX_INPUT_LENGTH: '5',
    EMBEDDING_MAX_BATCH_SIZE: '6',
    EMBEDDING_CACHE_ENABLED: 'True',
    EMBEDDING_MAX_CACHE_SIZE: '7',
    FTS_ENABLED: 'off',
    MEMORY_STORE_BACKEND: ' Chroma ',
  }
  expect(fromEnvironment(env)).toEqual({
    dir: 'd',
    preset: 'p',
    keep: 'k',
    window: 1000,
    maxOutput: 5,
    model: 'm',
    summarizer: 's',
    provider: { name: 'n', baseUrl: 'u', apiKey: 'key' },
    copaw: { compactThreshold: 1, keepRecent: 2, compactRatio: 0.3 },
    language: 'zh',
    memory: {
      embedding: {
        baseUrl: 'eu',
        model: 'em',
        cache: true,
        dimensions: 4,
        maxInputLength: 5,
        maxBatchSize: 6,
        maxCacheSize: 7,
      },
      keyword: false,
      backend: 'chroma',
    },
  })
})

test.each([
  [{}, {}],
  [{ DAYPACK_WINDOW: '', FTS_ENABLED: ' ', MEMORY_STORE_BACKEND: '', DAYPACK_TENANT: '', EMBEDDING_API_KEY: '' }, {}],
  [{ EMBEDDING_BASE_URL: 'u' }, {}],
  [{ EMBEDDING_MODEL_NAME: 'm' }, {}],
  [{ EMBEDDING_API_KEY: 'k' }, { memory: { embedding: { apiKey: 'k' } } }],
  [{ EMBEDDING_BASE_URL: 'u', EMBEDDING_MODEL_NAME: 'm' }, { memory: { embedding: { baseUrl: 'u', model: 'm' } } }],
  [{ FTS_ENABLED: 'no' }, { memory: { keyword: false } }],
  [{ FTS_ENABLED: '0' }, { memory: { keyword: false } }],
  [{ FTS_ENABLED: '1' }, { memory: { keyword: true } }],
  [{ COPAW_MEMORY_COMPACT_RATIO: '0', QWENPAW_MEMORY_COMPACT_RATIO: '1' }, { copaw: { compactRatio: 0 } }],
])('%j says %j', (env, config) => expect(fromEnvironment(env)).toEqual(config))
test('a variable that is no number or no backend is refused with what to write', () => {
  expect(
    ['DAYPACK_WINDOW', 'COPAW_MEMORY_COMPACT_RATIO', 'MEMORY_STORE_BACKEND'].map((name) =>
      messageOf(() => fromEnvironment({ [name]: 'x' })),
    ),
  ).toEqual([
    'DAYPACK_WINDOW is "x"; write a number, such as DAYPACK_WINDOW=100000.',
    'COPAW_MEMORY_COMPACT_RATIO is "x"; write a number, such as COPAW_MEMORY_COMPACT_RATIO=0.7.',
    'MEMORY_STORE_BACKEND is "x"; use auto, local, sqlite or chroma.',
  ])
})
