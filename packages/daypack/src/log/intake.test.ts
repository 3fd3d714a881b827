import { expect, test } from 'vitest'
import { byBytes } from '../tokens/count.ts'
import { hashOf, intake, sha256, type Intake } from './intake.ts'
import type { Message } from '../model/message.ts'

const stored: string[] = []
const by: Intake = {
  counter: byBytes(4),
  inlineMaxBytes: 100,
  async store(text) {
    stored.push(text)
    return { ref: sha256(text), bytes: Buffer.byteLength(text), lines: text.split('\n').length }
  },
}
const result = (text: string, extra: object = {}): Message => ({
  role: 'tool',
  blocks: [{ type: 'tool-result', callId: 'c', tool: 't', content: { text }, ...extra }],
})

test('big results and media become blobs, small ones stay', async () => {
  stored.length = 0
  const big = 'line\n'.repeat(50)
  const image = { type: 'media', mediaType: 'image/png', content: { text: 'B'.repeat(200) } } as const
  const entry = await intake(result(big, { attachments: [image] }), by, { origin: 'memory', replaces: 3 })
  expect(stored).toEqual([big, 'B'.repeat(200)])
  expect(entry).toMatchObject({
    origin: 'memory',
    replaces: 3,
    counter: 'bytes/4',
    message: { blocks: [{ content: { ref: sha256(big), bytes: 250, lines: 51 } }] },
  })
  expect((await intake(result('small'), by)).message).toEqual(result('small'))
  expect(stored.length).toBe(2)
})

test('text with half a surrogate pair stays in the log, where JSON keeps it', async () => {
  stored.length = 0
  const odd = `${'x'.repeat(300)}\ud800`
  const entry = await intake(result(odd), by)
  expect(stored).toEqual([])
  expect(JSON.parse(JSON.stringify(entry)).message).toEqual(result(odd))
})

test('what is stored already stays stored', async () => {
  const content = { ref: 'a'.repeat(64), bytes: 9, lines: 1 }
  expect((await intake(result('', { content }), by)).message.blocks[0]).toMatchObject({ content })
})

test('the hash is about what is said: stored or inline, with or without markers and reasoning', async () => {
  const message = result('x'.repeat(200))
  const entry = await intake(message, by)
  expect(hashOf(entry.message)).toBe(hashOf(message))
  const marked: Message = {
    role: 'user',
    blocks: [{ type: 'text', text: 'a', wire: { cache: 1 } }],
    wire: { odd: 1 },
    codec: 'x',
  }
  expect(hashOf(marked)).toBe(hashOf({ role: 'user', blocks: [{ type: 'text', text: 'a' }] }))
  const thought = { type: 'opaque', purpose: 'reasoning', wire: {} } as const
  const call = { type: 'tool-call', callId: '1', tool: 't', input: {} } as const
  const hosted = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
  const opaque = (wire: typeof hosted & { cache_control?: { type: string } }) =>
    hashOf({ role: 'assistant', blocks: [{ type: 'opaque', purpose: 'other', wire }] })
  expect(opaque({ ...hosted, cache_control: { type: 'ephemeral' } })).toBe(opaque(hosted))
  expect(hashOf({ role: 'assistant', blocks: [thought, call] })).toBe(hashOf({ role: 'assistant', blocks: [call] }))
  const differ: Message[] = [
    { role: 'user', blocks: [{ type: 'text', text: 'a' }] },
    { role: 'assistant', blocks: [{ type: 'text', text: 'a' }] },
    { role: 'user', blocks: [{ type: 'text', text: 'b' }] },
    { role: 'user', blocks: [{ type: 'media', mediaType: 'image/png', content: { text: 'a' } }] },
    { role: 'user', blocks: [{ type: 'opaque', purpose: 'hosted', wire: { a: 1 } }] },
    result('a'),
    result('a', { isError: true }),
    { role: 'assistant', blocks: [call] },
  ]
  expect(new Set(differ.map(hashOf)).size).toBe(differ.length)
  expect(hashOf(result('a', { isError: false }))).toBe(hashOf(result('a')))
})

test('an opaque block whose wire is a bare text or nothing has a hash like any other', () => {
  const opaque = (wire: string | null): Message => ({
    role: 'user',
    blocks: [{ type: 'opaque', purpose: 'other', wire }],
  })
  expect(new Set([hashOf(opaque('a')), hashOf(opaque('b')), hashOf(opaque(null))]).size).toBe(3)
})

test.each([
  ['as many bytes as allowed', 'é'.repeat(50), true],
  ['one byte more', `${'é'.repeat(50)}x`, false],
])('%s: inline or stored', async (_, text, isInline) => {
  const [block] = (await intake(result(text), by)).message.blocks
  expect(block).toMatchObject({ content: isInline ? { text } : { ref: sha256(text), bytes: 101 } })
})

test('an entry has nothing but what is known of it; of the caller is where a message comes from', async () => {
  const message: Message = { role: 'user', blocks: [{ type: 'text', text: 'hi' }] }
  const plain = {
    kind: 'message',
    message,
    hash: hashOf(message),
    sizes: [{ tokens: 1, bytes: 2 }],
    counter: 'bytes/4',
  }
  expect(await intake(message, by)).toStrictEqual(plain)
  expect(await intake(message, by, { origin: 'caller' })).toStrictEqual(plain)
  expect(await intake(message, by, { replaces: 0 })).toStrictEqual({ ...plain, replaces: 0 })
})

test('what is attached to a result is part of what it says', () => {
  const picture = (text: string) => ({ type: 'media', mediaType: 'image/png', content: { text } })
  const hashes = [[], [picture('a')], [picture('b')]].map((attachments) => hashOf(result('out', { attachments })))
  expect(new Set(hashes).size).toBe(3)
  expect(hashes[0]).toBe(hashOf(result('out')))
})
