import { expect, test } from 'vitest'
import { validate } from '../../wire/validate.ts'
import { anthropic, type AnthropicRequest } from './index.ts'

// Histories of other wires, and loops that are cut, written as this one.
const request = (messages: unknown[], more: object = {}): AnthropicRequest => ({
  model: 'claude-opus-4-5',
  max_tokens: 100,
  messages,
  ...more,
})
const foreignLoop = [
  { role: 'user' as const, blocks: [{ type: 'text' as const, text: 'go' }] },
  {
    role: 'assistant' as const,
    blocks: [{ type: 'tool-call' as const, callId: 'functions.ls:0', tool: 'ls', input: { path: '.' } }],
  },
  {
    role: 'tool' as const,
    blocks: [{ type: 'tool-result' as const, callId: 'functions.ls:0', tool: 'ls', content: { text: 'a.ts' } }],
  },
]

test('a provider switch in an open loop is legal with thinking on: the loop is told as text', () => {
  const like = request([], { tools: [{ name: 'ls' }], thinking: { type: 'enabled', budget_tokens: 1024 } })
  const next = anthropic.encode({ messages: foreignLoop }, like)
  expect(validate(anthropic, next)).toEqual([])
  expect(JSON.stringify(next.messages)).toContain('(result of ls)\\na.ts')
})

test('without tools in the request no tool block is sent', () => {
  const next = anthropic.encode({ messages: foreignLoop }, request([]))
  expect(validate(anthropic, next)).toEqual([])
  expect(JSON.stringify(next.messages)).not.toContain('tool_use')
})

test('with tools and without thinking a foreign loop stays a loop, under ids this wire takes', () => {
  const next = anthropic.encode({ messages: foreignLoop }, request([], { tools: [{ name: 'ls' }] }))
  expect(validate(anthropic, next)).toEqual([])
  expect(JSON.stringify(next.messages)).toMatch(/"id":"functions_ls_0_[0-9a-f]{16}"/)
})

test('a long-lived marker that comes back behind a short one goes', () => {
  const marked = (text: string, ttl: string) => ({
    role: 'user',
    content: [{ type: 'text', text, cache_control: { type: 'ephemeral', ttl } }],
  })
  const [first, second] = anthropic.decode(request([marked('a', '5m'), marked('b', '1h')])).messages
  const like = request([marked('a', '5m'), { role: 'user', content: [{ type: 'text', text: 'b' }] }])
  if (!first || !second) throw new Error('no messages')
  const next = anthropic.encode({ messages: [{ ...first, source: 0 }, second] }, like)
  expect(validate(anthropic, next)).toEqual([])
  expect(JSON.stringify(next.messages)).toContain('5m')
})

test('the rest of a loop that was folded is told as text when nothing of it starts with thinking', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'ls', input: {} })
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'a.ts' })
  const loop = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 's' }, use('a')] },
    { role: 'user', content: [result('a')] },
    { role: 'assistant', content: [{ type: 'text', text: 'then' }, use('b')] },
    { role: 'user', content: [result('b')] },
  ]
  const like = request(loop, { tools: [{ name: 'ls' }], thinking: { type: 'enabled', budget_tokens: 1024 } })
  const rest = anthropic
    .decode(like)
    .messages.slice(3)
    .map((message, index) => ({ ...message, source: index + 3 }))
  const fold = { role: 'user' as const, blocks: [{ type: 'text' as const, text: 'what happened' }], cut: true as const }
  const next = anthropic.encode({ messages: [fold, ...rest] }, like)
  expect(validate(anthropic, next)).toEqual([])
  expect(JSON.stringify(next.messages)).toContain('(result of ls)')
  const thought = {
    role: 'assistant' as const,
    codec: 'anthropic',
    blocks: [
      {
        type: 'opaque' as const,
        purpose: 'reasoning' as const,
        wire: { type: 'thinking', thinking: 't', signature: 'z' },
      },
      { type: 'text' as const, text: 'done' },
    ],
  }
  const later = anthropic.encode(
    { messages: [fold, ...rest, thought, { role: 'user', blocks: [{ type: 'text', text: 'next' }] }] },
    like,
  )
  expect(later.messages.slice(0, next.messages.length)).toEqual(next.messages)
  const off = { ...like, thinking: { type: 'disabled' as const } }
  expect(anthropic.encode({ messages: [fold, ...rest] }, off).messages).toEqual(next.messages)
  const atWill = [
    { ...like, thinking: { type: 'adaptive' as const } },
    { ...off, model: 'claude-fable-5-1', thinking: undefined },
  ]
  for (const free of atWill)
    expect(JSON.stringify(anthropic.encode({ messages: [fold, ...rest] }, free).messages)).not.toContain('(result of')
  const { cut: _, ...whole } = fold
  expect(JSON.stringify(anthropic.encode({ messages: [whole, ...rest] }, like).messages)).not.toContain('(result of')
  const { messages } = anthropic.decode(request(loop.slice(3), { thinking: { type: 'enabled' } }))
  expect(
    anthropic.encode(
      { messages: messages.map((message, source) => ({ ...message, source })) },
      { ...like, messages: loop.slice(3) },
    ).messages,
  ).toEqual(loop.slice(3))
})
