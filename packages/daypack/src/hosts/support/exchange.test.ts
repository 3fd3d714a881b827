import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDaypack, type Daypack } from '../../daypack.ts'
import { memoryDriver } from '../../drivers/memory/index.ts'
import type { Session } from '../../session/session.ts'
import {
  startProvider,
  type ScriptedProvider,
  type ScriptedReply,
} from '../../../../daypack-testing/src/provider/index.ts'
import { daypackMiddleware } from '../anthropic.ts'

const model = 'claude-opus-4-5'
let provider: ScriptedProvider
let pack: Daypack
let session: Session

beforeEach(async () => {
  pack = await createDaypack({ driver: memoryDriver({ now: () => 0 }) })
  session = await pack.session('s')
})
afterEach(async () => {
  await provider.close()
  await pack.close()
})

async function start(script: readonly ScriptedReply[], managed = true): Promise<Anthropic> {
  provider = await startProvider({ script })
  return new Anthropic({
    apiKey: 'test',
    baseURL: provider.url,
    maxRetries: 2,
    ...(managed ? { middleware: [daypackMiddleware(session)] } : {}),
  })
}

const ask = (...texts: string[]) => ({
  model,
  max_tokens: 10,
  messages: texts.map((content, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  })),
})
const roles = () => session.view.slots.map((slot) => slot.message.role)

test('pass-through is free: a request in which nothing changes goes out byte for byte', async () => {
  const odd = { ...ask('hi'), metadata: { user_id: 'ü \u2028' }, unknown_field: { z: 1, a: [1.5, 1e21] } }
  const plain = await start([{ text: 'ok' }], false)
  await plain.messages.create(odd)
  const sent = provider.requests[0]?.text
  await provider.close()
  const managed = await start([{ text: 'ok' }])
  await managed.messages.create(odd)
  expect(provider.requests[0]?.text).toBe(sent)
  expect(roles()).toEqual(['user', 'assistant'])
})

test('attempts that the SDK repeats leave one turn in the log', async () => {
  const client = await start([
    { fault: { kind: 'status', status: 529, retryAfterSeconds: 0.001 } },
    { fault: { kind: 'status', status: 500, retryAfterSeconds: 0.001 } },
    { text: 'at last' },
  ])
  await client.messages.create(ask('hi'))
  expect(provider.requests.map((request) => request.status)).toEqual([529, 500, 200])
  expect(roles()).toEqual(['user', 'assistant'])
  expect(session.view.usages).toHaveLength(1)
})

test.each([
  ['an error inside the stream', { kind: 'stream-error', after: 4 } as const],
  ['a cut stream', { kind: 'cut', after: 4 } as const],
])('%s is the client’s to see, and no reply in the log', async (_, fault) => {
  const client = await start([{ text: 'never whole', fault }, { text: 'second try' }])
  await expect(client.messages.stream(ask('hi')).finalMessage()).rejects.toThrow()
  expect(roles()).toEqual(['user'])
  await client.messages.stream(ask('hi')).finalMessage()
  expect(roles()).toEqual(['user', 'assistant'])
})

test('a client that stops listening can go on', async () => {
  const client = await start([{ text: 'a long answer', fault: { kind: 'stall', after: 3 } }, { text: 'next' }])
  const stream = client.messages.stream(ask('hi'))
  stream.on('streamEvent', () => stream.abort())
  await expect(stream.finalMessage()).rejects.toThrow()
  await client.messages.create(ask('hi again'))
  expect(session.view.slots.map((slot) => slot.message.blocks[0])).toMatchObject([
    { text: 'hi again' },
    { text: 'next' },
  ])
})

test('the bytes of a stream arrive as they were sent', async () => {
  const shape = { newline: '\r\n', space: false, pieceBytes: 3 } as const
  provider = await startProvider({ script: [{ text: '港 🚢 done', stream: shape }] })
  const body = JSON.stringify({ ...ask('hi'), stream: true })
  const post = (url: string) => fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const direct = await (await post(`${provider.url}/v1/messages`)).text()
  const client = new Anthropic({ apiKey: 'test', baseURL: provider.url, middleware: [daypackMiddleware(session)] })
  const managed = await client.messages.create({ ...ask('hi'), stream: true }).asResponse()
  const same = (text: string) => text.replaceAll(/msg_\d+/g, 'msg').replaceAll(/"(input|cache_\w+)_tokens":\d+/g, '')
  expect(same(await managed.text())).toBe(same(direct))
  expect(roles()).toEqual(['user', 'assistant'])
})

test('other routes, and conversations the server holds, pass', async () => {
  const client = await start([{ text: 'ok' }])
  expect((await client.messages.countTokens({ model, messages: ask('hi').messages })).input_tokens).toBeGreaterThan(0)
  await expect(client.beta.messages.create({ ...ask('hi'), thread: { type: 'create' } } as never)).rejects.toThrow(
    'cannot be threaded',
  )
  expect(session.view.slots).toEqual([])
})
