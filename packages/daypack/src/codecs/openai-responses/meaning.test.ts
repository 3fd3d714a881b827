import { expect, test } from 'vitest'
import { bare, facts, HISTORY, SYSTEM, told } from '../../../test/wire/told.ts'
import { openaiResponses } from './index.ts'

test('what each part of a request means; what it is not for us to read stays opaque', () => {
  const request = {
    instructions: 'kind',
    input: [
      { role: 'developer', content: 'mid' },
      { role: 'user', content: 'plain' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'a' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA' },
          { type: 'input_image', file_id: 'f' },
          { type: 'input_file' },
        ],
      },
      { type: 'reasoning', id: 'r', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'said' }] },
      { type: 'function_call', call_id: 'c', name: 'look', arguments: '{"a":1}' },
      { type: 'function_call', call_id: 'd', name: 'look' },
      { type: 'custom_tool_call', call_id: 'e', name: 'free', input: 'x', status: 'completed' },
      { type: 'local_shell_call', id: 'i', call_id: 'f', action: { x: 1 } },
      { type: 'web_search_call', id: 'w' },
      { type: 'function_call', name: 'n', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'out' },
      {
        type: 'custom_tool_call_output',
        call_id: 'e',
        output: [
          { type: 'input_text', text: 'a' },
          { type: 'input_image', image_url: 'https://x' },
        ],
      },
      { type: 'local_shell_call_output', call_id: 'f', output: { x: 1 } },
      { type: 'function_call_output', call_id: 'zz', name: 'own', output: 'y' },
      { type: 'function_call_output', call_id: 'zz' },
      { type: 'function_call_output', output: 'x' },
      { role: 'assistant', content: [] },
      { role: 'system', content: 'late' },
      { type: 'mcp_approval_response' },
      { type: 'compaction_trigger' },
      { type: 'item_reference', id: 'q' },
      { role: 'robot', content: 'x' },
      7,
    ],
  }
  expect(told(openaiResponses, request)).toEqual([
    ['system', { type: 'text', text: 'kind' }, { type: 'text', text: 'mid' }],
    ['user', { type: 'text', text: 'plain' }],
    [
      'user',
      { type: 'text', text: 'a' },
      { type: 'media', mediaType: 'image/png', content: { text: 'AA' } },
      'other',
      'other',
    ],
    [
      'assistant',
      'reasoning',
      { type: 'text', text: 'said' },
      { type: 'tool-call', callId: 'c', tool: 'look', input: { a: 1 } },
      'hosted',
      { type: 'tool-call', callId: 'e', tool: 'free', input: { name: 'free', input: 'x' } },
      { type: 'tool-call', callId: 'f', tool: 'local_shell', input: { action: { x: 1 } } },
      'hosted',
      'hosted',
    ],
    [
      'tool',
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'out' } },
      {
        type: 'tool-result',
        callId: 'e',
        tool: 'free',
        content: { text: 'a' },
        attachments: [{ type: 'media', mediaType: '', content: { text: 'https://x' } }],
      },
      { type: 'tool-result', callId: 'f', tool: 'local_shell', content: { text: '' }, attachments: ['other'] },
      { type: 'tool-result', callId: 'zz', tool: 'own', content: { text: 'y' } },
      'other',
      'other',
    ],
    ['assistant', 'other'],
    ['system', { type: 'text', text: 'late' }],
    ['user', 'hosted'],
    ['user', 'hosted'],
    ['assistant', 'hosted'],
    ['user', { type: 'text', text: 'x' }],
    ['user', 'other'],
  ])
})

test('a history of no codec is written in the words of this one', () => {
  expect(openaiResponses.encode({ system: SYSTEM, messages: HISTORY }, { model: 'm', input: [] })).toEqual({
    model: 'm',
    input: [
      { role: 'assistant', content: 'Hello.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'See:' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
          { type: 'input_text', text: '(application/pdf attachment left out)' },
          { type: 'input_image', image_url: 'https://x.org/p.png' },
        ],
      },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'a_b_462801d0f6c2e0f0', name: 'look', arguments: '{"at":1}' },
      { type: 'function_call', call_id: 'c2', name: 'list', arguments: '["x"]' },
      {
        type: 'function_call_output',
        call_id: 'a_b_462801d0f6c2e0f0',
        output: [
          { type: 'input_text', text: 'seen' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
          { type: 'input_text', text: '(application/pdf attachment left out)' },
        ],
      },
      { type: 'function_call_output', call_id: 'c2', output: 'no' },
      { role: 'user', content: [{ type: 'input_text', text: 'Mind the gap.' }] },
      {
        role: 'system',
        content: [
          { type: 'input_text', text: 'Be brief.' },
          { type: 'input_text', text: 'Now.' },
        ],
      },
    ],
    instructions: 'Be kind.\n\nBe true.',
  })
})

test('what a request says besides its conversation', () => {
  const asked = (request: object) => facts(openaiResponses, request as Parameters<typeof openaiResponses.decode>[0])
  expect(
    asked({
      model: 'm',
      max_output_tokens: 5,
      tools: [1],
      tool_choice: 2,
      text: 3,
      prompt: 4,
      input: [{ type: 'reasoning', id: 'r', summary: [] }],
    }),
  ).toEqual({ model: 'm', bindsReasoning: false, requiresReasoning: true, maxOutput: 5, extra: '[1]\n2\n3\n4' })
  expect(asked({ input: 'x' })).toEqual({ bindsReasoning: false, requiresReasoning: false })
  expect(asked({})).toEqual({ bindsReasoning: false, requiresReasoning: false })
})

test('a reply is a message, a bill and why it ended', () => {
  const read = (response: Parameters<typeof openaiResponses.reply>[0]) => {
    const { messages, ...rest } = openaiResponses.reply(response)
    return { ...rest, messages: messages.map(({ role, blocks }) => [role, ...blocks.map(bare)]) }
  }
  expect(
    read({
      output: [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x', parsed: 1 }] },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      ],
      model: 'm',
      status: 'completed',
      usage: { input_tokens: 9, output_tokens: 2, input_tokens_details: { cached_tokens: 3, cache_write_tokens: 1 } },
    }),
  ).toEqual({
    billed: { input: 5, cacheRead: 3, cacheWrite: 1, output: 2, model: 'm' },
    stop: 'completed',
    messages: [['assistant', { type: 'text', text: 'x' }, { type: 'tool-call', callId: 'c', tool: 'f', input: {} }]],
  })
  expect(read({ output: [] })).toEqual({ messages: [] })
})

test('input that is one string is a question, and stays a string while it is the only one', () => {
  expect(told(openaiResponses, { input: 'plain' })).toEqual([['user', { type: 'text', text: 'plain' }]])
  const like = { input: 'plain' }
  const { messages } = openaiResponses.decode(like)
  expect(openaiResponses.encode({ messages }, like)).toEqual(like)
  const part = { role: 'user', content: [{ type: 'input_text', text: 'plain' }] }
  const more = { role: 'user' as const, blocks: [{ type: 'text' as const, text: 'more' }] }
  expect(openaiResponses.encode({ messages: [...messages, more] }, like)).toEqual({
    input: [part, { role: 'user', content: [{ type: 'input_text', text: 'more' }] }],
  })
  expect(told(openaiResponses, { input: 7 })).toEqual([])
})
