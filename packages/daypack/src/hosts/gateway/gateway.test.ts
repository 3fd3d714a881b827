import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createDaypack, type Daypack } from '../../daypack.ts'
import { memoryDriver } from '../../drivers/memory/index.ts'
import type { Driver } from '../../model/driver.ts'
import { textOf } from '../../model/message.ts'
import { startProvider, type ProviderOptions, type ScriptedProvider } from '../../testing/provider/index.ts'
import { createGateway, type Gateway, type GatewayOptions } from './index.ts'

const model = 'claude-opus-4-5'
const KEY = 'sk-very-secret'
const HOST = 'http://127.0.0.1:4141'
let provider: ScriptedProvider
let pack: Daypack
let gateway: Gateway
let problems: string[] = []

afterEach(async () => {
  await provider.close()
  await pack.close()
  problems = []
})

type Set = Partial<Omit<GatewayOptions, 'pack'>> & { driver?: Driver; provider?: Partial<ProviderOptions> }

async function start(
  script: ProviderOptions['script'],
  { driver, provider: how, ...options }: Set = {},
): Promise<void> {
  provider = await startProvider({ script, ...how })
  pack = await createDaypack({
    driver: driver ?? memoryDriver({ now: Date.now }),
    memory: false,
    ...(options.window !== undefined && { window: options.window }),
  })
  const upstreams = {
    anthropic: provider.url,
    'openai-chat': `${provider.url}/v1`,
    'openai-responses': `${provider.url}/v1`,
  }
  gateway = createGateway({ pack, upstreams, onProblem: (problem) => problems.push(problem), ...options })
}

/** Into the gateway without a port. */
const through = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init))
const claude = (headers: Record<string, string> = {}, base = HOST) =>
  new Anthropic({ apiKey: KEY, baseURL: base, maxRetries: 2, fetch: through, defaultHeaders: headers })
const chat = (base = `${HOST}/v1`) => new OpenAI({ apiKey: KEY, baseURL: base, maxRetries: 2, fetch: through })
const raw = (body: string | Uint8Array, headers: Record<string, string> = {}, path = '/v1/messages') =>
  gateway.fetch(
    new Request(`${HOST}${path}`, {
      method: 'POST',
      body: body as string,
      headers: { 'x-api-key': KEY, ...headers },
    }),
  )

const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
const user = (content: string): Anthropic.MessageParam => ({ role: 'user', content })
const ask = (...messages: Anthropic.MessageParam[]) => ({ model, max_tokens: 100, tools, messages })

/** What each session's log says, by session. */
async function logged(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const id of await pack.sessions()) {
    const session = await pack.session(id)
    await session.idle()
    found[id] = session.view.slots.map(({ message }) => `${message.role}: ${textOf(message)}`)
  }
  return found
}

describe('passing through', () => {
  test('a turn goes out byte for byte, and the log has question and answer once', async () => {
    await start([{ text: 'Looking.', calls: [{ tool: 'read', input: { path: 'a' } }] }])
    const body =
      '{"model":"claude-opus-4-5","max_tokens":5,"tools":[{"name":"read","input_schema":{"type":"object"}}],"big":12345678901234567890,"messages":[{"role":"user","content":"hi \\u00e9"}]}'
    const response = await raw(body, {
      'x-daypack-session': 's',
      'anthropic-beta': 'x-2026',
      authorization: 'Bearer b',
    })
    expect(response.status).toBe(200)
    await response.text()
    expect(provider.requests[0]?.text).toBe(body)
    expect(provider.requests[0]?.headers).toMatchObject({
      'x-api-key': KEY,
      'anthropic-beta': 'x-2026',
      authorization: 'Bearer b',
    })
    expect(provider.requests[0]?.headers).not.toHaveProperty('x-daypack-session')
    expect(await logged()).toEqual({ s: ['user: hi é', 'assistant: Looking.'] })
  })

  test('streams add up in the client and in the log, whatever their framing', async () => {
    const text = '船は港に入った 🚢 and left'
    await start([{ text, stream: { newline: '\r\n', space: false, pieceBytes: 1, deltaChars: 2 } }])
    const client = claude({ 'x-claude-code-session-id': 'c1' })
    const message = await client.messages.stream(ask(user('where?'))).finalMessage()
    expect(message.content).toMatchObject([{ type: 'text', text }])
    const open = chat()
    const streamed = open.chat.completions.stream({
      model: 'gpt-5',
      messages: [{ role: 'user', content: 'where?' }],
      tools: [{ type: 'function', function: { name: 'read' } }],
    })
    expect((await streamed.finalChatCompletion()).choices[0]?.message.content).toBe(text)
    const lines = ['user: where?', `assistant: ${text}`]
    expect(Object.values(await logged())).toEqual([lines, lines])
  })

  test('an agent that a plug-in calls a title writer is none of the conversation', async () => {
    await start([{ text: 'ok' }])
    const headers = { 'x-daypack-session': 's', 'x-daypack-agent': 'title' }
    await claude(headers).messages.create(ask(user('Write a title.')))
    await claude({ ...headers, 'x-daypack-agent': 'build' }).messages.create(ask(user('hi')))
    expect(await logged()).toEqual({ s: ['user: hi', 'assistant: ok'] })
    expect(provider.requests[0]?.headers).not.toHaveProperty('x-daypack-agent')
  })

  test('no key is ever stored', async () => {
    const driver = memoryDriver({ now: Date.now })
    await start([{ text: 'ok' }], { driver })
    await claude({ 'x-claude-code-session-id': 'c1', authorization: `Bearer ${KEY}` }).messages.create(ask(user('hi')))
    const session = await pack.session('claude-c1')
    expect(JSON.stringify([await session.entries(), await gateway.status()])).not.toContain(KEY)
  })

  test('gzip, deflate, br and zstd bodies are read, and their bytes sent on', async () => {
    await start([{ text: 'ok' }], { provider: { strict: false } })
    const body = JSON.stringify(ask(user('packed')))
    const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }
    for (const [encoding, packed] of Object.entries(packers)) {
      const response = await raw(packed(body), { 'content-encoding': encoding, 'x-daypack-session': encoding })
      expect(await response.json()).toMatchObject({ content: [{ text: 'ok' }] })
      expect(provider.requests.at(-1)).toMatchObject({ headers: { 'content-encoding': encoding }, text: body })
    }
    expect(Object.keys(await logged())).toEqual(expect.arrayContaining(Object.keys(packers)))
  })

  test('packed answers are unpacked for the log and for the client', async () => {
    const encodings = ['gzip', 'deflate', 'br', 'zstd'] as const
    await start(({ index }) => ({ text: 'ok', encoding: encodings[index % 4] }))
    for (const id of encodings) {
      const client = claude({ 'x-claude-code-session-id': id })
      expect(await client.messages.stream(ask(user('hi'))).finalText()).toBe('ok')
    }
    expect(Object.values(await logged())).toEqual(encodings.map(() => ['user: hi', 'assistant: ok']))
  })

  test('other requests pass: models, HEAD, unknown paths with a named upstream', async () => {
    await start([{ text: 'ok' }])
    expect((await claude().models.list()).data.length).toBeGreaterThan(0)
    const head = await gateway.fetch(new Request(`${HOST}/api/hello`, { method: 'HEAD' }))
    expect(head.status).toBe(404)
    const to = encodeURIComponent(`${provider.url}/v1`)
    const response = await chat(`${HOST}/to/${to}`).chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: 'q' }],
    })
    expect(response.choices[0]?.message.content).toBe('ok')
    expect(await logged()).toEqual({})
  })
})

describe('sessions', () => {
  test('by header: sub-agents apart, titles and summaries left out', async () => {
    await start([{ text: 'ok' }])
    const main = claude({ 'x-claude-code-session-id': 'c' })
    const agent = claude({ 'x-claude-code-session-id': 'c', 'x-claude-code-agent-id': 'a' })
    await main.messages.create(ask(user('main')))
    await agent.messages.create(ask(user('sub')))
    const { tools: _, ...title } = ask(user('Write a title'))
    await main.messages.create(title)
    const summary = user('CRITICAL: Respond with TEXT ONLY. Summarize.')
    await main.messages.create(ask(user('main'), { role: 'assistant', content: 'ok' }, summary))
    await main.messages.create({ ...ask(user('judge this')), system: 'You are a security monitor for agents.' })
    expect(await logged()).toEqual({
      'claude-c': ['user: main', 'assistant: ok'],
      'claude-c.a': ['user: sub', 'assistant: ok'],
    })
    expect(provider.requests.length).toBe(5)
  })

  test('a safety classifier goes out byte for byte, comes back so, and leaves the conversation alone', async () => {
    const verdict = { text: '<block>no</block>' }
    await start(({ body }) => (JSON.stringify(body['system'] ?? '').includes('monitor') ? verdict : { text: 'ok' }))
    const session = { 'x-claude-code-session-id': 'c' }
    await claude(session).messages.create(ask(user('main')))
    // As Claude Code asks in its automatic mode: the session's own name, another model, no stream.
    const judged = JSON.stringify([
      { role: 'user', content: `<transcript>\n${'{"user":"main"}\n'.repeat(500)}</transcript>` },
    ])
    const monitor = `You are a security monitor for autonomous agents.${' Rule.'.repeat(2_000)}`
    for (const withTools of ['', '"tools":[{"name":"classify_result","input_schema":{"type":"object"}}], ']) {
      const body = `{"model":"claude-sonnet-5", "max_tokens":64,"temperature":0, ${withTools}"safeguards":{"a":1e2}, "system":[{"type":"text","text":${JSON.stringify(monitor)},"cache_control":{"type":"ephemeral"}}],"messages":${judged}}`
      const answer = await raw(body, session)
      expect(provider.requests.at(-1)?.text).toBe(body)
      expect(await answer.json()).toMatchObject({ content: [verdict] })
    }
    await claude(session).messages.create(ask(user('main'), { role: 'assistant', content: 'ok' }, user('on')))
    expect(await logged()).toEqual({ 'claude-c': ['user: main', 'assistant: ok', 'user: on', 'assistant: ok'] })
  })

  test('by content where there is no key: markers and string or block form do not matter', async () => {
    await start(({ index }) => ({ text: `answer ${index}` }))
    const client = claude()
    const first = [user('same start')]
    const [a, b] = [
      await client.messages.create(ask(...first)),
      await client.messages.create(ask(user('same start'), { role: 'assistant', content: 'another' }, user('go'))),
    ]
    const marked: Anthropic.MessageParam = {
      role: 'user',
      content: [{ type: 'text', text: 'same start', cache_control: { type: 'ephemeral' } }],
    }
    await client.messages.create(ask(marked, { role: 'assistant', content: a.content }, user('on')))
    const sessions = Object.values(await logged())
    expect(sessions).toHaveLength(2)
    expect(sessions).toContainEqual(['user: same start', 'assistant: answer 0', 'user: on', 'assistant: answer 2'])
    expect(b.content).toMatchObject([{ text: 'answer 1' }])
  })

  test('a conversation without a key is found again after a restart', async () => {
    const driver = memoryDriver({ now: Date.now })
    await start([{ text: 'ok' }], { driver })
    await claude().messages.create(ask(user('begin')))
    await logged()
    await pack.close()
    pack = await createDaypack({ driver, memory: false })
    gateway = createGateway({ pack, upstreams: { anthropic: provider.url } })
    await claude().messages.create(ask(user('begin'), { role: 'assistant', content: 'ok' }, user('go on')))
    expect(Object.values(await logged())).toEqual([['user: begin', 'assistant: ok', 'user: go on', 'assistant: ok']])
  })

  test('by path', async () => {
    await start([{ text: 'ok' }])
    await claude({}, `${HOST}/s/my%20task`).messages.create(ask(user('hi')))
    expect(Object.keys(await logged())).toEqual(['my task'])
  })
})

describe('managing', () => {
  const big = (n: number) =>
    Array.from({ length: 400 }, (_, line) => `step ${n} line ${line} of /src/file-${n}.ts`).join('\n')

  /** A tool loop of so many steps, as a client would hold it. */
  async function loop(client: Anthropic, steps: number): Promise<Anthropic.MessageParam[]> {
    const messages = [user('Read all the files.')]
    for (let n = 0; n < steps; n++) {
      const reply = await client.messages.create({ ...ask(...messages), cache_control: { type: 'ephemeral' } })
      messages.push({ role: 'assistant', content: reply.content })
      const call = reply.content.find((block) => block.type === 'tool_use')
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: big(n) }] })
    }
    return messages
  }
  const reading = ({ index }: { index: number }) => ({
    text: `Step ${index}.`,
    calls: [{ tool: 'read', input: { path: `/src/file-${index}.ts` } }],
  })

  test('a session that outgrows the window goes on, none refused, and counts are of what is sent', async () => {
    await start(reading, { window: 16_000, provider: { window: 16_000 } })
    const client = claude({ 'x-claude-code-session-id': 'long' })
    const messages = await loop(client, 20)
    expect(provider.requests.filter((request) => request.status !== 200)).toEqual([])
    await client.messages.create(ask(...messages))
    const sent = provider.requests.at(-1)?.promptTokens ?? 0
    expect(await client.messages.countTokens({ model, tools, messages })).toMatchObject({ input_tokens: sent })
    const [status] = (await gateway.status()).sessions
    expect(status).toMatchObject({ session: 'claude-long', requests: 21 })
    expect(status?.epochs).toBeGreaterThan(0)
    expect(status?.cost).toBeLessThan(status?.unmanaged ?? 0)
    const slots = (await logged())['claude-long'] ?? []
    expect(slots.filter((line) => line.startsWith('assistant')).length).toBe(21)
  })

  test('a repeated request gets the same bytes and is logged once', async () => {
    let index = 0
    await start(
      () =>
        index++ === 12 ? { fault: { kind: 'status', status: 529, retryAfterSeconds: 0.001 } } : reading({ index }),
      { window: 16_000 },
    )
    await loop(claude({ 'x-claude-code-session-id': 'r' }), 14)
    const at = provider.requests.findIndex((request) => request.status === 529)
    expect(provider.requests[at + 1]?.text).toBe(provider.requests[at]?.text)
    const said = (await logged())['claude-r'] ?? []
    expect(new Set(said.filter((line) => line.startsWith('assistant'))).size).toBe(14)
    expect(said.length).toBe(1 + 13 + 14)
  })

  test('refused for a reason of its own: the original goes out, and where that is too long the client is told so', async () => {
    let isOdd = false
    const odd = { fault: { kind: 'status' as const, status: 400 as const, message: 'messages.1: something is odd' } }
    await start(
      (call) => {
        if (!isOdd) return reading(call)
        isOdd = false
        return odd
      },
      { window: 16_000, provider: { window: 16_000 } },
    )
    const client = claude({ 'x-claude-code-session-id': 'odd' })
    const messages = await loop(client, 12)
    isOdd = true
    await expect(client.messages.create(ask(...messages))).rejects.toThrow(/too long/)
    expect(provider.requests.slice(-2).map((one) => one.status)).toEqual([400, 400])
    expect(provider.requests.at(-1)?.body['messages']).toHaveLength(messages.length)
    // The agent compacts by itself, and goes on.
    expect(await client.messages.create(ask(user('A summary of all that was.')))).toMatchObject({ role: 'assistant' })
  })

  test('too long, and it gets no smaller: the refusal is handed on, the longer original is not tried', async () => {
    await start(reading, { window: 60_000, provider: { window: 16_000 } })
    const client = claude({ 'x-claude-code-session-id': 'long' })
    const shell = [{ name: 'bash', input_schema: { type: 'object' as const } }]
    const messages: Anthropic.MessageParam[] = [
      user('Build it.'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'make' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: big(1) }] },
    ]
    const system = Array.from({ length: 4_000 }, (_, n) => `rule ${n} of the house`).join('\n')
    await expect(client.messages.create({ ...ask(...messages), tools: shell, system })).rejects.toThrow(/too long/)
    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]?.text).not.toContain(JSON.stringify(big(1)).slice(1, -1))
  })

  test('a refusal of old thinking is mended and sent once more', async () => {
    await start([{ text: 'ok' }], { provider: { bindsThinking: () => true } })
    const thinking: Anthropic.MessageParam = {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'AAAA' },
        { type: 'text', text: 'done' },
      ],
    }
    const request = {
      ...ask(user('a'), thinking, user('b')),
      max_tokens: 3000,
      thinking: { type: 'enabled' as const, budget_tokens: 1024 },
    }
    const reply = await claude({ 'x-claude-code-session-id': 't' }).messages.create(request)
    expect(reply.content).toMatchObject([{ text: 'ok' }])
    expect(provider.requests.map((one) => one.status)).toEqual([400, 200])
    expect(provider.requests[1]?.text).not.toContain('signature')
    expect(provider.requests[1]?.text).toContain('done')
    const on = { ...request, messages: [...request.messages, { role: 'assistant' as const, content: 'ok' }, user('c')] }
    await claude({ 'x-claude-code-session-id': 't' }).messages.create(on)
    expect(provider.requests.map((one) => one.status)).toEqual([400, 200, 200])
  })
})

describe('when something of ours fails', () => {
  /** A driver whose log fails at this. */
  function broken(...at: ('append' | 'read' | 'sessions')[]): Driver {
    const driver = memoryDriver({ now: Date.now })
    const { log } = driver
    if (!log) throw new Error('no log')
    const fails = async (): Promise<never> => {
      throw new Error('ENOSPC: no space left on device')
    }
    return { ...driver, log: { ...log, ...Object.fromEntries(at.map((name) => [name, fails])) } }
  }

  test('a full disk: the request goes out, the reply comes back, it is said once', async () => {
    await start([{ text: 'ok' }], { driver: broken('append') })
    const client = claude({ 'x-claude-code-session-id': 'f' })
    for (const n of [1, 2, 3])
      expect((await client.messages.create(ask(user(`hi ${n}`)))).content).toMatchObject([{ text: 'ok' }])
    expect(problems.filter((problem) => problem.includes('ENOSPC'))).toHaveLength(1)
  })

  test('a session that cannot be opened: bytes as they came', async () => {
    await start([{ text: 'ok' }], { driver: broken('read', 'sessions') })
    const body = JSON.stringify(ask(user('hi')))
    expect((await raw(body, { 'x-daypack-session': 's' })).status).toBe(200)
    expect(provider.requests[0]?.text).toBe(body)
    expect((await gateway.status()).failedOpen).toBe(1)
  })

  test('an outage of the provider is a 502 that clients repeat', async () => {
    await start([{ text: 'ok' }])
    await provider.close()
    const response = await raw(JSON.stringify(ask(user('hi'))), { 'x-daypack-session': 's' })
    expect(response.status).toBe(502)
    provider = await startProvider({ script: [{ text: 'ok' }] })
  })

  test('a client that leaves ends the request to the provider', async () => {
    await start([{ text: 'never', fault: { kind: 'stall', after: 2 } }])
    const leaving = new AbortController()
    const request = new Request(`${HOST}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ ...ask(user('hi')), stream: true }),
      headers: { 'x-daypack-session': 's' },
      signal: leaving.signal,
    })
    const response = await gateway.fetch(request)
    const reader = response.body?.getReader()
    await reader?.read()
    leaving.abort()
    await expect(
      (async () => {
        for (;;) if ((await reader?.read())?.done) return
      })(),
    ).rejects.toThrow()
    await provider.left(0)
  })

  test('a stream that breaks off breaks off for the client, too, and is not logged', async () => {
    await start([{ text: 'never whole', fault: { kind: 'cut', after: 4 } }])
    const client = new Anthropic({
      apiKey: KEY,
      baseURL: HOST,
      maxRetries: 0,
      fetch: through,
      defaultHeaders: { 'x-daypack-session': 's' },
    })
    await expect(client.messages.stream(ask(user('hi'))).finalMessage()).rejects.toThrow()
    expect(await logged()).toEqual({ s: ['user: hi'] })
  })

  test('a silent stream is kept open with what the wire allows', async () => {
    await start([{ text: 'slow', fault: { kind: 'stall', after: 3 } }], { pingMs: 5 })
    const response = await raw(JSON.stringify({ ...ask(user('hi')), stream: true }), { 'x-daypack-session': 's' })
    const reader = response.body?.getReader()
    let text = ''
    while (text.split('event: ping').length < 4) text += new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
  })
})

describe('access', () => {
  const get = (headers: Record<string, string>, path = '/daypack/status') =>
    gateway.fetch(new Request(`${HOST}${path}`, { headers }))

  test('only for this machine, not for web pages', async () => {
    await start([{ text: 'ok' }], { hosts: ['box.lan'] })
    const statuses = []
    for (const headers of [
      {},
      { host: 'localhost:4141' },
      { host: 'box.lan' },
      { host: 'evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3000' },
    ])
      statuses.push((await get(headers)).status)
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403, 200])
  })

  test('with a token, by header or path', async () => {
    await start([{ text: 'ok' }], { token: 'tok' })
    const statuses = [
      await get({}),
      await get({ 'x-daypack-token': 'no' }),
      await get({ 'x-daypack-token': 'tok' }),
      await get({}, '/t/tok/daypack/status'),
    ]
    expect(statuses.map((response) => response.status)).toEqual([403, 403, 200, 200])
  })
})
