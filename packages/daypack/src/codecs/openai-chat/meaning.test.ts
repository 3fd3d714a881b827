import { expect, test } from 'vitest'
import { identity } from '../../../../daypack-testing/src/codec-suite.ts'
import { bare, facts, HISTORY, SYSTEM, told } from '../../../test/wire/told.ts'
import { openaiChat } from './index.ts'

test('what each part of a request means; what it is not for us to read stays opaque', () => {
  const request = {
    messages: [
      { role: 'developer', content: 'kind' },
      { role: 'system', content: 'true' },
      { role: 'user', content: 'plain' },
      { role: 'user', content: '' },
      { role: 'user', content: 'x', name: 'me' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'image_url', image_url: { url: 'https://x' } },
          { type: 'image_url', image_url: 'x' },
          { type: 'text' },
          { type: 'input_audio' },
          'bare',
        ],
      },
      {
        role: 'assistant',
        content: 'said',
        reasoning_content: 'hm',
        refusal: 'no',
        audio: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'look', arguments: '{"a":1}' } },
          { id: 'd', type: 'custom', custom: { name: 'free', input: 'text' } },
          { id: 'e', type: 'function', function: { name: 'plain', arguments: { a: 2 } } },
        ],
      },
      {
        role: 'assistant',
        content: '',
        reasoning: 'r',
        reasoning_details: [],
        reasoning_opaque: 'o',
        reasoning_text: 't',
        function_call: { name: 'old' },
        tool_calls: [],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'x', arguments: 7 } }],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'f', type: 'function', function: { name: 'ok', arguments: '' } },
          { type: 'function', function: { name: 'x', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: 'out' },
      {
        role: 'tool',
        tool_call_id: 'zz',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { role: 'tool', content: 'x' },
      { role: 'tool', tool_call_id: 'd', content: null },
      { role: 'tool', tool_call_id: 'd' },
      { role: 'function', content: 'x' },
      'bare',
      { role: 'assistant', content: [{ type: 'text', text: 'p' }] },
      { role: 'system', content: 'late' },
    ],
  }
  identity(openaiChat, request as never)
  expect(told(openaiChat, request)).toEqual([
    ['system', { type: 'text', text: 'kind' }, { type: 'text', text: 'true' }],
    ['user', { type: 'text', text: 'plain' }],
    ['user', { type: 'text', text: '' }],
    ['user', { type: 'text', text: 'x' }],
    [
      'user',
      { type: 'text', text: 'a' },
      { type: 'media', mediaType: 'image/png', content: { text: 'AA' } },
      { type: 'media', mediaType: '', content: { text: 'https://x' } },
      'other',
      'other',
      'other',
      'other',
    ],
    [
      'assistant',
      'reasoning',
      { type: 'text', text: 'said' },
      'other',
      { type: 'tool-call', callId: 'c', tool: 'look', input: { a: 1 } },
      { type: 'tool-call', callId: 'd', tool: 'free', input: 'text' },
      { type: 'tool-call', callId: 'e', tool: 'plain', input: { a: 2 } },
    ],
    ['assistant', 'reasoning', 'reasoning', 'reasoning', 'reasoning', 'other'],
    ['assistant', 'other'],
    ['assistant', 'other'],
    ['tool', { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'out' } }],
    ['tool', { type: 'tool-result', callId: 'zz', tool: '', content: { text: 'a\nb' } }],
    ['tool', 'other'],
    ['tool', { type: 'tool-result', callId: 'd', tool: 'free', content: { text: '' } }],
    ['tool', { type: 'tool-result', callId: 'd', tool: 'free', content: { text: '' } }],
    ['user', 'other'],
    ['user', 'other'],
    ['assistant', { type: 'text', text: 'p' }],
    ['system', { type: 'text', text: 'late' }],
  ])
})

test('a history of no codec is written in the words of this one', () => {
  expect(openaiChat.encode({ system: SYSTEM, messages: HISTORY }, { model: 'm', messages: [] })).toEqual({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be kind.\n\nBe true.' },
      { role: 'assistant', content: 'Hello.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: '(application/pdf attachment left out)' },
          { type: 'image_url', image_url: { url: 'https://x.org/p.png' } },
        ],
      },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'a_b_462801d0f6c2e0f0', type: 'function', function: { name: 'look', arguments: '{"at":1}' } },
          { id: 'c2', type: 'function', function: { name: 'list', arguments: '["x"]' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a_b_462801d0f6c2e0f0', content: 'seen' },
      { role: 'tool', tool_call_id: 'c2', content: 'no' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '(attached to the result of look)' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: '(application/pdf attachment left out)' },
          { type: 'text', text: 'Mind the gap.' },
        ],
      },
      { role: 'system', content: 'Be brief.\n\nNow.' },
    ],
  })
})

test('what a request says besides its conversation', () => {
  const asked = (request: object) => facts(openaiChat, request as Parameters<typeof openaiChat.decode>[0])
  expect(
    asked({
      model: 'm',
      max_completion_tokens: 5,
      max_tokens: 6,
      reasoning_effort: 'high',
      tools: [1],
      functions: [2],
      tool_choice: 3,
      response_format: 4,
      messages: [{ role: 'assistant', content: 'x', reasoning_content: 'hm' }],
    }),
  ).toEqual({ model: 'm', bindsReasoning: false, requiresReasoning: true, maxOutput: 5, extra: '[1]\n[2]\n3\n4' })
  expect(
    asked({
      max_tokens: 6,
      reasoning_effort: 'none',
      messages: [{ role: 'assistant', content: 'x', reasoning_content: 'hm' }],
    }),
  ).toEqual({ bindsReasoning: false, requiresReasoning: false, maxOutput: 6 })
  expect(asked({ messages: [{ role: 'assistant', content: 'x', reasoning_content: 'hm' }] })).toEqual({
    bindsReasoning: false,
    requiresReasoning: false,
  })
  expect(asked({ reasoning_effort: 'low', messages: [] })).toEqual({ bindsReasoning: false, requiresReasoning: false })
})

test('a reply is a message, a bill and why it ended', () => {
  const read = (response: Parameters<typeof openaiChat.reply>[0]) => {
    const { messages, ...rest } = openaiChat.reply(response)
    return { ...rest, messages: messages.map(({ role, blocks }) => [role, ...blocks.map(bare)]) }
  }
  expect(
    read({
      choices: [
        {
          finish_reason: 'stop',
          message: {
            content: 'x',
            refusal: null,
            parsed: { a: 1 },
            role: 'assistant',
            extra: 1,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}', parsed_arguments: {} } }],
          },
        },
      ],
      model: 'm',
      usage: {
        prompt_tokens: 9,
        completion_tokens: 2,
        prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 1 },
      },
    }),
  ).toEqual({
    billed: { input: 5, cacheRead: 3, cacheWrite: 1, output: 2, model: 'm' },
    stop: 'stop',
    messages: [['assistant', { type: 'text', text: 'x' }, { type: 'tool-call', callId: 'c', tool: 'f', input: {} }]],
  })
  expect(read({ choices: [{}] })).toEqual({ messages: [] })
  expect(read({ choices: [] })).toEqual({ messages: [] })
})

test('a plain message and a plain call leave nothing to be kept beside their blocks', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const { messages } = openaiChat.decode({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'y' },
      { role: 'assistant', content: 'z' },
      ...Array.from({ length: 4 }, () => ({ role: 'user', content: 'more' })),
    ],
  })
  for (const message of messages) {
    expect(message).not.toHaveProperty('wire')
    for (const block of message.blocks) expect(block).not.toHaveProperty('wire')
  }
})
