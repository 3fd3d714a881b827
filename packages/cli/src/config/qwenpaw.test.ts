import { expect, test } from 'vitest'
import { fromAgentJson, isAgentJson } from './qwenpaw.ts'

const running = (more: object) => ({ agents: { running: { max_input_length: 9_000, ...more } } })

test('every field of a QwenPaw agent.json is a setting or is named', () => {
  const agent = running({
    context_manager_backend: 'heavy',
    memory_manager_backend: 'other',
    language: 'zh',
    history_max_length: 50,
    max_iters: 3,
    light_context_config: { context_compact_config: { enabled: true, unknown: 1 }, other: 2 },
    reme_light_memory_config: {
      summarize_when_compact: false,
      auto_memory_interval: 4,
      dream_cron: '',
      rebuild_memory_index_on_start: true,
      recursive_file_watcher: false,
      auto_memory_search_config: { enabled: true, max_results: 2, min_score: 0.5 },
      strange: 1,
    },
    embedding_config: {
      backend: 'local',
      base_url: 'http://e/v1',
      model_name: 'e',
      dimensions: 3,
      max_input_length: 4,
      max_batch_size: 5,
      enable_cache: false,
      max_cache_size: 6,
      api_key: 'k',
      odd: 1,
    },
  })
  expect(fromAgentJson({ ...agent, name: 'x', agents: { ...agent.agents, more: 1 } }, 'agent.json')).toEqual({
    config: {
      preset: 'qwenpaw',
      qwenpaw: { context_compact_config: { enabled: true } },
      language: 'zh',
      window: 9000,
      memory: {
        flush: false,
        recall: { limit: 2, minScore: 0.5 },
        everyTurns: 4,
        schedule: false,
        rebuildOnStart: true,
        embedding: {
          baseUrl: 'http://e/v1',
          apiKeyEnv: 'EMBEDDING_API_KEY',
          model: 'e',
          dimensions: 3,
          maxInputLength: 4,
          maxBatchSize: 5,
          cache: false,
          maxCacheSize: 6,
        },
      },
      chat: { historyMaxChars: 50 },
    },
    notices: [
      'context_manager_backend "heavy" is not known; light is used instead.',
      'memory_manager_backend "other" is not known; Daypack\'s own memory is used.',
      'recursive_file_watcher false: subfolders of memory/ are always watched here.',
      'embedding_config.backend "local": only OpenAI-compatible endpoints are supported.',
      'The embedding key was not copied; set EMBEDDING_API_KEY in the environment.',
      'No counterpart here for: max_iters, light_context_config.context_compact_config.unknown, light_context_config.other, reme_light_memory_config.strange, embedding_config.odd, name, agents.more.',
    ],
  })
})

test.each([
  [
    { running: { max_input_length: 9_000 }, language: 'fr' },
    { preset: 'qwenpaw', window: 9_000, language: 'en' },
  ],
  [
    running({ remelight_memory_config: { auto_memory_search_config: { enabled: false }, dream_cron: '0 3 * * *' } }),
    { preset: 'qwenpaw', window: 9_000, memory: { recall: false, schedule: '0 3 * * *' } },
  ],
  [
    running({
      reme_light_memory_config: { auto_memory_search_config: {}, auto_memory_interval: null, dream_cron: null },
    }),
    { preset: 'qwenpaw', window: 9_000 },
  ],
  [
    running({
      embedding_config: { base_url: '', model_name: '', backend: 'openai' },
      context_manager_backend: 'light',
      memory_manager_backend: 'remelight',
    }),
    { preset: 'qwenpaw', window: 9_000 },
  ],
])('%j', (agent, config) => expect(fromAgentJson(agent, 'agent.json')).toEqual({ config, notices: [] }))

test('an agent.json is known by its settings for running', () => {
  expect([running({}), { running: { a: 1 } }, { agents: { running: {} } }, {}, null, []].map(isAgentJson)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
