import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { providerFor } from '../../../daypack/test/hosts/provider-each.ts'
import type { ProviderOptions, ScriptedProvider } from './index.ts'

const LONG = 'The harbour log of a long voyage. '.repeat(200)
const model = 'claude-fable-5-1'
let provider: ScriptedProvider

async function start(options: ProviderOptions): Promise<Anthropic> {
  provider = await providerFor(options)
  return new Anthropic({ apiKey: 'test', baseURL: provider.url, maxRetries: 2 })
}

test('the official SDK gets a message, and tool calls with usage', async () => {
  const client = await start({
    script: [{ text: 'Looking.', calls: [{ tool: 'read', input: { path: 'a.txt' } }], outputTokens: 7 }],
  })
  const reply = await client.messages.create({ model, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] })
  expect(reply.content).toEqual([
    { type: 'text', text: 'Looking.' },
    { type: 'tool_use', id: expect.stringMatching(/^toolu_/), name: 'read', input: { path: 'a.txt' } },
  ])
  expect(reply.stop_reason).toBe('tool_use')
  expect(reply.usage.output_tokens).toBe(7)
  expect(provider.requests.map((request) => request.status)).toEqual([200])
})

test('a stream adds up to the same message, whatever its framing', async () => {
  const text = '船は港に入った 🚢 and left again'
  for (const stream of [{}, { newline: '\r\n', space: false, pieceBytes: 1, deltaChars: 3 }] as const) {
    const client = await start({
      script: [{ thinking: 'hm', text, calls: [{ tool: 'go', input: { to: '港' } }], stream }],
    })
    const ask = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'hi' }] }
    const message = await client.messages.stream(ask).finalMessage()
    expect(message.content).toMatchObject([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text },
      { type: 'tool_use', name: 'go', input: { to: '港' } },
    ])
    await provider.close()
  }
})

test('a recorded reply is played unchanged, whole and streamed', async () => {
  const content = [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'tides' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    { type: 'text', text: 'High at noon.', citations: null },
  ]
  const raw = {
    id: 'msg_recorded',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: 'end_turn',
    stop_sequence: null,
  }
  const client = await start({ script: [{ raw }] })
  const ask = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'hi' }] }
  expect(await client.messages.create(ask)).toMatchObject(raw)
  expect(await client.messages.stream(ask).finalMessage()).toMatchObject(raw)
})

test('a marked prefix is written once, read after, and forgotten when its time is over', async () => {
  let now = 0
  const client = await start({ script: [{ text: 'ok' }], now: () => now })
  const ask = (question: string) =>
    client.messages.create({
      model,
      max_tokens: 10,
      system: [{ type: 'text', text: LONG, cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: question }],
    })
  const first = await ask('one')
  expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(1024)
  expect(first.usage.cache_read_input_tokens).toBe(0)
  now += 4 * 60_000
  expect((await ask('two')).usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens)
  now += 4 * 60_000
  expect((await ask('three')).usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens)
  now += 6 * 60_000
  expect((await ask('four')).usage.cache_read_input_tokens).toBe(0)
})

test('an entry more than 20 blocks behind the breakpoint is missed', async () => {
  const client = await start({ script: [{ text: 'ok' }] })
  const block = (text: string, marked = false) => ({
    type: 'text' as const,
    text,
    ...(marked ? { cache_control: { type: 'ephemeral' as const } } : {}),
  })
  const ask = (extra: number) =>
    client.messages.create({
      model,
      max_tokens: 10,
      messages: [
        {
          role: 'user',
          content: [
            block(LONG, extra === 0),
            ...Array.from({ length: extra }, (_, n) => block(`more ${n}`, n === extra - 1)),
          ],
        },
      ],
    })
  await ask(0)
  expect((await ask(25)).usage.cache_read_input_tokens).toBe(0)
  await ask(0)
  expect((await ask(15)).usage.cache_read_input_tokens).toBeGreaterThan(1024)
})

test('thinking stays bound to what stood before it', async () => {
  const client = await start({
    script: [{ thinking: 'first thought', text: 'one' }, { thinking: 'second thought', text: 'two' }, { text: 'end' }],
  })
  const thinking = { type: 'enabled' as const, budget_tokens: 1024 }
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'a' }]
  const ask = (list: Anthropic.MessageParam[]) =>
    client.messages.create({ model, max_tokens: 2000, thinking, messages: list })
  messages.push({ role: 'assistant', content: (await ask(messages)).content }, { role: 'user', content: 'b' })
  messages.push({ role: 'assistant', content: (await ask(messages)).content }, { role: 'user', content: 'c' })
  await expect(ask(messages)).resolves.toMatchObject({ content: [{ text: 'end' }] })
  // A leading run may go …
  const leading = messages.map((message, index) => (index === 1 ? { ...message, content: 'one' } : message))
  await expect(ask(leading)).resolves.toMatchObject({ content: [{ text: 'end' }] })
  // … but not a later block alone, nor a word before a kept one.
  const changed = [{ role: 'user' as const, content: 'A' }, ...messages.slice(1)]
  await expect(ask(changed)).rejects.toThrow('bound to a different conversation')
  expect(provider.requests.at(-1)?.violations).toEqual(['A-18'])
})

test('status faults are retried by the SDK, broken streams are seen as such', async () => {
  const client = await start({
    script: [
      { fault: { kind: 'status', status: 529, retryAfterSeconds: 0.001 } },
      { text: 'after the storm' },
      { text: 'never whole', fault: { kind: 'stream-error', after: 4 } },
      { text: 'never whole', fault: { kind: 'cut', after: 4 } },
      { text: 'never whole', fault: { kind: 'stall', after: 2 } },
    ],
  })
  const ask = { model, max_tokens: 10, messages: [{ role: 'user' as const, content: 'hi' }] }
  await expect(client.messages.create(ask)).resolves.toMatchObject({ content: [{ text: 'after the storm' }] })
  await expect(client.messages.stream(ask).finalMessage()).rejects.toThrow('Overloaded')
  await expect(client.messages.stream(ask).finalMessage()).rejects.toThrow()
  const stalled = client.messages.stream(ask)
  stalled.on('streamEvent', () => stalled.abort())
  await expect(stalled.finalMessage()).rejects.toThrow('aborted')
  expect(provider.requests.map((request) => request.fault)).toEqual([
    'status',
    undefined,
    'stream-error',
    'cut',
    'stall',
  ])
})

test('what breaks the wire rules is refused with the words of the provider', async () => {
  const client = await start({ script: [{ text: 'ok' }] })
  const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
  const call = {
    role: 'assistant' as const,
    content: [{ type: 'tool_use' as const, id: 't1', name: 'read', input: {} }],
  }
  const ask = {
    model,
    max_tokens: 10,
    tools,
    messages: [{ role: 'user' as const, content: 'go' }, call, { role: 'user' as const, content: 'no result' }],
  }
  await expect(client.messages.create(ask)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('`tool_use` ids were found without `tool_result`'),
  })
  expect(provider.requests[0]).toMatchObject({ status: 400, violations: expect.arrayContaining(['A-01']) })
})

test('a prompt above the window is refused with the count', async () => {
  const client = await start({ script: [{ text: 'ok' }], window: 1000 })
  const ask = { model, max_tokens: 10, messages: [{ role: 'user' as const, content: LONG }] }
  await expect(client.messages.create(ask)).rejects.toThrow(/prompt is too long: \d+ tokens > 1000 maximum/)
  const counted = await client.messages.countTokens({ model, messages: ask.messages })
  expect(counted.input_tokens).toBeGreaterThan(1000)
})

test('context management clears old tool results and says so', async () => {
  const client = await start({ script: [{ text: 'ok' }] })
  const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'go' }]
  for (let n = 0; n < 5; n++) {
    messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${n}`, name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: LONG }] },
    )
  }
  const reply = await client.beta.messages.create({
    model,
    max_tokens: 10,
    betas: ['context-management-2025-06-27'],
    tools: [{ name: 'read', input_schema: { type: 'object' } }],
    messages,
    context_management: {
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 3000 },
          keep: { type: 'tool_uses', value: 2 },
        },
      ],
    },
  })
  expect(reply.context_management?.applied_edits).toEqual([
    { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: expect.any(Number) },
  ])
  expect(reply.usage.input_tokens).toBeLessThan(4500)
})
