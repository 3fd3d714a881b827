import { expect, test } from 'vitest'
import { bare, facts, HISTORY, SYSTEM, told } from '../../../test/wire/told.ts'
import { aiSdk } from './index.ts'

test('what each part of a request means; what it is not for us to read stays opaque', () => {
  const request = {
    prompt: [
      { role: 'system', content: 'kind' },
      { role: 'user', content: 'plain' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', image: 'AA', mediaType: 'image/png' },
          { type: 'file', mediaType: 'application/pdf', data: 'data:application/pdf;base64,BB' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'CC' } },
          { type: 'image', image: new URL('https://x.org/') },
          { type: 'image' },
          { type: 'custom' },
          { type: 'odd' },
          'bare',
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'reasoning-file' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { a: 1 } },
          { type: 'tool-call', toolCallId: 'd', toolName: 'none' },
          { type: 'tool-call', toolCallId: 'h', toolName: 'web', input: {}, providerExecuted: true },
          { type: 'tool-call', toolName: 'x', input: {} },
          { type: 'tool-call', toolCallId: 'x', input: {} },
          { type: 'tool-result', toolCallId: 'h', toolName: 'web', output: { type: 'text', value: 'hosted' } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 'out' } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'error-text', value: 'no' } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'json', value: { a: 1 } } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'error-json', value: [1] } },
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'look',
            output: { type: 'execution-denied', reason: 'never' },
          },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'execution-denied' } },
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'look',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'a' },
                { type: 'file', mediaType: 'image/png', data: 'AA' },
              ],
            },
          },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 7 } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'content', value: 'x' } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'odd' } },
          { type: 'tool-result', toolName: 'x', output: { type: 'text', value: 'x' } },
          { type: 'tool-approval-response' },
        ],
      },
      { role: 'robot', content: 'x' },
      'bare',
      { role: 'system', content: 'late' },
    ],
  }
  expect(told(aiSdk, request)).toEqual([
    ['system', { type: 'text', text: 'kind' }],
    ['user', { type: 'text', text: 'plain' }],
    [
      'user',
      { type: 'text', text: 'a' },
      { type: 'media', mediaType: 'image/png', content: { text: 'AA' } },
      { type: 'media', mediaType: 'application/pdf', content: { text: 'BB' } },
      { type: 'media', mediaType: 'image/png', content: { text: 'CC' } },
      { type: 'media', mediaType: '', content: { text: 'https://x.org/' } },
      'other',
      'hosted',
      'other',
      'other',
    ],
    [
      'assistant',
      'reasoning',
      'reasoning',
      { type: 'tool-call', callId: 'c', tool: 'look', input: { a: 1 } },
      { type: 'tool-call', callId: 'd', tool: 'none', input: null },
      'hosted',
      'other',
      'other',
      'hosted',
    ],
    [
      'tool',
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'out' } },
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'no' }, isError: true },
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: '{"a":1}' } },
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: '[1]' }, isError: true },
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'never' } },
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: '' } },
      {
        type: 'tool-result',
        callId: 'c',
        tool: 'look',
        content: { text: 'a' },
        attachments: [{ type: 'media', mediaType: 'image/png', content: { text: 'AA' } }],
      },
      'hosted',
      'hosted',
      'hosted',
      'hosted',
      'other',
    ],
    ['user'],
    ['user'],
    ['system', { type: 'text', text: 'late' }],
  ])
})

test('a history of no codec is written in the words of this one', () => {
  expect(aiSdk.encode({ system: SYSTEM, messages: HISTORY }, { prompt: [] })).toEqual({
    prompt: [
      { role: 'system', content: 'Be kind.\n\nBe true.' },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See:' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
          { type: 'file', mediaType: 'application/pdf', data: { type: 'data', data: 'BBBB' } },
          { type: 'file', mediaType: 'image/*', data: { type: 'url', url: new URL('https://x.org/p.png') } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', toolCallId: 'a b', toolName: 'look', input: { at: 1 } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'list', input: ['x'] },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a b',
            toolName: 'look',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'seen' },
                { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
                { type: 'file', mediaType: 'application/pdf', data: { type: 'data', data: 'BBBB' } },
              ],
            },
          },
          { type: 'tool-result', toolCallId: 'c2', toolName: 'list', output: { type: 'error-text', value: 'no' } },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Mind the gap.' }] },
      { role: 'system', content: 'Be brief.\n\nNow.' },
    ],
  })
})

test('what a request says besides its conversation', () => {
  const asked = (request: object) => facts(aiSdk, request as Parameters<typeof aiSdk.decode>[0])
  expect(
    asked({
      model: { modelId: 'claude-opus-4-8' },
      maxOutputTokens: 5,
      tools: [1],
      toolChoice: 2,
      responseFormat: 3,
      providerOptions: { anthropic: { thinking: { type: 'enabled' } } },
      prompt: [
        {
          role: 'assistant',
          content: [{ type: 'reasoning', text: 'x', providerOptions: { anthropic: { signature: 's' } } }],
        },
      ],
    }),
  ).toEqual({
    model: 'claude-opus-4-8',
    bindsReasoning: false,
    requiresReasoning: true,
    maxOutput: 5,
    extra: '[1]\n2\n3',
  })
  expect(
    asked({
      model: 'claude-opus-4-8',
      providerOptions: { anthropic: { thinking: { type: 'adaptive' } } },
      messages: [{ role: 'assistant', content: [{ type: 'reasoning', text: 'x' }] }],
    }),
  ).toEqual({ model: 'claude-opus-4-8', bindsReasoning: false, requiresReasoning: true })
  expect(asked({ model: '', providerOptions: { anthropic: {} }, prompt: [] })).toEqual({
    bindsReasoning: false,
    requiresReasoning: false,
  })
  expect(asked({})).toEqual({ bindsReasoning: false, requiresReasoning: false })
})

test('a reply is a message, a bill and why it ended', () => {
  const read = (response: Parameters<typeof aiSdk.reply>[0]) => {
    const { messages, ...rest } = aiSdk.reply(response)
    return { ...rest, messages: messages.map(({ role, blocks }) => [role, ...blocks.map(bare)]) }
  }
  expect(
    read({
      content: [
        { type: 'text', text: 'x', providerMetadata: { a: { b: 1 } } },
        { type: 'text', text: '' },
        { type: 'source' },
        { type: 'tool-approval-request' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{"a":1}' },
        { type: 'tool-call', toolCallId: 'd', toolName: 'f', input: '' },
        { type: 'tool-call', toolCallId: 'e', toolName: 'f', input: 'no json' },
        { type: 'reasoning', text: 'hm' },
      ],
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: 9, cacheRead: 3, cacheWrite: 1 }, outputTokens: { total: 2 } },
    }),
  ).toEqual({
    billed: { input: 5, cacheRead: 3, cacheWrite: 1, output: 2 },
    stop: 'stop',
    messages: [
      [
        'assistant',
        { type: 'text', text: 'x' },
        { type: 'tool-call', callId: 'c', tool: 'f', input: { a: 1 } },
        { type: 'tool-call', callId: 'd', tool: 'f', input: {} },
        { type: 'tool-call', callId: 'e', tool: 'f', input: 'no json' },
        'reasoning',
      ],
    ],
  })
  expect(
    read({ content: [], finishReason: 'length', usage: { inputTokens: { total: 9, noCache: 4 }, outputTokens: {} } }),
  ).toEqual({ billed: { input: 4, cacheRead: 0, cacheWrite: 0, output: 0 }, stop: 'length', messages: [] })
  expect(read({ content: [], usage: { inputTokens: {} } })).toEqual({ messages: [] })
})

test('what a provider said beside a part of its reply goes back as options', () => {
  const content = [
    { type: 'text', text: 'x', providerMetadata: { a: { b: 1 } } },
    { type: 'text', text: 'y' },
  ]
  const { messages } = aiSdk.reply({ content })
  const { prompt } = aiSdk.encode({ messages }, { prompt: [] })
  expect(JSON.stringify(prompt)).toBe(
    JSON.stringify([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'x', providerOptions: { a: { b: 1 } } },
          { type: 'text', text: 'y' },
        ],
      },
    ]),
  )
})
