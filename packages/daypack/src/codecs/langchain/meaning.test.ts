import { expect, test } from 'vitest'
import { bare, facts, HISTORY, SYSTEM, told } from '../../../test/wire/told.ts'
import { langchain } from './index.ts'

const codec = langchain()

test('what each part of a request means; what it is not for us to read stays opaque', () => {
  const request = {
    systemMessage: { type: 'system', content: 'kind' },
    messages: [
      { type: 'developer', content: 'true' },
      { type: 'human', content: 'plain' },
      { role: 'user', content: '' },
      {
        type: 'human',
        content: [
          { type: 'text', text: 'a' },
          'bare',
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'image_url', image_url: 'https://x' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'BB' } },
          { type: 'image', mime_type: 'image/gif', data: 'CC' },
          { type: 'file', url: 'https://y', mimeType: 'application/pdf' },
          { type: 'document' },
          { type: 'odd' },
        ],
      },
      {
        type: 'ai',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'redacted_thinking' },
          { type: 'reasoning' },
          { type: 'text', text: 'said' },
          { type: 'tool_use', id: 'c', name: 'look', input: { a: 1 } },
          { type: 'tool_use', id: 'gone' },
          { type: 'server_tool_use' },
          { type: 'web_search_tool_result' },
          { type: 'compaction' },
        ],
        tool_calls: [
          { id: 'c', name: 'look', args: { a: 1 }, type: 'tool_call' },
          { id: 'd', name: 'list', args: {} },
          { name: 'bare' },
          7,
        ],
      },
      { role: 'assistant', content: 'said', tool_calls: [{ id: 'e', name: 'x', args: {}, type: 'tool_call' }] },
      { type: 'tool', content: 'out', tool_call_id: 'c' },
      { type: 'tool', content: 'no', tool_call_id: 'd', name: 'own', status: 'error' },
      {
        type: 'tool',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'https://x' } },
        ],
        tool_call_id: 'e',
        status: 'success',
      },
      { type: 'tool', content: 'x' },
      { type: 'remove', content: 'x' },
      'bare',
      { content: 'no type' },
      { type: 'system', content: 'late' },
    ],
  }
  expect(told(codec, request)).toEqual([
    ['system', { type: 'text', text: 'kind' }, { type: 'text', text: 'true' }],
    ['user', { type: 'text', text: 'plain' }],
    ['user'],
    [
      'user',
      { type: 'text', text: 'a' },
      { type: 'text', text: 'bare' },
      { type: 'media', mediaType: 'image/png', content: { text: 'AA' } },
      { type: 'media', mediaType: '', content: { text: 'https://x' } },
      { type: 'media', mediaType: 'image/png', content: { text: 'BB' } },
      { type: 'media', mediaType: 'image/gif', content: { text: 'CC' } },
      { type: 'media', mediaType: 'application/pdf', content: { text: 'https://y' } },
      'other',
      'other',
    ],
    [
      'assistant',
      'reasoning',
      'reasoning',
      'reasoning',
      { type: 'text', text: 'said' },
      { type: 'tool-call', callId: 'c', tool: 'look', input: { a: 1 } },
      'other',
      'hosted',
      'hosted',
      'hosted',
      { type: 'tool-call', callId: 'd', tool: 'list', input: {} },
      { type: 'tool-call', callId: '', tool: 'bare', input: {} },
    ],
    ['assistant', { type: 'text', text: 'said' }, { type: 'tool-call', callId: 'e', tool: 'x', input: {} }],
    ['tool', { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'out' } }],
    ['tool', { type: 'tool-result', callId: 'd', tool: 'own', content: { text: 'no' }, isError: true }],
    [
      'tool',
      {
        type: 'tool-result',
        callId: 'e',
        tool: 'x',
        content: { text: 'a' },
        attachments: [{ type: 'media', mediaType: '', content: { text: 'https://x' } }],
      },
    ],
    ['tool', { type: 'tool-result', callId: '', tool: 'bare', content: { text: 'x' } }],
    ['user', { type: 'text', text: 'x' }],
    ['user'],
    ['user', { type: 'text', text: 'no type' }],
    ['system', { type: 'text', text: 'late' }],
  ])
})

test('a history of no codec is written in the words of this one', () => {
  expect(codec.encode({ system: SYSTEM, messages: HISTORY }, { messages: [] })).toEqual({
    messages: [
      {
        type: 'system',
        content: [
          { type: 'text', text: 'Be kind.' },
          { type: 'text', text: 'Be true.' },
        ],
      },
      { type: 'ai', content: 'Hello.', tool_calls: [] },
      {
        type: 'human',
        content: [
          { type: 'text', text: 'See:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'image_url', image_url: { url: 'data:application/pdf;base64,BBBB' } },
          { type: 'image_url', image_url: { url: 'https://x.org/p.png' } },
        ],
      },
      {
        type: 'ai',
        content: 'I look.',
        tool_calls: [
          { name: 'look', args: { at: 1 }, id: 'a b', type: 'tool_call' },
          { name: 'list', args: ['x'], id: 'c2', type: 'tool_call' },
        ],
      },
      {
        type: 'tool',
        tool_call_id: 'a b',
        name: 'look',
        content: [
          { type: 'text', text: 'seen' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'image_url', image_url: { url: 'data:application/pdf;base64,BBBB' } },
        ],
      },
      { type: 'tool', tool_call_id: 'c2', name: 'list', status: 'error', content: 'no' },
      { type: 'human', content: 'Mind the gap.' },
      {
        type: 'system',
        content: [
          { type: 'text', text: 'Be brief.' },
          { type: 'text', text: 'Now.' },
        ],
      },
    ],
  })
})

test('what a request says besides its conversation', () => {
  const asked = (request: object) => facts(codec, request as Parameters<typeof codec.decode>[0])
  expect(
    asked({
      model: 'claude-opus-4-8',
      maxTokens: 5,
      tools: 't',
      messages: [{ type: 'ai', content: [{ type: 'thinking', thinking: 'x' }] }],
    }),
  ).toEqual({ model: 'claude-opus-4-8', bindsReasoning: false, requiresReasoning: true, maxOutput: 5, extra: 't' })
  expect(asked({ model: 'gpt-5', messages: [{ type: 'ai', content: [{ type: 'thinking', thinking: 'x' }] }] })).toEqual(
    { model: 'gpt-5', bindsReasoning: true, requiresReasoning: true },
  )
  expect(asked({ messages: [] })).toEqual({ bindsReasoning: false, requiresReasoning: false })
})

test('a reply is a message, a bill and why it ended', () => {
  const read = (response: Parameters<typeof codec.reply>[0]) => {
    const { messages, ...rest } = codec.reply(response)
    return { ...rest, messages: messages.map(({ role, blocks }) => [role, ...blocks.map(bare)]) }
  }
  expect(
    read({
      type: 'ai',
      content: 'x',
      usage_metadata: { input_tokens: 9, output_tokens: 2, input_token_details: { cache_read: 3, cache_creation: 1 } },
      response_metadata: { model_name: 'm', finish_reason: 'stop' },
    }),
  ).toEqual({
    billed: { input: 5, cacheRead: 3, cacheWrite: 1, output: 2 },
    stop: 'stop',
    messages: [['assistant', { type: 'text', text: 'x' }]],
  })
  expect(read({ type: 'ai', content: '' })).toEqual({ messages: [['assistant']] })
})
