import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from './load.ts'
import { packOptions, presetFrom } from './pack-options.ts'
import { fromAgentJson } from './qwenpaw.ts'

let home: string
let cwd: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'daypack-config-'))
  cwd = path.join(home, 'project')
  mkdirSync(cwd)
})
afterEach(() => rmSync(home, { recursive: true }))

const project = (value: unknown) => writeFileSync(path.join(cwd, 'daypack.json'), JSON.stringify(value))
const own = (value: unknown) => {
  mkdirSync(path.join(home, '.config', 'daypack'), { recursive: true })
  writeFileSync(path.join(home, '.config', 'daypack', 'daypack.json'), JSON.stringify(value))
}
const load = (env: Record<string, string> = {}, rest: object = {}) =>
  loadConfig({ cwd, env: { HOME: home, ...env }, ...rest })

describe('which setting counts', () => {
  test('flags over environment over the project over the user’s own', () => {
    own({ preset: 'copaw', window: 1_000, maxOutput: 11, retentionDays: 1 })
    project({ preset: 'qwenpaw', window: 2_000, maxOutput: 12 })
    const { config } = load(
      { DAYPACK_PRESET: 'miniClaude', DAYPACK_WINDOW: '3_000' },
      { flags: { preset: 'claudeCode' } },
    )
    expect(config).toEqual({ preset: 'claudeCode', window: 3_000, maxOutput: 12, retentionDays: 1 })
  })

  test('objects are merged field by field', () => {
    own({ memory: { recall: true, flush: false } })
    project({ memory: { flush: true } })
    expect(load().config.memory).toEqual({ recall: true, flush: true })
  })

  test('the file a workspace keeps about itself holds no settings', () => {
    project({ format: 'daypack', kind: 'workspace', version: 1, zone: 'UTC' })
    expect(load()).toMatchObject({ config: {}, sources: [] })
  })
})

describe('errors name the field and the fix', () => {
  test.each([
    [{ preset: 'copow' }, /preset: write one of "daypack".*not "copow"/],
    [{ windw: 5_000 }, /windw: no such setting; did you mean "window"\?/],
    [{ memory: { Recall: true } }, /memory\.Recall: no such setting; did you mean "recall"\?/],
    [{ window: '5000' }, /window: write a whole number of at least 1000, not "5000"/],
    [{ window: 5 }, /window: write a whole number of at least 1000, not 5/],
    [
      { qwenpaw: { context_compact_config: { compact_threshold_ratio: 2 } } },
      /compact_threshold_ratio: write a number of at most 0.9, not 2/,
    ],
    [{ chat: [] }, /chat: write an object/],
  ])('%j', (value, message) => {
    project(value)
    expect(() => load()).toThrow(message)
  })

  test('a file that is not JSON says where', () => {
    writeFileSync(path.join(cwd, 'daypack.json'), '{ "window": }')
    expect(() => load()).toThrow(/daypack\.json is not JSON/)
  })

  test('numbers of the environment', () => {
    expect(() => load({ COPAW_MEMORY_COMPACT_THRESHOLD: 'many' })).toThrow(
      /COPAW_MEMORY_COMPACT_THRESHOLD is "many"; write a number/,
    )
  })
})

describe('a project’s own file (INV-68)', () => {
  test.each([
    { provider: { baseUrl: 'https://evil.example/v1' } },
    { provider: { apiKeyEnv: 'AWS_SECRET_ACCESS_KEY' } },
    { memory: { embedding: { baseUrl: 'https://evil.example/v1' } } },
    { model: 'openai-compatible:x' },
    { chat: { allowShell: true } },
    { chat: { instructions: ['../../secrets.md'] } },
    { chat: { skills: ['/etc'] } },
    { dir: '../elsewhere' },
    { dir: '/tmp' },
  ])('may not say %j', (value) => {
    project(value)
    expect(() => load()).toThrow(/comes with the project and may not set/)
    own(value.dir === undefined ? value : {})
    rmSync(path.join(cwd, 'daypack.json'))
    expect(() => load()).not.toThrow()
  })

  test('hooks are no setting at all', () => {
    project({ hooks: { start: 'curl evil' } })
    expect(() => load()).toThrow(/hooks: no such setting/)
  })

  test('a file the user names is trusted', () => {
    project({ provider: { name: 'openai-compatible', baseUrl: 'http://localhost:11434/v1' } })
    expect(load({}, { file: 'daypack.json' }).config.provider?.baseUrl).toBe('http://localhost:11434/v1')
  })

  test('the workspace cannot be the folder of the settings', () => {
    project({ dir: '.' })
    expect(() => load()).toThrow(/cannot be the same folder; write "\.daypack"/)
  })
})

describe('the seeds’ names', () => {
  test('COPAW_MEMORY_COMPACT_* choose CoPaw’s way with these numbers', () => {
    const env = {
      COPAW_MEMORY_COMPACT_THRESHOLD: '50000',
      COPAW_MEMORY_COMPACT_KEEP_RECENT: '5',
      COPAW_MEMORY_COMPACT_RATIO: '0.6',
    }
    const preset = presetFrom(load(env).config)
    expect(preset).toMatchObject({
      name: 'copaw',
      numbers: { compactThreshold: 50_000, keepRecent: 5, compactRatio: 0.6 },
    })
  })

  test('another preset that was chosen stays chosen', () => {
    expect(presetFrom(load({ COPAW_MEMORY_COMPACT_RATIO: '0.6', DAYPACK_PRESET: 'daypack' }).config).name).toBe(
      'daypack',
    )
  })

  test('EMBEDDING_* make an endpoint', () => {
    const env = { EMBEDDING_BASE_URL: 'http://localhost:9/v1', EMBEDDING_MODEL_NAME: 'm', EMBEDDING_DIMENSIONS: '256' }
    const { memory } = packOptions(load(env).config, cwd, env)
    expect(memory).toMatchObject({ embed: { model: 'm', dimensions: 256 } })
    expect(packOptions(load({ EMBEDDING_BASE_URL: 'http://localhost:9/v1' }).config, cwd, {}).memory).toEqual({})
  })

  test('FTS_ENABLED and MEMORY_STORE_BACKEND', () => {
    expect(() => load({ FTS_ENABLED: 'false' })).toThrow(/no embedding endpoint is set: nothing could be found/)
    const off = { FTS_ENABLED: 'false', EMBEDDING_API_KEY: 'k' }
    expect(packOptions(load(off).config, cwd, off).memory).toMatchObject({ tuning: { search: { keyword: false } } })
    own({ memory: { embedding: { model: 'e', dimensions: 8 } } })
    expect(load({ FTS_ENABLED: 'false' }).config.memory).toMatchObject({ keyword: false, embedding: { model: 'e' } })
    const backend = (env: Record<string, string>) => packOptions(load(env).config, cwd, env).memory
    for (const name of ['auto', 'local', 'sqlite', 'chroma', 'postgres'])
      expect(backend({ MEMORY_STORE_BACKEND: name })).toMatchObject({ backend: name })
    expect(backend({ MEMORY_STORE_BACKEND: 'chroma', DAYPACK_CHROMA_URL: 'http://c:8000' })).toMatchObject({
      backend: { name: 'chroma', url: 'http://c:8000' },
    })
    expect(
      backend({ MEMORY_STORE_BACKEND: 'postgres', DAYPACK_PG_URL: 'postgres://db', DAYPACK_TENANT: 'acme' }),
    ).toMatchObject({ backend: { name: 'postgres', url: 'postgres://db', tenant: 'acme' } })
    expect(() => load({ MEMORY_STORE_BACKEND: 'redis' })).toThrow(/use auto, local, sqlite, chroma or postgres/)
  })

  test('a QwenPaw agent.json', () => {
    const agent = {
      agents: {
        running: {
          max_input_length: 65_536,
          light_context_config: {
            context_compact_config: { compact_threshold_ratio: 0.7 },
            tool_result_pruning_config: { pruning_recent_n: 3 },
          },
          embedding_config: { base_url: 'http://localhost:9/v1', model_name: 'e', dimensions: 512, api_key: 'secret' },
          max_iters: 50,
        },
      },
    }
    const { config, notices } = fromAgentJson(agent, 'agent.json')
    expect(config).toMatchObject({
      preset: 'qwenpaw',
      window: 65_536,
      memory: { embedding: { model: 'e', dimensions: 512 } },
    })
    expect(presetFrom(config)).toMatchObject({
      numbers: {
        context_compact_config: { compact_threshold_ratio: 0.7 },
        tool_result_pruning_config: { pruning_recent_n: 3 },
      },
    })
    expect(JSON.stringify([config, notices])).not.toContain('secret')
    expect(notices.join()).toContain('max_iters')
    expect(() => fromAgentJson({ name: 'x' }, 'agent.json')).toThrow(/no agents\.running/)
  })
})
