import { anthropic } from '../codecs/anthropic/index.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../model/json.ts'
import { pieces } from '../../../daypack-testing/src/provider/prefix.ts'
import { promptCache } from '../../../daypack-testing/src/provider/prompt-cache.ts'
import { validate } from '../wire/validate.ts'
import { countBlocks, placeBreakpoints } from './breakpoints.ts'
import { watchCache } from './rupture.ts'

type Body = JsonObject & { messages: JsonObject[]; system?: JsonObject[] | string; tools?: JsonObject[] }

const tools: JsonObject[] = [{ name: 'read_file', description: 'Reads.', input_schema: { type: 'object' } }]
const user = (text: string): JsonObject => ({ role: 'user', content: [{ type: 'text', text }] })
const calls = (from: number, count: number): JsonObject[] => [
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      ...ids(from, count).map((id) => ({ type: 'tool_use', id, name: 'read_file', input: {} })),
    ],
  },
  {
    role: 'user',
    content: ids(from, count).map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'some text '.repeat(30) })),
  },
]
const ids = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => `toolu_${from + at}`)
const markers = (body: Body): JsonObject[] => pieces(body).flatMap((piece) => (piece.marker ? [piece.marker] : []))

describe('placeBreakpoints', () => {
  it('marks the end of the system prompt and of the conversation, and long stretches in between', () => {
    const short: Body = placeBreakpoints({ model: 'm', tools, system: 'Be brief.', messages: [user('Hi.')] })
    expect(short.system).toEqual([{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }])
    expect(short.messages[0]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'Hi.', cache_control: { type: 'ephemeral' } }],
    })
    const long: Body = { model: 'm', tools, system: 'Be brief.', messages: [user('Hi.'), ...calls(0, 40)] }
    expect(markers(placeBreakpoints(long))).toHaveLength(4)
  })

  it('parts the static half of the system prompt from the one that changes', () => {
    const body: Body = { model: 'm', system: 'Rules.\n--dynamic--\nToday is Monday.', messages: [user('Hi.')] }
    const placed: Body = placeBreakpoints(body, { boundary: '--dynamic--', systemTtl: '1h' })
    expect(placed.system).toEqual([
      { type: 'text', text: 'Rules.\n', cache_control: { type: 'ephemeral', ttl: '1h' } },
      { type: 'text', text: '\nToday is Monday.' },
    ])
  })

  it('counts the client’s own markers and leaves a full request alone', () => {
    const own = (text: string): JsonObject => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })
    const full: Body = {
      model: 'm',
      system: [own('a'), own('b')],
      messages: [{ role: 'user', content: [own('c'), own('d'), { type: 'text', text: 'e' }] }],
    }
    expect(placeBreakpoints(full)).toBe(full)
    const some: Body = {
      model: 'm',
      system: [own('a')],
      messages: [{ role: 'user', content: [own('c'), { type: 'text', text: 'e' }] }],
    }
    expect(markers(placeBreakpoints(some, { ttl: '1h' }))).toEqual([
      { type: 'ephemeral' },
      { type: 'ephemeral' },
      { type: 'ephemeral' },
    ])
  })

  it('whatever the request, the markers are few, in order and where they are allowed', () => {
    const block = fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.constantFrom('', ' ', 'word', 'more words') }),
      fc.record({
        type: fc.constant('text'),
        text: fc.constant('own'),
        cache_control: fc.constantFrom<JsonObject>({ type: 'ephemeral' }),
      }),
      fc.record({ type: fc.constant('thinking'), thinking: fc.constant('hm'), signature: fc.constant('s') }),
      fc.record({
        type: fc.constant('tool_result'),
        tool_use_id: fc.constant('x'),
        content: fc.constantFrom<JsonObject[] | string>('', 'text', []),
      }),
    )
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant'),
      content: fc.oneof(fc.constantFrom<string | JsonObject[]>('plain', ''), fc.array(block, { maxLength: 8 })),
    })
    const body = fc.record({
      model: fc.constant('claude-opus-4-5'),
      system: fc.constantFrom('', 'Be brief.'),
      tools: fc.constant(tools),
      messages: fc.array(message, { maxLength: 12 }),
    })
    fc.assert(
      fc.property(
        body,
        fc.constantFrom('5m' as const, '1h' as const),
        fc.option(fc.nat({ max: 60 }), { nil: undefined }),
        (request, ttl, sentBlocks) => {
          const before = pieces(request)
          const placed = placeBreakpoints(request, { ttl, ...(sentBlocks !== undefined && { sentBlocks }) })
          const after = pieces(placed)
          expect(after.map((piece) => piece.text)).toEqual(before.map((piece) => piece.text))
          const own = before.filter((piece) => piece.marker).length
          expect(after.filter((piece) => piece.marker).length).toBeLessThanOrEqual(Math.max(4, own))
          const violations = validate(anthropic, placed).filter(({ rule }) => ['A-12', 'A-13', 'A-14'].includes(rule))
          if (own <= 4) expect(violations).toEqual([])
        },
      ),
    )
  })

  it('lets a strict cache find the old entry however many calls come at once', () => {
    for (const parallel of [1, 9, 25, 60]) {
      const cache = promptCache(() => 0, 10)
      const messages: JsonObject[] = [user('Start.')]
      let sent = 0
      for (let turn = 0; turn < 6; turn++) {
        const body: Body = placeBreakpoints({ model: 'm', tools, system: 'Be brief.', messages }, { sentBlocks: sent })
        const list = pieces(body)
        const { read } = cache.count(
          'm',
          list,
          list.map((piece) => piece.text.length),
        )
        if (turn > 0)
          expect(read, `turn ${turn} with ${parallel} calls`).toBeGreaterThanOrEqual(
            list.slice(0, sent).reduce((sum, piece) => sum + piece.text.length, 0) * 0.9,
          )
        sent = countBlocks(body)
        messages.push(...calls(turn * 100, parallel))
      }
    }
  })
})

describe('watchCache', () => {
  const bill = (cacheRead: number, cacheWrite = 100) => ({ input: 10, cacheRead, cacheWrite, output: 5 })
  const body = (messages: JsonObject[], more: Partial<Body> = {}): Body => ({
    model: 'm',
    tools,
    system: 'Be brief.',
    messages,
    ...more,
  })

  function watch(first: Body, second: Body, read: number, options: { idle?: number; isEpoch?: boolean } = {}) {
    const cache = watchCache()
    cache.sends(first, 0)
    cache.billed(bill(900))
    cache.sends(second, options.idle ?? 1_000)
    return cache.billed(bill(read), options.isEpoch)
  }

  it('is silent while the cache holds, and about what we did ourselves', () => {
    const first = body([user('a')])
    const second = body([user('a'), user('b')])
    expect(watch(first, second, 1_000)).toBeUndefined()
    expect(watch(first, second, 951)).toBeUndefined()
    expect(watch(first, body([user('x')]), 0, { isEpoch: true })).toBeUndefined()
  })

  it('names what changed: model, tools, system prompt, or which message', () => {
    const first = body([user('a'), user('b'), user('c')])
    expect(watch(first, body([user('a'), user('B'), user('c')]), 300)).toMatchObject({
      cause: 'message',
      index: 1,
      expected: 1_000,
      read: 300,
    })
    expect(watch(first, body(first.messages, { system: 'Be long.' }), 0)?.cause).toBe('system')
    expect(watch(first, body(first.messages, { tools: [] }), 0)?.cause).toBe('tools')
    expect(watch(first, body(first.messages, { model: 'n' }), 0)?.cause).toBe('model')
  })

  it('tells an expired entry from one that was lost or not found', () => {
    const first = body([user('a')])
    expect(watch(first, body([user('a'), user('b')]), 0, { idle: 6 * 60_000 })?.cause).toBe('expired')
    expect(watch(first, body([user('a'), user('b')]), 0)?.cause).toBe('unexplained')
    expect(watch(first, body([user('a'), ...Array.from({ length: 15 }, () => user('b'))]), 0)?.cause).toBe(
      'too-far-back',
    )
  })

  it('does not mind markers that move', () => {
    const marked = { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] }
    expect(watch(body([marked]), body([user('a'), user('b')]), 0)?.cause).toBe('unexplained')
  })
})
