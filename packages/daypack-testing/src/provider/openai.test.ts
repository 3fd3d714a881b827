import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { providerFor } from '../../../daypack/test/hosts/provider-each.ts'
import type { ProviderOptions, ScriptedProvider } from './index.ts'

const LONG = 'The harbour log of a long voyage. '.repeat(200)
const model = 'gpt-5.6'
let provider: ScriptedProvider

async function start(options: ProviderOptions): Promise<OpenAI> {
  provider = await providerFor(options)
  return new OpenAI({ apiKey: 'test', baseURL: `${provider.url}/v1`, maxRetries: 2 })
}

test('chat: a reply with tool calls, whole and streamed', async () => {
  const reply = { text: '見る 👀', calls: [{ tool: 'read', input: { path: 'ä.txt' }, id: 'call_1' }] }
  const client = await start({
    script: [reply, { ...reply, stream: { newline: '\r\n', pieceBytes: 2, deltaChars: 2 } }],
  })
  const ask = { model, messages: [{ role: 'user' as const, content: 'hi' }] }
  const whole = await client.chat.completions.create(ask)
  const streamed = await client.chat.completions
    .stream({ ...ask, stream_options: { include_usage: true } })
    .finalChatCompletion()
  for (const { choices, usage } of [whole, streamed]) {
    expect(choices[0]?.message.content).toBe('見る 👀')
    expect(choices[0]?.message.tool_calls).toMatchObject([
      { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"ä.txt"}' } },
    ])
    expect(choices[0]?.finish_reason).toBe('tool_calls')
    expect(usage?.prompt_tokens).toBeGreaterThan(0)
  }
})

test('chat: the known beginning of a prompt is read from the cache', async () => {
  let now = 0
  const client = await start({ script: [{ text: 'ok' }], now: () => now })
  const ask = async (system: string, question: string) => {
    const reply = await client.chat.completions.create({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ],
    })
    return reply.usage?.prompt_tokens_details?.cached_tokens
  }
  expect(await ask(LONG, 'one')).toBe(0)
  expect(await ask(LONG, 'two')).toBeGreaterThanOrEqual(1024)
  expect(await ask(`!${LONG}`, 'three')).toBe(0)
  now += 11 * 60_000
  expect(await ask(LONG, 'four')).toBe(0)
})

test('responses: reasoning, text and calls, whole and streamed', async () => {
  const client = await start({
    script: [{ thinking: 'hm', text: 'Looking.', calls: [{ tool: 'read', input: { n: 1 }, id: 'call_1' }] }],
  })
  const ask = { model, input: 'hi', store: false }
  const whole = await client.responses.create(ask)
  const streamed = await client.responses.stream(ask).finalResponse()
  for (const response of [whole, streamed]) {
    expect(response.output.map((item) => item.type)).toEqual(['reasoning', 'message', 'function_call'])
    expect(response.output_text).toBe('Looking.')
    expect(response.usage?.input_tokens).toBeGreaterThan(0)
  }
})

test('recorded replies are played unchanged', async () => {
  const message = { role: 'assistant', content: null, refusal: 'I will not.' }
  const chat = {
    id: 'chatcmpl-recorded',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  }
  const output = [{ type: 'web_search_call', id: 'ws_1', status: 'completed' }]
  const response = { id: 'resp_recorded', object: 'response', created_at: 1, model, status: 'completed', output }
  const client = await start({ script: ({ wire }) => ({ raw: wire === 'openai-chat' ? chat : response }) })
  expect(await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'hi' }] })).toMatchObject(
    chat,
  )
  expect(await client.responses.create({ model, input: 'hi' })).toMatchObject(response)
  expect(await client.responses.stream({ model, input: 'hi' }).finalResponse()).toMatchObject(response)
})

test('faults: retried by status, an error or a cut inside a stream surfaces', async () => {
  const client = await start({
    script: [
      { fault: { kind: 'status', status: 429, retryAfterSeconds: 0.001 } },
      { text: 'after' },
      { text: 'no', fault: { kind: 'stream-error', after: 2 } },
      { text: 'no', fault: { kind: 'cut', after: 1 } },
    ],
  })
  const ask = { model, messages: [{ role: 'user' as const, content: 'hi' }] }
  expect((await client.chat.completions.create(ask)).choices[0]?.message.content).toBe('after')
  await expect(client.chat.completions.stream(ask).finalChatCompletion()).rejects.toThrow()
  await expect(client.chat.completions.stream(ask).finalChatCompletion()).rejects.toThrow()
})

test('what breaks the wire rules is refused with the words of the provider', async () => {
  const client = await start({ script: [{ text: 'ok' }] })
  const messages = [
    { role: 'user' as const, content: 'go' },
    { role: 'tool' as const, tool_call_id: 'x', content: 'orphan' },
  ]
  await expect(client.chat.completions.create({ model, messages })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("role 'tool'"),
  })
  const input = [{ type: 'function_call_output' as const, call_id: 'x', output: 'orphan' }]
  await expect(client.responses.create({ model, input })).rejects.toThrow('No tool call found')
  expect(provider.requests.map((request) => request.violations)).toEqual([['C-02'], ['R-03']])
})

test('a prompt above the window is refused by code', async () => {
  const client = await start({ script: [{ text: 'ok' }], window: 500 })
  const messages = [{ role: 'user' as const, content: LONG }]
  await expect(client.chat.completions.create({ model, messages })).rejects.toMatchObject({
    status: 400,
    code: 'context_length_exceeded',
  })
  await expect(client.responses.create({ model, input: LONG })).rejects.toMatchObject({
    status: 400,
    code: 'context_length_exceeded',
  })
})
