import { createServer } from 'node:http'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { runTurn } from '../../src/chat/turn.ts'
import { presetFrom, packOptions, windowOf } from '../../src/config/pack-options.ts'
import { loadConfig } from '../../src/config/load.ts'
import { fromAgentJson } from '../../src/config/qwenpaw.ts'
import { LIGHT_CONTEXT } from '../../../daypack/test/seeds/qwenpaw-example.ts'
import { row, folder, answering, chatOn, TALK } from './chat-support.ts'

describe('settings', () => {
  const load = (env: Record<string, string> = {}, cwd = folder(), more: object = {}) =>
    loadConfig({ cwd, env: { HOME: cwd, ...env }, ...more })
  const json = (cwd: string, name: string, value: unknown) => {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true })
    writeFileSync(path.join(cwd, name), JSON.stringify(value))
    return path.join(cwd, name)
  }
  const numbers = (env: Record<string, string>) => presetFrom(load(env).config).numbers as Record<string, number>
  row('1E2', () => expect(numbers({ COPAW_MEMORY_COMPACT_THRESHOLD: '50000' })['compactThreshold']).toBe(50_000))
  row('1E6', () => expect(numbers({ COPAW_MEMORY_COMPACT_KEEP_RECENT: '5' })['keepRecent']).toBe(5))
  row('1E8', () => expect(numbers({ COPAW_MEMORY_COMPACT_RATIO: '0.6' })['compactRatio']).toBe(0.6))
  row('1E9', () =>
    expect(() => load({ COPAW_MEMORY_COMPACT_RATIO: 'much' })).toThrow(
      'COPAW_MEMORY_COMPACT_RATIO is "much"; write a number',
    ),
  )
  row('1E10', () => {
    expect(numbers({ QWENPAW_MEMORY_COMPACT_THRESHOLD: '3000' })['compactThreshold']).toBe(3_000)
    expect(load({ QWENPAW_MEMORY_COMPACT_THRESHOLD: '3000', DAYPACK_PRESET: 'qwenpaw' }).notices.join()).toContain(
      'qwenpaw ignores it',
    )
  })
  row('1E11', () => {
    const cwd = folder()
    json(cwd, 'daypack.json', {
      preset: 'copaw',
      copaw: { recentMessages: 4, slackBytes: 50, markdownOldMaxBytes: 9, retentionDays: 8, tokenDivisor: 3 },
    })
    expect(presetFrom(load({}, cwd).config).numbers).toMatchObject({
      recentMessages: 4,
      slackBytes: 50,
      markdownOldMaxBytes: 9,
      retentionDays: 8,
      tokenDivisor: 3,
    })
  })
  row('2E6', () => expect(numbers({ QWENPAW_MEMORY_COMPACT_KEEP_RECENT: '7' })['keepRecent']).toBe(7))
  const EXAMPLE = {
    agents: {
      running: {
        max_input_length: 128_000,
        context_manager_backend: 'light',
        light_context_config: {
          dialog_path: 'dialog',
          ...LIGHT_CONTEXT,
        },
      },
    },
  }
  const agent = (running: object) => fromAgentJson({ agents: { running } }, 'agent.json')
  row('1G1', () => {
    const cwd = folder()
    json(cwd, '.qwenpaw/workspaces/default/agent.json', EXAMPLE)
    expect(windowOf(load({ DAYPACK_PRESET: 'qwenpaw' }, cwd).config)).toBe(128_000)
    expect(load({}, cwd, { file: '.qwenpaw/workspaces/default/agent.json' }).config).toMatchObject({
      preset: 'qwenpaw',
      window: 128_000,
    })
  })
  row('1G2', () =>
    expect(fromAgentJson(EXAMPLE, 'agent.json')).toMatchObject({
      config: { preset: 'qwenpaw', window: 128_000 },
      notices: [],
    }),
  )
  row('1G5', () =>
    expect(agent({ context_manager_backend: 'other' }).notices.join()).toContain(
      'context_manager_backend "other" is not known',
    ),
  )
  row('1G6', () => {
    expect(agent({ memory_manager_backend: 'remelight' }).notices).toEqual([])
    expect(agent({ memory_manager_backend: 'foo' }).notices.join()).toContain(
      'memory_manager_backend "foo" is not known',
    )
  })
  row('1G25', () => expect(agent({ history_max_length: 500 }).config.chat).toEqual({ historyMaxChars: 500 }))
  row('1G26', async () => {
    const { config, notices } = agent({
      reme_light_memory_config: {
        summarize_when_compact: false,
        auto_memory_interval: 4,
        dream_cron: '0 23 * * *',
        rebuild_memory_index_on_start: true,
        recursive_file_watcher: false,
        auto_memory_search_config: { enabled: true, max_results: 2, min_score: 0.3 },
        future: 1,
      },
    })
    expect(config.memory).toEqual({
      flush: false,
      everyTurns: 4,
      rebuildOnStart: true,
      schedule: '0 23 * * *',
      recall: { limit: 2, minScore: 0.3 },
    })
    const { chat, type, flushes, close } = await chatOn({ ...config, dir: '.daypack' }, TALK)
    const next = new Date((await chat.pack.memory.status()).nextConsolidation ?? 0)
    expect([next.getHours(), next.getMinutes()]).toEqual([23, 0])
    await type('/compact')
    expect(flushes()).toBe(0)
    await close()
    for (const name of ['recursive_file_watcher', 'reme_light_memory_config.future'])
      expect(notices.join('\n')).toContain(name)
    const never = await chatOn({ ...agent({ reme_light_memory_config: { dream_cron: '' } }).config, dir: '.daypack' })
    expect((await never.chat.pack.memory.status()).nextConsolidation).toBeUndefined()
    await never.close()
  })
  row('1G27', () => {
    const { config, notices } = agent({ light_context_config: { future_field: 1, dialog_path: 'logs' } })
    expect(config.qwenpaw).toEqual({ dialog_path: 'logs' })
    expect(notices.join()).toContain('light_context_config.future_field')
  })
  row('1D8', async () => {
    const { config } = agent({ reme_light_memory_config: { auto_memory_interval: 2 } })
    const cwd = folder()
    const { chat, flushes, close } = await chatOn({ ...config, preset: 'qwenpaw', dir: '.daypack' }, [], cwd)
    chat.model = { ...chat.model, model: answering('Noted.') }
    const asked: number[] = []
    for (const said of ['The staging port is 8443.', 'Thanks.', 'And now?']) {
      await runTurn(chat, said, new AbortController().signal)
      asked.push(flushes())
    }
    await close()
    expect(asked).toEqual([0, 1, 1])
    const days = readdirSync(path.join(cwd, '.daypack', 'memory'))
    expect(days.map((name) => readFileSync(path.join(cwd, '.daypack', 'memory', name), 'utf8')).join()).toContain(
      '8443',
    )
  })
  row('1D9', async () => {
    const search = (isOn: boolean) => ({ enabled: isOn, max_results: 4, min_score: 0.1 })
    const shown = async (isOn: boolean) => {
      const { config } = agent({ reme_light_memory_config: { auto_memory_search_config: search(isOn) } })
      const cwd = folder()
      mkdirSync(path.join(cwd, 'memory'))
      writeFileSync(path.join(cwd, 'memory', '2025-02-13.md'), '- The deploy process runs through Jenkins at noon.\n')
      const { chat, close } = await chatOn({ ...config, dir: '.daypack' }, [], cwd)
      const model = answering('At noon.')
      chat.model = { ...chat.model, model }
      await chat.pack.memory.ready()
      await runTurn(chat, 'When does the deploy process run?', new AbortController().signal)
      await close()
      return JSON.stringify(model.doStreamCalls[0]?.prompt).includes('Jenkins')
    }
    expect([await shown(true), await shown(false)]).toEqual([true, false])
  })
  const memory = (env: Record<string, string>) => packOptions(load(env).config, '.', env).memory
  row('1L1', () =>
    expect(memory({ FTS_ENABLED: 'false', EMBEDDING_API_KEY: 'k' })).toMatchObject({
      tuning: { search: { keyword: false } },
    }),
  )
  row('1L3', () =>
    expect(memory({ EMBEDDING_CACHE_ENABLED: 'false', EMBEDDING_API_KEY: 'k' })).toMatchObject({
      tuning: { search: { embeddingCacheSize: 0 } },
    }),
  )
  row('1L4', () => {
    expect(memory({ EMBEDDING_MAX_CACHE_SIZE: '7', EMBEDDING_API_KEY: 'k' })).toMatchObject({
      tuning: { search: { embeddingCacheSize: 7 } },
    })
    expect(() => load({ EMBEDDING_MAX_CACHE_SIZE: 'abc', EMBEDDING_API_KEY: 'k' })).toThrow('write a number')
  })
  row('2A15', () => {
    const cwd = folder()
    json(cwd, '.copaw/providers.json', {
      providers: { dashscope: { base_url: 'https://dash/v1', api_key: 'k' } },
      active_llm: { provider_id: 'dashscope', model: 'qwen3-max' },
    })
    expect(load({ DAYPACK_PRESET: 'copaw' }, cwd).config).toMatchObject({
      model: 'qwen3-max',
      provider: { baseUrl: 'https://dash/v1', apiKey: 'k' },
    })
  })
  row('2A17', () => {
    const { config } = agent({
      embedding_config: {
        base_url: 'http://x/v1',
        model_name: 'e',
        enable_cache: false,
        max_cache_size: 3,
        max_input_length: 99,
        max_batch_size: 25,
      },
    })
    expect(config.memory?.embedding).toMatchObject({
      cache: false,
      maxCacheSize: 3,
      maxInputLength: 99,
      maxBatchSize: 25,
    })
    // Sizes without an endpoint wait for one: they neither vanish nor ask anybody.
    const alone = agent({ embedding_config: { max_batch_size: 25 } }).config
    expect(alone.memory?.embedding).toMatchObject({ maxBatchSize: 25 })
    expect(packOptions(alone, '.', {}).memory).not.toHaveProperty('embed')
    expect(packOptions(alone, '.', { EMBEDDING_API_KEY: 'k' }).memory).toMatchObject({ embed: { batch: 25 } })
  })
  row('2A19', () => {
    const cwd = folder()
    json(cwd, '.copaw/config.json', { agents: { language: 'zh' } })
    expect(packOptions(load({ DAYPACK_PRESET: 'copaw' }, cwd).config, cwd, {})).toMatchObject({
      tuning: { language: 'zh' },
    })
    expect(load({ DAYPACK_PRESET: 'miniClaude' }, cwd).config.language).toBeUndefined()
  })
  row('2C5', () => expect(() => load({ FTS_ENABLED: 'false' })).toThrow('nothing could be found'))
  /** How the files of the index begin that a chat with this setting makes. */
  const indexFiles = async (backend: string, env: Record<string, string> = {}) => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'MEMORY.md'), '- quokka\n')
    const set = { MEMORY_STORE_BACKEND: backend, DAYPACK_PRESET: 'copaw', ...env }
    const { type, close } = await chatOn(load(set, cwd).config, [], cwd, set)
    expect(await type('/memory quokka')).toContain('quokka')
    await close()
    const index = path.join(cwd, '.daypack', 'index')
    return Object.fromEntries(
      readdirSync(index)
        .filter((name) => /^memory\.\w+$/.test(name))
        .map((name) => [name, readFileSync(path.join(index, name), 'utf8').slice(0, 15)]),
    )
  }
  const SQLITE = { 'memory.sqlite': 'SQLite format 3' }
  row('2C6', async () => expect(await indexFiles('auto')).toEqual(SQLITE))
  row('2C7', async () => expect(await indexFiles('local')).toEqual(SQLITE))
  row('2C9', async () => expect(await indexFiles('sqlite')).toEqual(SQLITE))
  /** Requests a server gets that stands where Chroma should be. */
  const askedOfChroma = async () => {
    const asked: string[] = []
    const server = createServer((request, reply) => {
      asked.push(request.url ?? '')
      reply.writeHead(503).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await indexFiles('chroma', { DAYPACK_CHROMA_URL: `http://127.0.0.1:${port}` })
    server.close()
    return asked
  }
  row('2C8', async () => expect(await askedOfChroma()).not.toEqual([]))
  row('1L2', async () => expect(await askedOfChroma()).not.toEqual([]))
  row('2C10', () => expect(() => load({ MEMORY_STORE_BACKEND: 'redis' })).toThrow('use auto, local'))
})
