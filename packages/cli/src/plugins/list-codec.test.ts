// The conversation of a host's plug-in: its own messages in and out, through the engine.
import { memoryDriver } from 'daypack/drivers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openclawPlugin } from './openclaw.ts'
import { piExtension } from './pi.ts'

type Engine = {
  info: { ownsCompaction: boolean }
  ingest(): Promise<object>
  assemble(given: object): Promise<{ messages: object[]; estimatedTokens: number }>
  compact(given: object): Promise<{ ok: boolean; compacted: boolean; reason: string }>
  commitTurn(given: object): Promise<{ status: string }>
}
function engineOf(options: object = {}): Engine {
  let made: Engine | undefined
  openclawPlugin({ driver: memoryDriver(), window: 8_000, ...options }).register({
    registerContextEngine: (id: string, make: () => object) => {
      if (id === 'daypack') made = make() as Engine
    },
  })
  if (!made) throw new Error('nothing was registered')
  return made
}
const user = (text: string, timestamp: number) => ({ role: 'user', content: text, timestamp })
const asked = (id: string, timestamp: number) => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: `about ${id}` },
    { type: 'text', text: 'I look.' },
    { type: 'toolCall', id, name: 'read', arguments: { path: `${id}.ts` } },
  ],
  timestamp,
})
const result = (id: string, text: string, more: object = {}) => ({
  role: 'toolResult',
  toolCallId: id,
  toolName: 'read',
  content: [
    { type: 'text', text },
    { type: 'image', data: 'x' },
  ],
  ...more,
})

test('OpenClaw: what fits goes out as the same objects', async () => {
  const engine = engineOf()
  const messages = [
    user('Look.', 1),
    asked('a', 2),
    result('a', 'one', { isError: true }),
    { role: 'note', content: 'odd', timestamp: 4 },
  ]
  const { messages: out } = await engine.assemble({ sessionId: 's', messages, model: 'm' })
  expect(out.length).toBe(4)
  for (const [at, message] of out.entries()) expect(message).toBe(messages[at])
  expect(await engine.ingest()).toEqual({ ingested: true })
  expect(await engine.assemble({ sessionId: 'empty', messages: [] })).toMatchObject({ messages: [] })
})

test('OpenClaw: what does not is told in a message of the user, the rest stays as it is', async () => {
  const engine = engineOf()
  const turns = Array.from({ length: 14 }, (_, at) => [
    asked(`c${at}`, at * 10 + 1),
    result(`c${at}`, `part ${at}\n`.repeat(150), { timestamp: at * 10 + 2 }),
  ]).flat()
  const messages = [user('Read all parts.', 0), ...turns]
  const { messages: out, estimatedTokens } = await engine.assemble({ sessionId: 's', messages })
  expect(estimatedTokens).toBeLessThan(8_000)
  const made = out.filter((message) => !messages.includes(message as (typeof messages)[number])) as {
    role: string
    content: { type: string; text?: string }[]
    timestamp: number
  }[]
  const [story] = made
  expect([story?.role, story?.content.length, story?.timestamp]).toEqual(['user', 1, 0])
  expect(story?.content[0]?.text).toContain('Read all parts.')
  const { ok, compacted } = await engine.compact({ sessionId: 's', customInstructions: 'parts' })
  expect([ok, compacted]).toEqual([true, expect.any(Boolean)])
  expect(await engine.compact({ sessionId: 'new' })).toMatchObject({ ok: true, compacted: false })
})

test('OpenClaw: a result that is shortened keeps its picture and whatever else the host has in it', async () => {
  const messages = [user('Look.', 1), asked('a', 2), result('a', 'line of the output\n'.repeat(4_000), { host: 'own' })]
  const { messages: out } = await engineOf({ window: 60_000 }).assemble({ sessionId: 's', messages })
  expect([out[0] === messages[0], out[1] === messages[1]]).toEqual([true, true])
  const short = out[2] as { content: { type: string; text: string }[] }
  expect({ ...short, content: short.content.map(({ type }) => type) }).toEqual({
    role: 'toolResult',
    toolCallId: 'a',
    toolName: 'read',
    host: 'own',
    content: ['text', 'image'],
  })
  expect(short.content[0]?.text.length).toBeLessThan(40_000)
})

test('OpenClaw: a turn is committed once; where the workspace cannot be used the conversation goes out as it is', async () => {
  const engine = engineOf()
  const commit = () => engine.commitTurn({ sessionId: 's', advancementKey: 'k' })
  expect([await commit(), await commit()]).toEqual([{ status: 'committed' }, { status: 'duplicate' }])
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => told.mockRestore())
  const broken = engineOf({ driver: undefined, dir: '/dev/null/none' })
  const messages = [user('Look.', 1)]
  expect(await broken.assemble({ sessionId: 's', messages })).toEqual({
    messages,
    estimatedTokens: Math.ceil(JSON.stringify(messages).length / 4),
  })
  expect(await broken.compact({ sessionId: 's' })).toEqual({
    ok: false,
    compacted: false,
    reason: 'the workspace cannot be used',
  })
  expect(told.mock.calls.map(([line]) => String(line).slice(0, 9))).toEqual(['daypack: ', 'daypack: '])
})

test('OpenClaw: what stands in the log of its messages, whole or with parts missing', async () => {
  const driver = memoryDriver()
  const parts = [{ type: 'text' }, { type: 'toolCall' }, { type: 'image', data: 'x' }, { type: 'thinking' }]
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
    asked('a', 2),
    result('a', 'one', { isError: true }),
    { role: 'assistant', content: parts, timestamp: 3 },
    { role: 'toolResult', content: 'bare' },
    { role: 'note', content: 'odd', timestamp: 4 },
    { role: 'user', timestamp: 5 },
  ]
  await engineOf({ driver }).assemble({ sessionId: 's', messages, model: 'm' })
  const { entries } = await driver.log.read('openclaw-s')
  expect(
    entries.flatMap((entry) => {
      if (entry.kind !== 'message') return []
      const { role, blocks, wire } = entry.message
      return [[role, wire, blocks]]
    }),
  ).toEqual([
    ['user', 'user 0', [{ type: 'text', text: 'Look.' }]],
    [
      'assistant',
      'assistant 2',
      [
        { type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking', thinking: 'about a' } },
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', callId: 'a', tool: 'read', input: { path: 'a.ts' } },
      ],
    ],
    [
      'tool',
      'a',
      [
        {
          type: 'tool-result',
          callId: 'a',
          tool: 'read',
          content: { text: 'one' },
          attachments: [{ type: 'opaque', purpose: 'other', wire: { type: 'image', data: 'x' } }],
          isError: true,
        },
      ],
    ],
    [
      'assistant',
      'assistant 3',
      [
        { type: 'text', text: '' },
        { type: 'tool-call', callId: '', tool: '', input: {} },
        { type: 'opaque', purpose: 'other', wire: { type: 'image', data: 'x' } },
        { type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking' } },
      ],
    ],
    ['tool', 'toolResult 0', [{ type: 'tool-result', callId: '', tool: '', content: { text: 'bare' } }]],
    ['user', 'note 4', [{ type: 'opaque', purpose: 'other', wire: { role: 'note', content: 'odd', timestamp: 4 } }]],
    ['user', 'user 5', []],
  ])
})

test('pi: requests of known wires are managed, bills kept, its own compaction rests', async () => {
  const handlers = new Map<string, (event: unknown, context: object) => Promise<unknown>>()
  const tools: { name: string; execute(...given: unknown[]): Promise<{ content: { text: string }[] }> }[] = []
  const driver = memoryDriver()
  piExtension({ driver, window: 8_000 })({
    on: (name, handler) => handlers.set(name, handler as never),
    registerTool: (tool) => void tools.push(tool as never),
  })
  const context = (api = 'anthropic-messages') => ({ model: { api }, sessionManager: { getSessionId: () => 'p' } })
  const ask = (name: string, event: object, at: object = context()) => handlers.get(name)?.(event, at)
  const payload = (count: number) => ({
    model: 'claude-sonnet-4-5',
    max_tokens: 100,
    messages: Array.from({ length: count }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${at} ${'word '.repeat(300)}`,
    })),
  })
  expect(await ask('before_provider_request', { payload: payload(1) })).toBeUndefined()
  const managed = (await ask('before_provider_request', { payload: payload(61) })) as { messages: object[] }
  expect(managed.messages.length).toBeLessThan(61)
  expect(await ask('before_provider_request', { payload: payload(61) }, context('other'))).toBeUndefined()
  expect([
    await ask('session_before_compact', {}),
    await ask('session_before_compact', { reason: 'manual', customInstructions: 'x' }),
    await ask('session_before_compact', { reason: 'manual' }, context('other')),
    await ask('message_end', {
      message: { role: 'assistant', usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } },
    }),
    await ask('message_end', { message: { role: 'user' } }),
  ]).toEqual([{ cancel: true }, { cancel: true }, undefined, undefined, undefined])
  const [reader] = tools
  const answer = await reader?.execute('id', { ref: 'none' }, undefined, undefined, context())
  expect(answer?.content[0]?.text).toEqual('Error: file_path is missing.')
  const { entries } = await driver.log.read('pi-p')
  const bills = entries.flatMap((entry) => (entry.kind === 'usage' ? [entry.usage] : []))
  expect(bills.map(({ input, output, cacheRead, cacheWrite }) => [input, output, cacheRead, cacheWrite])).toEqual([
    [1, 2, 3, 4],
  ])
})
