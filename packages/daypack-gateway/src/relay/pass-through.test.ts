import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { gateway, pack, provider, start } from '../../test/each.ts'
import { ask, clientsOf, HOST, KEY, loggedIn, user } from '../../test/support.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'

const { chat, claude, raw } = clientsOf(() => gateway)
const logged = () => loggedIn(pack)

describe('passing through', () => {
  test('R-5, R-6: a turn goes out byte for byte, and the log has question and answer once', async () => {
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

  test('R-10: no key is ever stored', async () => {
    const driver = memoryDriver({ now: Date.now })
    await start([{ text: 'ok' }], { driver })
    await claude({ 'x-claude-code-session-id': 'c1', authorization: `Bearer ${KEY}` }).messages.create(ask(user('hi')))
    const session = await pack.session('claude-c1')
    expect(JSON.stringify([await session.entries(), await gateway.status()])).not.toContain(KEY)
  })

  test('R-8: gzip, deflate, br and zstd bodies are read, and their bytes sent on', async () => {
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

  test('R-3: other requests pass: models, HEAD, unknown paths with a named upstream', async () => {
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

  test('G-47: models are listed without a key', async () => {
    await start([{ text: 'ok' }])
    const answer = await gateway.fetch(new Request(`${HOST}/v1/models`))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ object: 'list' })
  })
})
