import { expect, test } from 'vitest'
import { bare, facts, HISTORY, SYSTEM, told } from '../../../test/wire/told.ts'
import { openaiAgents } from './index.ts'

test('what each part of a request means; what it is not for us to read stays opaque', () => {
  const request = {
    instructions: 'kind',
    input: [
      { role: 'user', content: 'plain' },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'a' },
          { type: 'input_image', image: 'data:image/png;base64,AA' },
          { type: 'input_image', image: { id: 'f' } },
        ],
      },
      { type: 'reasoning', content: [] },
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'said' }] },
      { type: 'function_call', callId: 'c', name: 'look', arguments: '{"a":1}', status: 'completed' },
      { type: 'hosted_tool_call', name: 'web' },
      { type: 'computer_call', callId: 'p', action: {} },
      {
        type: 'function_call_result',
        callId: 'c',
        name: 'look',
        status: 'completed',
        output: { type: 'text', text: 'out' },
      },
      {
        type: 'function_call_result',
        callId: 'c',
        name: 'look',
        status: 'completed',
        output: [
          { type: 'input_text', text: 'a' },
          { type: 'input_image', image: 'https://x' },
        ],
      },
      { type: 'computer_call_result', callId: 'p', output: { type: 'computer_screenshot', data: 'x' } },
      { type: 'function_call_result', callId: 'zz', name: 'own', output: 'y' },
      { role: 'system', content: 'late' },
      7,
    ],
  }
  expect(told(openaiAgents, request)).toEqual([
    ['system', { type: 'text', text: 'kind' }],
    ['user', { type: 'text', text: 'plain' }],
    ['user', { type: 'text', text: 'a' }, { type: 'media', mediaType: 'image/png', content: { text: 'AA' } }, 'other'],
    [
      'assistant',
      'reasoning',
      { type: 'text', text: 'said' },
      { type: 'tool-call', callId: 'c', tool: 'look', input: { a: 1 } },
      'hosted',
      { type: 'tool-call', callId: 'p', tool: 'computer', input: { action: {} } },
    ],
    ['tool', { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'out' } }],
    [
      'tool',
      {
        type: 'tool-result',
        callId: 'c',
        tool: 'look',
        content: { text: 'a' },
        attachments: [{ type: 'media', mediaType: '', content: { text: 'https://x' } }],
      },
    ],
    ['tool', { type: 'tool-result', callId: 'p', tool: 'computer', content: { text: '' }, attachments: ['other'] }],
    ['tool', { type: 'tool-result', callId: 'zz', tool: 'own', content: { text: 'y' } }],
    ['system', { type: 'text', text: 'late' }],
    ['user', 'other'],
  ])
})

test('a history of no codec is written in the words of this one', () => {
  expect(openaiAgents.encode({ system: SYSTEM, messages: HISTORY }, { input: [] })).toEqual({
    input: [
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Hello.' }] },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'See:' },
          { type: 'input_image', image: 'data:image/png;base64,AAAA' },
          { type: 'input_image', image: 'data:application/pdf;base64,BBBB' },
          { type: 'input_image', image: 'https://x.org/p.png' },
        ],
      },
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'I look.' }] },
      { type: 'function_call', callId: 'a b', name: 'look', status: 'completed', arguments: '{"at":1}' },
      { type: 'function_call', callId: 'c2', name: 'list', status: 'completed', arguments: '["x"]' },
      {
        type: 'function_call_result',
        name: 'look',
        callId: 'a b',
        status: 'completed',
        output: [
          { type: 'input_text', text: 'seen' },
          { type: 'input_image', image: 'data:image/png;base64,AAAA' },
          { type: 'input_image', image: 'data:application/pdf;base64,BBBB' },
        ],
      },
      {
        type: 'function_call_result',
        name: 'list',
        callId: 'c2',
        status: 'completed',
        output: { type: 'text', text: 'no' },
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mind the gap.' }] },
      {
        type: 'message',
        role: 'system',
        content: [
          { type: 'input_text', text: 'Be brief.' },
          { type: 'input_text', text: 'Now.' },
        ],
      },
    ],
  })
})

test('what a request says besides its conversation', () => {
  const asked = (request: object) => facts(openaiAgents, request as Parameters<typeof openaiAgents.decode>[0])
  expect(asked({ model: 'm', input: [{ type: 'reasoning', content: [] }] })).toEqual({
    model: 'm',
    bindsReasoning: false,
    requiresReasoning: false,
  })
  expect(asked({ instructions: '', input: [] })).toEqual({ bindsReasoning: false, requiresReasoning: false })
})

test('a reply is a message, a bill and why it ended', () => {
  const read = (response: Parameters<typeof openaiAgents.reply>[0]) => {
    const { messages, ...rest } = openaiAgents.reply(response)
    return { ...rest, messages: messages.map(({ role, blocks }) => [role, ...blocks.map(bare)]) }
  }
  expect(
    read({
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }],
      usage: {
        inputTokens: 9,
        outputTokens: 2,
        inputTokensDetails: [{ cached_tokens: 1 }, { cached_tokens: 3, cache_write_tokens: 1 }],
      },
    }),
  ).toEqual({
    billed: { input: 5, cacheRead: 3, cacheWrite: 1, output: 2 },
    messages: [['assistant', { type: 'text', text: 'x' }]],
  })
  expect(read({ output: [] })).toEqual({ messages: [] })
})
