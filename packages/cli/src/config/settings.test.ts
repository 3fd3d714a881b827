// Settings as tables: what each source says, and what the library is told.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkConfig } from './check.ts'
import { fromClaudeSettings } from './claude-settings.ts'
import { fromEnvironment } from './environment.ts'
import { userConfigPath } from './load.ts'
import { notesOf, packOptions, placeOf, presetName, storedFolders, windowOf } from './pack-options.ts'
import { isAddress, placeFrom, shownPlace, tenantIn } from './place.ts'
import { fromProviders, workingDirs } from './providers.ts'
import { fromAgentJson, isAgentJson } from './qwenpaw.ts'
import { readConfig } from './read.ts'
import type { Config } from './schema.ts'
import { checkProject } from './trust.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'daypack-settings-'))
afterAll(() => rmSync(dir, { recursive: true }))
const messageOf = (run: () => unknown): string => {
  try {
    return `none: ${JSON.stringify(run())}`
  } catch (error) {
    return (error as Error).message.replaceAll(dir, '<dir>')
  }
}

describe('the environment', () => {
  test('each variable has its setting', () => {
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
        tenant: 't',
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
  test('what is no number or no backend is refused with what to write', () => {
    expect(
      ['DAYPACK_WINDOW', 'COPAW_MEMORY_COMPACT_RATIO', 'MEMORY_STORE_BACKEND'].map((name) =>
        messageOf(() => fromEnvironment({ [name]: 'x' })),
      ),
    ).toEqual([
      'DAYPACK_WINDOW is "x"; write a number, such as DAYPACK_WINDOW=100000.',
      'COPAW_MEMORY_COMPACT_RATIO is "x"; write a number, such as COPAW_MEMORY_COMPACT_RATIO=0.7.',
      'MEMORY_STORE_BACKEND is "x"; use auto, local, sqlite, chroma or postgres.',
    ])
  })
})

test('what is wrong in a file is told field by field', () => {
  const wrong: unknown[] = [
    { windw: 1 },
    { memory: { zebra: 1 }, chat: { maxStep: 1 } },
    { preset: 'x' },
    { model: '' },
    { retentionDays: -1 },
    { retentionDays: 'x'.repeat(80) },
    { copaw: { compactRatio: 0 } },
    { copaw: { compactRatio: 2, compactThreshold: 1.5 } },
    { memory: { enabled: 1, aliases: 2, recall: { limit: 0 } } },
    { provider: { baseUrl: 'no address' } },
    { chat: [] },
    [],
  ]
  expect(
    wrong.map((value) =>
      messageOf(() => checkConfig(value, 'daypack.json'))
        .split('\n')
        .slice(1),
    ),
  ).toEqual([
    ['  windw: no such setting; did you mean "window"?'],
    [
      '  memory.zebra: no such setting; there are enabled, flush, recall, aliases, keyword, ranking, vectorWeight, flushBy, everyTurns, schedule, rebuildOnStart, dir, embedding, backend, backendUrl, backendToken, tenant',
      '  chat.maxStep: no such setting; did you mean "maxSteps"?',
    ],
    ['  preset: write one of "daypack", "copaw", "qwenpaw", "miniClaude", "claudeCode", not "x"'],
    ['  model: write some text, not ""'],
    ['  retentionDays: write a number of at least 0, not -1'],
    ['  retentionDays: write a number, not "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'],
    ['  copaw.compactRatio: write a number of at least 0 (and more than that), not 0'],
    [
      '  copaw.compactThreshold: write a whole number, not 1.5',
      '  copaw.compactRatio: write a number of at most 1, not 2',
    ],
    [
      '  memory.enabled: write true or false, not 1',
      '  memory.recall.limit: write a number of at least 0 (and more than that), not 0',
      '  memory.aliases: write a list in [ ], not 2',
    ],
    ['  provider.baseUrl: write an address such as https://host/v1, not "no address"'],
    ['  chat: write an object in { }, not []'],
    ['  the file: write an object in { }, not []'],
  ])
})

describe('what the library is told', () => {
  const told = (config: Config, env: Record<string, string> = {}) => {
    const { preset, memory, ...rest } = packOptions(config, dir, env)
    const plain =
      memory === false || memory === undefined
        ? memory
        : { ...memory, ...('embed' in memory && { embed: typeof memory.embed }) }
    return JSON.parse(JSON.stringify({ ...rest, memory: plain }).replaceAll(dir, '<dir>')) as unknown
  }
  test.each<{ config: Config; env?: Record<string, string>; options: object }>([
    { config: {}, options: { dir: '<dir>/.daypack', memory: {}, tuning: {} } },
    {
      config: {
        window: 5_000,
        maxOutput: 6,
        retentionDays: 7,
        language: 'zh',
        models: { m: { window: 9_000 } },
        dir: 'w',
      },
      options: {
        dir: '<dir>/w',
        window: 5_000,
        retention: 7,
        memory: {},
        tuning: { models: { m: { window: 9_000 } }, maxOutput: 6, language: 'zh' },
      },
    },
    {
      config: { memory: { enabled: false }, dir: 'postgres://h/d' },
      options: { dir: '<dir>/.daypack', memory: false, tuning: {} },
    },
    {
      config: { memory: { flush: false, schedule: false, dir: 'notes' } },
      options: {
        dir: '<dir>/.daypack',
        memory: { flush: false, schedule: false },
        tuning: { folders: { notes: '<dir>/notes' } },
      },
    },
    {
      config: {
        memory: {
          aliases: [['a', 'b']],
          keyword: true,
          ranking: 'reme',
          vectorWeight: 0,
          embedding: { maxCacheSize: 3 },
        },
      },
      options: {
        dir: '<dir>/.daypack',
        memory: {
          tuning: {
            search: { aliases: [['a', 'b']], keyword: true, ranking: 'reme', vectorWeight: 0, embeddingCacheSize: 3 },
          },
        },
        tuning: {},
      },
    },
    {
      config: { memory: { embedding: { cache: false, maxCacheSize: 3, baseUrl: 'http://e', model: 'm' } } },
      options: {
        dir: '<dir>/.daypack',
        memory: { embed: 'object', tuning: { search: { embeddingCacheSize: 0 } } },
        tuning: {},
      },
    },
    {
      config: { memory: { embedding: { apiKeyEnv: 'KEY' } } },
      env: { KEY: 'k' },
      options: { dir: '<dir>/.daypack', memory: { embed: 'object' }, tuning: {} },
    },
    {
      config: { memory: { embedding: { apiKeyEnv: 'KEY' } } },
      options: { dir: '<dir>/.daypack', memory: {}, tuning: {} },
    },
    {
      config: { memory: { backend: 'chroma', backendToken: 't' } },
      env: { DAYPACK_PG_URL: 'pg', DAYPACK_CHROMA_URL: 'c' },
      options: { dir: '<dir>/.daypack', memory: { backend: { name: 'chroma', url: 'c', token: 't' } }, tuning: {} },
    },
    {
      config: { memory: { backend: 'postgres', tenant: 'acme' } },
      env: { DAYPACK_PG_URL: 'pg', DAYPACK_CHROMA_URL: 'c' },
      options: {
        dir: '<dir>/.daypack',
        memory: { backend: { name: 'postgres', url: 'pg', tenant: 'acme' } },
        tuning: {},
      },
    },
    {
      config: { memory: { backend: 'local' } },
      options: { dir: '<dir>/.daypack', memory: { backend: 'local' }, tuning: {} },
    },
  ])('$config', ({ config, env, options }) => expect(told(config, env)).toEqual(options))

  test.each<[Config, string]>([
    [{}, 'daypack'],
    [{ copaw: {} }, 'copaw'],
    [{ qwenpaw: {}, claudeCode: {} }, 'qwenpaw'],
    [{ claudeCode: {}, miniClaude: {} }, 'miniClaude'],
    [{ preset: 'daypack', copaw: {} }, 'daypack'],
  ])('%j is by the preset %s', (config, name) => expect(presetName(config)).toBe(name))

  test.each<[Config, string | undefined, number]>([
    [{}, undefined, 200_000],
    [{ window: 7 }, 'anthropic:claude-sonnet-4-5', 7],
    [{ model: 'openai:gpt-4' }, undefined, 8_192],
    [{ models: { mine: { window: 3_000 } } }, 'openai-compatible:mine', 3_000],
  ])('%j with the model %s has a window of %d', (config, model, window) =>
    expect(windowOf(config, ...(model === undefined ? [] : [model]))).toBe(window),
  )

  test('notes are in the folder itself for CoPaw and QwenPaw, once there are some', () => {
    const [with_, without] = ['with', 'without'].map((name) => path.join(dir, name)) as [string, string]
    mkdirSync(path.join(with_, 'memory'), { recursive: true })
    mkdirSync(without)
    const names: Config[] = [
      { preset: 'copaw' },
      { preset: 'qwenpaw' },
      { preset: 'daypack' },
      { memory: { dir: 'n' } },
    ]
    expect(names.map((config) => [with_, without].map((cwd) => notesOf(config, cwd)?.replace(dir, '')))).toEqual([
      ['/with', undefined],
      ['/with', undefined],
      [undefined, undefined],
      ['/with/n', '/without/n'],
    ])
    expect([storedFolders({ preset: 'copaw' }), storedFolders({})]).toEqual([[], []])
  })
})

describe('a workspace in a database', () => {
  test.each([
    ['postgres://h/d', true],
    ['C:\\work', false],
    ['/work', false],
    [undefined, false],
  ])('%s: %s', (place, is) => expect(isAddress(place)).toBe(is))
  test('is named by flags, the address itself or the environment', () => {
    const env = { DAYPACK_PG_URL: 'postgresql://env/d', DAYPACK_TENANT: 'e' }
    expect([
      placeFrom({}, env),
      placeFrom({ dir: 'd' }, env),
      placeFrom({ tenant: 't' }, env),
      placeFrom({ url: 'postgres://h/d?tenant=a' }, env),
      placeFrom({ url: 'postgres://h/d' }, env),
      messageOf(() => placeFrom({ url: 'postgres://u:secret@h/d?x=1' }, {})),
      messageOf(() => placeFrom({ dir: 'd', tenant: 't' }, env)),
      messageOf(() => placeFrom({ tenant: 't' }, {})),
      messageOf(() => placeFrom({ url: 'mysql://u:secret@h/d', tenant: 't' }, {})),
      messageOf(() => placeFrom({ url: 'postgres://h:x/d', tenant: 't' }, {})),
      tenantIn('postgres://h/d?tenant=a&x=1'),
      messageOf(() => tenantIn('postgres://h/d')),
      placeOf({ dir: 'postgres://h/d' }, dir),
      placeOf({ dir: 'w' }, dir).replace(dir, ''),
    ]).toEqual([
      undefined,
      'd',
      'postgresql://env/d?tenant=t',
      'postgres://h/d?tenant=a',
      'postgres://h/d?tenant=e',
      'Name the tenant in postgres://h/d: --tenant <name>.',
      'Name a folder (--dir) or a tenant (--url, --tenant), not both.',
      'Name the database: --url postgres://role@host/database, or DAYPACK_PG_URL.',
      'Name the database: --url postgres://role@host/database, or DAYPACK_PG_URL. mysql://h/d is none.',
      'The address of the database cannot be read; write postgres://role@host/database, with %-escapes in a password.',
      { url: 'postgres://h/d?x=1', tenant: 'a' },
      'Name the tenant: put ?tenant=<name> at the end of the database address.',
      'postgres://h/d',
      '/w',
    ])
  })
  test('is shown without user and password', () => {
    expect(
      ['/folder', 'postgres://u:secret@h:5/d?x=1', 'postgres://h/d?tenant=a&password=b', 'postgres://h:secret/d'].map(
        shownPlace,
      ),
    ).toEqual(['/folder', 'postgres://h:5/d', 'postgres://h/d?tenant=a', 'postgres://…'])
  })
})

test('what a file of the project may say of places', () => {
  const may = (config: Config) => messageOf(() => checkProject(config, 'daypack.json', dir)).split('. Put')[0]
  expect(
    [
      { dir: 'w', model: 'gpt', memory: { dir: 'n' }, chat: { skills: ['s'], instructions: ['A.md', 'a..b'] } },
      { model: 'gpt:x', chat: {} },
      { provider: {}, model: 'google:x', chat: { allowShell: false } },
      { memory: { embedding: {}, backend: 'local', backendUrl: '', backendToken: '', tenant: '' } },
      {
        dir: 'postgres://h/d',
        memory: { dir: '..' },
        chat: { skills: ['../s', 's'], instructions: ['/a', 'b/../c', 'b\\..\\c'] },
      },
      { dir: '..' },
      { dir: './' },
    ].map((config) => may(config as Config)),
  ).toEqual([
    'none: {"dir":"w","model":"gpt","memory":{"dir":"n"},"chat":{"skills":["s"],"instructions":["A.md","a..b"]}}',
    'none: {"model":"gpt:x","chat":{}}',
    'daypack.json comes with the project and may not set provider, chat.allowShell, model (with a provider in front; a name alone is allowed)',
    'daypack.json comes with the project and may not set memory.embedding, memory.backend, memory.backendUrl, memory.backendToken, memory.tenant',
    'daypack.json comes with the project and may not set dir (a database), memory.dir (outside the project), chat.skills (../s), chat.instructions (/a), chat.instructions (b/../c), chat.instructions (b\\..\\c)',
    'daypack.json comes with the project and may not set dir (outside the project)',
    'daypack.json: dir: the workspace has its own daypack.json and cannot be the same folder; write ".daypack".',
  ])
})

describe('files of other programs', () => {
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
        'The embedding key was not copied; set EMBEDDING_API_KEY in the environment.',
        'embedding_config.backend "local": only OpenAI-compatible endpoints are supported.',
        'No counterpart here for: reme_light_memory_config.strange, embedding_config.odd, light_context_config.context_compact_config.unknown, light_context_config.other, max_iters, name, agents.more.',
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
  test('settings of Claude Code', () => {
    const settings = {
      $schema: 's',
      cleanupPeriodDays: 3,
      autoCompactEnabled: false,
      env: { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '80', BASH_DEFAULT_TIMEOUT_MS: '1500', OTHER: '1' },
      hooks: {},
    }
    expect([
      fromClaudeSettings(settings, 'claudeCode'),
      fromClaudeSettings(settings, 'daypack'),
      fromClaudeSettings(
        {
          cleanupPeriodDays: 'x',
          autoCompactEnabled: true,
          env: { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '900', BASH_DEFAULT_TIMEOUT_MS: '0' },
        },
        'claudeCode',
      ),
      fromClaudeSettings({ env: { BASH_DEFAULT_TIMEOUT_MS: '10' } }, 'claudeCode'),
      fromClaudeSettings('x', 'claudeCode'),
    ]).toEqual([
      {
        config: { retentionDays: 3, claudeCode: { compactAt: 0.8 }, chat: { shellTimeoutSeconds: 2 } },
        notices: ['No counterpart here for: hooks, env.OTHER.'],
      },
      {
        config: { retentionDays: 3, chat: { shellTimeoutSeconds: 2 } },
        notices: [
          'No counterpart here for: hooks, autoCompactEnabled, env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, env.OTHER.',
        ],
      },
      {
        config: { claudeCode: { compactAt: 1 } },
        notices: ['No counterpart here for: cleanupPeriodDays, env.BASH_DEFAULT_TIMEOUT_MS.'],
      },
      { config: { chat: { shellTimeoutSeconds: 1 } }, notices: [] },
      { config: {}, notices: [] },
    ])
  })
  test('the provider that CoPaw or QwenPaw uses', () => {
    const secret = path.join(dir, 'secret')
    mkdirSync(secret)
    const said = (value: object) => {
      writeFileSync(path.join(secret, 'providers.json'), JSON.stringify(value))
      return fromProviders({ COPAW_SECRET_DIR: secret, HOME: dir })?.config
    }
    const active = (provider_id: string, model = 'm') => ({ active_llm: { provider_id, model } })
    expect([
      said({ ...active('dashscope'), providers: { dashscope: { api_key: 'k' } } }),
      said({
        ...active('mine'),
        custom_providers: { mine: { base_url: 'http://c' } },
        providers: { mine: { base_url: 'http://p' } },
      }),
      said({ ...active('mine'), providers: { mine: { base_url: '', default_base_url: 'http://d' } } }),
      said(active('mine')),
      said(active('openai', '')),
      said({}),
    ]).toEqual([
      {
        model: 'm',
        provider: {
          name: 'openai-compatible',
          baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
          apiKey: 'k',
        },
      },
      { model: 'm', provider: { name: 'openai-compatible', baseUrl: 'http://c' } },
      { model: 'm', provider: { name: 'openai-compatible', baseUrl: 'http://d' } },
      undefined,
      undefined,
      undefined,
    ])
    expect(workingDirs({ HOME: '/h', COPAW_WORKING_DIR: '/c', QWENPAW_WORKING_DIR: '' })).toEqual([
      '/c',
      '/h/.qwenpaw.secret',
      '/h/.qwenpaw',
      '/h/.copaw.secret',
      '/h/.copaw',
    ])
  })
})

test('where a file of settings is, and what is in it', () => {
  expect([userConfigPath({ HOME: '/h' }), userConfigPath({ HOME: '/h', XDG_CONFIG_HOME: '/x' })]).toEqual([
    '/h/.config/daypack/daypack.json',
    '/x/daypack/daypack.json',
  ])
  const file = path.join(dir, 'file.json')
  const read = (text: string) => {
    writeFileSync(file, text)
    return messageOf(() => readConfig(file))
  }
  expect([
    readConfig(path.join(dir, 'none.json')),
    readConfig(path.join(file, 'below')),
    read('\uFEFF{"window":1}'),
    read('{"kind":"workspace"}'),
    read('[1]'),
    read('{').split(':')[0],
    messageOf(() => readConfig(dir)),
    read(' '.repeat(4 * 1024 * 1024 + 1)),
    read(`${' '.repeat(4 * 1024 * 1024 - 2)}{}`),
  ]).toEqual([
    undefined,
    undefined,
    'none: {"window":1}',
    'none: undefined',
    'none: [1]',
    '<dir>/file.json is not JSON',
    '<dir> cannot be read: it is no plain file.',
    '<dir>/file.json cannot be read: it is longer than 4194304 bytes.',
    'none: {}',
  ])
})
