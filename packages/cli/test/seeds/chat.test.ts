import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { afterAll, describe, expect, test } from 'vitest'
import type { Message } from 'daypack'
import { enter, openPack } from '../../src/chat/open.ts'
import { preambleOf } from '../../src/chat/preamble.ts'
import { isCommand, runCommand } from '../../src/chat/slash/index.ts'
import { compactReply, epochLine } from '../../src/chat/slash/reply.ts'
import { runTurn } from '../../src/chat/turn.ts'
import { isDue, MARK } from '../../src/chat/slash/proactive.ts'
import type { Chat, MemoryTask } from '../../src/chat/types.ts'
import { presetFrom, packOptions, windowOf } from '../../src/config/pack-options.ts'
import { loadConfig } from '../../src/config/load.ts'
import { fromAgentJson } from '../../src/config/qwenpaw.ts'
import type { Config } from '../../src/config/schema.ts'
import { chatTools } from '../../src/chat/tools/index.ts'
import { LIGHT_CONTEXT } from '../../../daypack/test/seeds/qwenpaw-example.ts'

const ROWS = JSON.parse(
  readFileSync(new URL('../../../daypack/test/seeds/rows.json', import.meta.url), 'utf8'),
) as Record<string, string>
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A test of one row of the documents: its name is the row's id and what the document says. */
function row(id: string, run: () => unknown): void {
  test(`${id}: ${ROWS[id] ?? 'no such row'}`, async () => {
    await run()
  })
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'daypack-chat-'))
  folders.push(made)
  return made
}

const saying = (role: 'user' | 'assistant', text: string): Message => ({ role, blocks: [{ type: 'text', text }] })
/** Twelve messages, as the documents' example has them. */
const TALK = Array.from({ length: 12 }, (_, at) =>
  at % 2 === 0
    ? saying(
        'user',
        `Step ${at}: build the login in src/part${at}.ts, and keep the rule about argon2. ${'It matters. '.repeat(12)}`,
      )
    : saying('assistant', `Done with step ${at}; src/part${at}.ts works. ${'All is well. '.repeat(12)}`),
)

/** A model that answers the same to everything. */
function answering(text: string) {
  const usage = {
    inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  }
  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: text },
          { type: 'text-end', id: '1' },
          { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } },
        ],
      }),
    }),
  })
}

/** A chat without a terminal: what it says is kept. */
async function chatOn(config: Config, messages: readonly Message[] = [], cwd = folder()) {
  const said: string[] = []
  const tasks: MemoryTask[] = []
  const ui = {
    line: (text = '') => void said.push(text),
    write: (text: string) => void said.push(text),
    unfolding: (text: string) => void said.push(text),
    meter: () => {},
    ask: async () => 'y',
    width: 100,
  }
  const model = { label: 'scripted', provider: 'scripted', id: 'm', model: 'm' as never, secrets: [] }
  const env = {}
  const onMemory = () => {}
  const pack = await openPack({ memory: { enabled: false }, ...config }, model, { cwd, env, onMemory })
  const base = {
    pack,
    config: { memory: { enabled: false }, ...config },
    model,
    preamble: '',
    tasks,
    cwd,
    env,
    ui,
    now: Date.now,
    onMemory,
  }
  const chat: Chat = { ...base, ...(await enter(base, 's')) }
  for (const message of messages) await chat.session.append(message)
  const type = async (line: string) => {
    said.length = 0
    await runCommand(chat, line, new AbortController().signal)
    return said.join('\n')
  }
  return { chat, type, said, close: () => chat.pack.close() }
}

describe('/compact', () => {
  const compacted = async (config: Config, messages: readonly Message[] = TALK) => {
    const { type, close } = await chatOn(config, messages)
    const said = await type('/compact')
    await close()
    return said
  }
  row('1F1', async () => expect(await compacted({ preset: 'copaw' })).toContain('Messages compacted'))
  row('1F2', async () => {
    for (const preset of ['copaw', 'qwenpaw'] as const)
      expect(await compacted({ preset })).toContain('**Compact Complete!**')
  })
  row('1F3', async () => expect((await compacted({ preset: 'qwenpaw' })).split('\n')[0]).toBe('**Compact Complete!**'))
  row('1F4', async () => {
    const { chat, type, close } = await chatOn({ preset: 'copaw' }, TALK)
    const first = Number(/- Messages compacted: (\d+)/.exec(await type('/compact'))?.[1])
    for (const message of TALK) await chat.session.append(message)
    const second = Number(/- Messages compacted: (\d+)/.exec(await type('/compact'))?.[1])
    await close()
    // Three stay, and the request before them with its answer (1H3).
    expect(first).toBe(8)
    expect(second).toBe(12)
  })
  row('1F5', async () => expect(await compacted({ preset: 'qwenpaw' })).toMatch(/\*\*Compressed Summary:\*\*\n\S/))
  row('1F6', async () => {
    const said = await compacted({ preset: 'copaw', memory: { enabled: true } })
    expect(said).toContain('\n- Summary task started in background')
    expect(await compacted({ preset: 'copaw' })).not.toContain('Summary task')
  })
  row('1F7', async () => expect(await compacted({ preset: 'qwenpaw' })).toMatch(/\d+ → \d+ \(\d+ % less\)/))
  row('1F11', async () => expect(await compacted({ preset: 'qwenpaw' }, [])).toContain('nothing to compact'))
  row('1F13', async () => {
    const { chat, type, close } = await chatOn({ preset: 'copaw' }, TALK)
    const { days } = chat.pack.driver
    if (days) days.append = () => Promise.reject(new Error('disk full'))
    const before = chat.session.view.items.length
    await type('/compact').catch(() => '')
    expect(chat.session.view.items).toHaveLength(before)
    await close()
  })
  row('2E12', async () => {
    const said = await compacted({ preset: 'copaw', memory: { enabled: true } })
    expect(said).toMatch(
      /^\*\*Compact Complete!\*\*\n\n- Messages compacted: 8\n\*\*Compressed Summary:\*\*\n[^]+\n- Summary task started in background$/,
    )
    const done = {
      messages: 12,
      before: 10,
      after: 5,
      cropped: 0,
      isRemembered: true,
      summary: '<compacted summary content>',
      isIgnored: false,
    }
    expect(compactReply('copaw', done).join('\n')).toBe(
      '**Compact Complete!**\n\n- Messages compacted: 12\n**Compressed Summary:**\n<compacted summary content>\n- Summary task started in background',
    )
  })
  row('1B6', async () => {
    const { chat, close } = await chatOn({ preset: 'qwenpaw', window: 2_000 }, [])
    const plans: string[] = []
    chat.session.on('epoch', (plan) => void plans.push(epochLine(chat, plan)))
    for (const message of [...TALK, ...TALK, ...TALK]) await chat.session.append(message)
    await chat.session.compact()
    await close()
    expect(plans[0]).toMatch(/\d+\/2000 tokens \(\d+\.\d %\), 36 msgs -> compact\(\d+\) \+ keep\(\d+\)/)
  })
  row('2F28', async () => {
    const { chat, close } = await chatOn({ preset: 'miniClaude' }, TALK)
    const plans: string[] = []
    chat.session.on('epoch', (plan) => void plans.push(epochLine(chat, plan)))
    await chat.session.compact()
    await close()
    expect(plans[0]).toContain('Context window filling up, compacting conversation...')
    expect(plans[0]).toContain('Conversation compacted.')
  })
})

describe('commands', () => {
  row('1J1', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw', memory: { enabled: true } }, TALK)
    const old = chat.session.id
    await type('/new')
    expect(chat.session.id).not.toBe(old)
    expect(chat.session.view.slots).toEqual([])
    expect(chat.tasks).toHaveLength(1)
    expect(await chat.pack.driver.days?.days()).toHaveLength(1)
    await close()
  })
  row('1J2', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw', memory: { enabled: true } }, TALK)
    await type('/clear')
    expect([chat.tasks.length, chat.session.view.slots.length]).toEqual([0, 0])
    expect(await chat.pack.driver.days?.days()).toHaveLength(1)
    await close()
  })
  row('1J3', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    const said = await type('/history')
    await close()
    expect(said).toMatch(/12 messages, \d+ tokens in view, \d+\.\d % of 131072; summaries 0 tokens\./)
    expect(said).toMatch(/1\. user, \d+ tokens, 1 blocks?: Step 0/)
  })
  row('1J4', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw', chat: { historyMaxChars: 400 } }, TALK)
    const said = await type('/history')
    await close()
    expect(said).toContain('characters left out')
    expect(said.length).toBeLessThan(700)
  })
  row('1J5', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/message 1')).toContain('Step 0')
    expect(await type('/message 99')).toContain('There is no message 99')
    expect(await type('/message x')).toContain('takes a number')
    await close()
  })
  row('1J6', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/compact_str')).toContain('There is no summary')
    await type('/compact')
    expect(await type('/compact_str')).toContain('## Goal')
    await close()
  })
  row('1J7', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw', memory: { enabled: true } }, TALK)
    chat.tasks.push({ id: 1, startedAt: 0, state: 'failed', result: 'why it failed' })
    expect(await type('/summarize_status')).toContain('failed; why it failed')
    await close()
  })
  row('1J8', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    await type('/compact')
    const file = path.join(chat.cwd, 'dump.jsonl')
    Object.assign(chat, { env: { QWENPAW_DEBUG_HISTORY_FILE: file } })
    await type('/dump_history')
    await close()
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({
      role: 'user',
      metadata: { has_compressed_summary: 'true' },
    })
  })
  row('1J9', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    await type('/dump_history')
    await type('/load_history')
    expect(chat.session.view.slots).toHaveLength(12)
    const bad = path.join(chat.cwd, 'bad.jsonl')
    writeFileSync(bad, '{"role":"user","content":"a"}\nnot json\n')
    expect(await type(`/load_history ${bad}`)).toContain('Nothing was loaded or changed')
    expect(chat.session.view.slots).toHaveLength(12)
    await close()
  })
  row('1J10', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    await type('/compact')
    const text = await type('/compact_str')
    await type('/dump_history')
    await type('/load_history')
    expect(chat.session.view.items[0]?.kind).toBe('fold')
    expect(await type('/compact_str')).toContain(text.split('\n').at(-1))
    await close()
  })
  row('1J11', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/proactive 5')).toContain('after 5 minutes')
    const state = chat.proactive
    const last = chat.session.view.slots.at(-1)?.at ?? 0
    const at = (minutes: number) =>
      state !== undefined && isDue(state, chat.session.view, Math.max(last, state.since) + minutes * 60_000)
    expect([at(4), at(6)]).toEqual([false, true])
    await chat.session.append(saying('user', `${MARK} spoke up`))
    expect(at(60)).toBe(false)
    expect(await type('/proactive off')).toBe('Off.')
    await close()
  })
  row('1J12', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/plan')).toContain('There is no plan')
    await type('/plan write the test; make it pass')
    await type('/plan done 1')
    expect(await type('/plan')).toBe('Plan: 1 of 2 steps done.\n1. [x] write the test\n2. [ ] make it pass')
    await close()
  })
  row('1J13', async () => {
    expect([isCommand('//new'), isCommand('/compact\nfoo'), isCommand('/usr/lib')]).toEqual([true, false, false])
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/NEW')).toContain('There is no /NEW')
    await close()
  })
})

describe('tools', () => {
  const tools = (cwd: string) =>
    chatTools(
      { root: cwd, workspace: path.join(cwd, '.daypack') },
      { cwd, ui: {} as never, hidden: [], isAllowed: true },
      [],
    )
  const run = (cwd: string, name: string, input: object) =>
    Promise.resolve(
      tools(cwd)
        .find((tool) => tool.name === name)
        ?.run(input, { signal: new AbortController().signal }),
    )
  const file = () => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'a.txt'), 'one\ntwo\nthree\n')
    return cwd
  }
  row('1K1', async () =>
    expect(await run(file(), 'read_file', { file_path: 'a.txt', start_line: '2', end_line: '2' })).toContain('two'),
  )
  row(
    '1K2',
    async () =>
      await expect(run(file(), 'read_file', { file_path: 'a.txt', start_line: 9 })).rejects.toThrow('3 lines'),
  )
  row(
    '1K3',
    async () =>
      await expect(run(file(), 'read_file', { file_path: 'a.txt', start_line: 3, end_line: 2 })).rejects.toThrow(
        'before start_line',
      ),
  )
  const shown = async (preset: 'copaw' | 'qwenpaw', name: string, text: string) => {
    const { chat, close } = await chatOn({ preset, window: 1_000_000 })
    writeFileSync(path.join(chat.cwd, name), text)
    const read = chat.tools.find((tool) => tool.name === 'read_file')
    const output = (await read?.run({ file_path: name }, { signal: new AbortController().signal })) ?? ''
    await chat.session.append(saying('user', 'Read it.'))
    await chat.session.append({
      role: 'assistant',
      blocks: [{ type: 'tool-call', callId: 'c', tool: 'read_file', input: { file_path: name } }],
    })
    await chat.session.append({
      role: 'tool',
      blocks: [{ type: 'tool-result', callId: 'c', tool: 'read_file', content: { text: output } }],
    })
    const { aiSdk } = await import('daypack/hosts/ai-sdk')
    const { request } = await chat.session.render(aiSdk, { messages: [] } as never)
    await close()
    return Buffer.byteLength(JSON.stringify(request))
  }
  row('1C22', async () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `rule ${at}`).join('\n')
    const [markdown, code] = [await shown('copaw', 'skill.md', text), await shown('copaw', 'code.ts', text)]
    expect(code).toBeLessThan(75_000)
    expect(markdown).toBeGreaterThan(code + 40_000)
  })
  row('1C23', async () => {
    const said = await run(folder(), 'run_shell', { command: 'seq 1 30000' })
    expect(Buffer.byteLength(said ?? '')).toBe(168_893)
  })
  row('1C24', async () => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'one.json'), 'x'.repeat(300_000))
    const first = (await run(cwd, 'read_file', { file_path: 'one.json' })) ?? ''
    const [, column] = /start_line=1 start_column=(\d+)/.exec(first) ?? []
    const rest = (await run(cwd, 'read_file', { file_path: 'one.json', start_line: 1, start_column: column })) ?? ''
    expect((first.match(/^x+/)?.[0].length ?? 0) + (rest.match(/^x+/)?.[0].length ?? 0)).toBe(300_000)
  })
  const claude = async () => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'CLAUDE.md'), 'Always answer in verse.')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args], { cwd, stdio: 'ignore' })
    git('init', '-b', 'trunk')
    git('add', '-A')
    git('commit', '-m', 'the first commit')
    mkdirSync(path.join(cwd, 'sub'))
    return { cwd, ...(await preambleOf({ preset: 'claudeCode' }, cwd, () => Date.UTC(2026, 10, 15, 12))) }
  }
  row('2G23', async () => expect((await claude()).text).toMatch(/Branch: trunk[\s\S]*the first commit/))
  row('2G24', async () =>
    expect((await preambleOf({ preset: 'claudeCode' }, path.join((await claude()).cwd, 'sub'))).context).toContain(
      'Always answer in verse.',
    ),
  )
  row('2G25', async () => expect((await claude()).context).toContain('Today is 2026-11-15.'))
  row('2G26', async () => {
    const { text, context } = await claude()
    expect([text.includes('in verse'), context?.includes('in verse')]).toEqual([false, true])
  })
})

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
  row('1E9', () => expect(() => load({ COPAW_MEMORY_COMPACT_RATIO: 'much' })).toThrow('write a number'))
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
  row('1G26', () => {
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
      recall: { limit: 2, minScore: 0.3 },
    })
    for (const name of ['dream_cron', 'recursive_file_watcher', 'reme_light_memory_config.future'])
      expect(notices.join('\n')).toContain(name)
  })
  row('1G27', () => {
    const { config, notices } = agent({ light_context_config: { future_field: 1, dialog_path: 'logs' } })
    expect(config.qwenpaw).toEqual({ dialog_path: 'logs' })
    expect(notices.join()).toContain('light_context_config.future_field')
  })
  row('1D8', async () => {
    const { config } = agent({ reme_light_memory_config: { auto_memory_interval: 2 } })
    const cwd = folder()
    const { chat, close } = await chatOn({ ...config, preset: 'qwenpaw', dir: '.daypack' }, [], cwd)
    chat.model = { ...chat.model, model: answering('Noted.') }
    const tasks: number[] = []
    for (const said of ['Remember: the staging port is 8443.', 'Thanks.', 'And now?']) {
      await runTurn(chat, said, new AbortController().signal)
      tasks.push(chat.tasks.length)
    }
    await close()
    expect(tasks).toEqual([0, 1, 1])
    const days = readdirSync(path.join(cwd, '.daypack', 'memory'))
    expect(days.map((name) => readFileSync(path.join(cwd, '.daypack', 'memory', name), 'utf8')).join()).toContain(
      '8443',
    )
  })
  row('1D9', () => {
    const { config } = agent({
      reme_light_memory_config: { auto_memory_search_config: { enabled: true, max_results: 4, min_score: 0.5 } },
    })
    expect(config.memory?.recall).toEqual({ limit: 4, minScore: 0.5 })
  })
  const memory = (env: Record<string, string>) => packOptions(load(env).config, '.', env).memory
  row('1L1', () =>
    expect(memory({ FTS_ENABLED: 'false', EMBEDDING_API_KEY: 'k' })).toMatchObject({ search: { keyword: false } }),
  )
  row('1L3', () =>
    expect(memory({ EMBEDDING_CACHE_ENABLED: 'false', EMBEDDING_API_KEY: 'k' })).toMatchObject({
      search: { embeddingCacheSize: 0 },
    }),
  )
  row('1L4', () => {
    expect(memory({ EMBEDDING_MAX_CACHE_SIZE: '7', EMBEDDING_API_KEY: 'k' })).toMatchObject({
      search: { embeddingCacheSize: 7 },
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
  })
  row('2C5', () => expect(() => load({ FTS_ENABLED: 'false' })).toThrow('nothing could be found'))
  // Which store is opened then is tested beside packages/daypack/src/session/backend.ts.
  const backend = (name: string) => memory({ MEMORY_STORE_BACKEND: name })
  row('2C6', () => expect(backend('auto')).toMatchObject({ backend: 'auto' }))
  row('2C7', () => expect(backend('local')).toMatchObject({ backend: 'local' }))
  row('2C8', () => expect(backend('chroma')).toMatchObject({ backend: 'chroma' }))
  row('1L2', () => expect(backend('chroma')).toMatchObject({ backend: 'chroma' }))
  row('2C9', () => expect(backend('sqlite')).toMatchObject({ backend: 'sqlite' }))
  row('2C10', () => expect(() => load({ MEMORY_STORE_BACKEND: 'redis' })).toThrow('use auto, local'))
})
