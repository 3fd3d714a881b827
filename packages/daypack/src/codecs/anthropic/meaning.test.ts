import { expect, test } from 'vitest'
import { bare, facts, HISTORY, SYSTEM, told } from '../../../test/wire/told.ts'
import { anthropic } from './index.ts'

test('what each part of a request means; what it is not for us to read stays opaque', () => {
  const request = {
    system: [{ type: 'text', text: 'kind' }],
    messages: [
      { role: 'user', content: 'plain' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
          { type: 'document', source: { type: 'url', url: 'https://x' } },
          { type: 'image', source: { type: 'base64', data: 'AA' } },
          { type: 'image', source: { type: 'url' } },
          { type: 'document', source: { type: 'text', data: 'x', media_type: 'text/plain' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'redacted_thinking', data: 'x' },
          { type: 'tool_use', id: 'c', name: 'look', input: { a: 1 } },
          { type: 'tool_use', id: 'd', name: 'look' },
          { type: 'tool_use', name: 'n', input: {} },
          { type: 'tool_use', id: 'e', input: {} },
          { type: 'server_tool_use', id: 'x' },
          { type: 'web_search_tool_result' },
          { type: 'compaction' },
          { type: 'container_upload' },
          { type: 'other_thing' },
          { type: 7 },
          'bare',
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c', content: 'said' },
          { type: 'tool_result', tool_use_id: 'z', is_error: true },
          { type: 'tool_result', tool_use_id: 'c', content: null, is_error: false },
          { type: 'tool_result', tool_use_id: 'c', content: 7 },
          { type: 'tool_result', content: 'x' },
          {
            type: 'tool_result',
            tool_use_id: 'c',
            content: [
              { type: 'text', text: 'a' },
              { type: 'image', source: { type: 'url', url: 'https://x' } },
              { type: 'text', text: 'b' },
            ],
          },
        ],
      },
      { role: 'system', content: 'mid' },
      { role: 'assistant', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x' }] },
      { role: 'robot', content: 'x' },
      'bare',
      { role: 'user' },
      { role: 'user', content: [] },
    ],
  }
  expect(told(anthropic, request)).toEqual([
    ['system', { type: 'text', text: 'kind' }],
    ['user', { type: 'text', text: 'plain' }],
    [
      'user',
      { type: 'text', text: 'a' },
      'other',
      { type: 'media', mediaType: 'image/png', content: { text: 'AA' } },
      { type: 'media', mediaType: '', content: { text: 'https://x' } },
      'other',
      'other',
      'other',
    ],
    [
      'assistant',
      'reasoning',
      'reasoning',
      { type: 'tool-call', callId: 'c', tool: 'look', input: { a: 1 } },
      'other',
      'other',
      'other',
      'hosted',
      'hosted',
      'hosted',
      'hosted',
      'other',
      'other',
      'other',
    ],
    [
      'tool',
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'said' } },
      { type: 'tool-result', callId: 'z', tool: '', content: { text: '' }, isError: true },
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: '' } },
      'other',
      'other',
      {
        type: 'tool-result',
        callId: 'c',
        tool: 'look',
        content: { text: 'a\nb' },
        attachments: [{ type: 'media', mediaType: '', content: { text: 'https://x' } }],
      },
    ],
    ['system', { type: 'text', text: 'mid' }],
    ['assistant', { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'x' } }],
    ['user', 'other'],
    ['user', 'other'],
    ['user'],
    ['user'],
  ])
})

test('a history of no codec is written in the words of this one', () => {
  expect(
    anthropic.encode(
      { system: SYSTEM, messages: HISTORY },
      { model: 'm', max_tokens: 1, messages: [], tools: [{ name: 'look' }] },
    ),
  ).toEqual({
    model: 'm',
    max_tokens: 1,
    messages: [
      { role: 'user', content: [{ type: 'text', text: '(The conversation goes on from here.)' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See:' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'BBBB' } },
          { type: 'image', source: { type: 'url', url: 'https://x.org/p.png' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a_b_462801d0f6c2e0f0', name: 'look', input: { at: 1 } },
          { type: 'tool_use', id: 'c2', name: 'list', input: { input: ['x'] } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a_b_462801d0f6c2e0f0',
            content: [
              { type: 'text', text: 'seen' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
              { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'BBBB' } },
            ],
          },
          { type: 'tool_result', tool_use_id: 'c2', content: 'no', is_error: true },
          { type: 'text', text: 'Mind the gap.' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Be brief.' },
          { type: 'text', text: 'Now.' },
        ],
      },
    ],
    tools: [{ name: 'look' }],
    system: 'Be kind.\n\nBe true.',
  })
})

test('what a request says besides its conversation', () => {
  const asked = (request: object) => facts(anthropic, request as Parameters<typeof anthropic.decode>[0])
  expect(
    asked({
      model: 'claude-opus-5-1',
      thinking: { type: 'enabled', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
      messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] }],
    }),
  ).toEqual({ model: 'claude-opus-5-1', bindsReasoning: false, requiresReasoning: true })
  expect(
    asked({
      model: 'claude-opus-4-8',
      messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] }],
    }),
  ).toEqual({ model: 'claude-opus-4-8', bindsReasoning: false, requiresReasoning: false })
  expect(
    asked({
      model: 'claude-opus-5-1',
      max_tokens: 5,
      tools: [{ name: 'a' }],
      tool_choice: { type: 'auto' },
      thinking: { type: 'enabled' },
      messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] }],
    }),
  ).toEqual({
    model: 'claude-opus-5-1',
    bindsReasoning: true,
    requiresReasoning: true,
    maxOutput: 5,
    extra: '[{"name":"a"}]\n{"type":"auto"}',
  })
  expect(
    asked({
      model: 'claude-opus-4-8',
      thinking: { type: 'adaptive' },
      mcp_servers: [1],
      output_format: 2,
      output_config: 3,
      messages: [],
    }),
  ).toEqual({ model: 'claude-opus-4-8', bindsReasoning: false, requiresReasoning: true, extra: '[1]\n2\n3' })
  expect(
    asked({
      thinking: { type: 'disabled' },
      messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] }],
    }),
  ).toEqual({ bindsReasoning: true, requiresReasoning: false })
  expect(asked({ messages: [] })).toEqual({ bindsReasoning: false, requiresReasoning: false })
})

test('a reply is a message, a bill and why it ended', () => {
  const read = (response: Parameters<typeof anthropic.reply>[0]) => {
    const { messages, ...rest } = anthropic.reply(response)
    return { ...rest, messages: messages.map(({ role, blocks }) => [role, ...blocks.map(bare)]) }
  }
  expect(
    read({
      content: [{ type: 'text', text: 'x' }],
      model: 'm',
      stop_reason: 'end_turn',
      usage: { input_tokens: 5, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 },
    }),
  ).toEqual({
    billed: { input: 5, cacheRead: 3, cacheWrite: 4, output: 2, model: 'm' },
    stop: 'end_turn',
    messages: [['assistant', { type: 'text', text: 'x' }]],
  })
  expect(read({ content: [] })).toEqual({ messages: [['assistant']] })
})

test('plain blocks leave nothing to be kept beside them', () => {
  const { messages } = anthropic.decode({
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'y' }] },
      { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }] },
    ],
  })
  for (const message of messages) {
    expect(message).not.toHaveProperty('wire')
    for (const block of message.blocks) expect(block).not.toHaveProperty('wire')
  }
})
