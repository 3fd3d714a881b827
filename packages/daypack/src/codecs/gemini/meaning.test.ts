import { expect, test } from 'vitest'
import { bare, facts, HISTORY, SYSTEM, told } from '../../../test/wire/told.ts'
import { gemini } from './index.ts'

test('what each part of a request means; what it is not for us to read stays opaque', () => {
  const request = {
    systemInstruction: { parts: [{ text: 'kind' }] },
    contents: [
      'bare',
      {
        role: 'user',
        parts: [
          { text: 'a' },
          { inlineData: { mimeType: 'image/png', data: 'AA' } },
          { inlineData: { data: 'AA' } },
          { fileData: { fileUri: 'gs://b/x', mimeType: 'video/mp4' } },
          { fileData: { fileUri: 'odd' } },
          { inlineData: {} },
          { text: 'x', inlineData: { data: 'x' } },
          { text: 7 },
          'bare',
        ],
      },
      {
        role: 'model',
        parts: [
          { text: 'hm', thought: true },
          { text: 'said', thoughtSignature: 's' },
          { functionCall: { id: 'c', name: 'look', args: { a: 1 } } },
          { functionCall: { name: 'list' } },
          { functionCall: { name: 'list' } },
          { functionCall: {} },
          { executableCode: {} },
          { codeExecutionResult: {} },
          { hologram: 1 },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c', name: 'look', response: { output: 'out' } } },
          { functionResponse: { name: 'list', response: { error: 'no' } } },
          { functionResponse: { name: 'list', response: { a: 1, b: 2 } } },
          { functionResponse: { name: 'list', response: { result: 'r' } } },
          { functionResponse: { name: 'list' } },
          { functionResponse: { name: 'nobody', response: {} } },
        ],
      },
      { role: 'function', parts: [] },
      { parts: [{ text: 'no role' }] },
      { role: 'model' },
      null,
      { role: 'user', parts: 'x' },
      {},
    ],
  }
  expect(told(gemini, request)).toEqual([
    ['system', { type: 'text', text: 'kind' }],
    ['user', { type: 'text', text: 'bare' }],
    [
      'user',
      { type: 'text', text: 'a' },
      { type: 'media', mediaType: 'image/png', content: { text: 'AA' } },
      { type: 'media', mediaType: '', content: { text: 'AA' } },
      { type: 'media', mediaType: 'video/mp4', content: { text: 'gs://b/x' } },
      'other',
      'other',
      'other',
      'other',
      'other',
    ],
    [
      'assistant',
      'reasoning',
      { type: 'text', text: 'said' },
      { type: 'tool-call', callId: 'c', tool: 'look', input: { a: 1 } },
      { type: 'tool-call', callId: 'list_44136fa355b3', tool: 'list', input: {} },
      { type: 'tool-call', callId: 'list_44136fa355b3_2', tool: 'list', input: {} },
      'other',
      'hosted',
      'hosted',
      'other',
    ],
    [
      'tool',
      { type: 'tool-result', callId: 'c', tool: 'look', content: { text: 'out' } },
      { type: 'tool-result', callId: 'list_44136fa355b3', tool: 'list', content: { text: 'no' }, isError: true },
      { type: 'tool-result', callId: 'list_44136fa355b3_2', tool: 'list', content: { text: '{"a":1,"b":2}' } },
      { type: 'tool-result', callId: '', tool: 'list', content: { text: 'r' } },
      'other',
      { type: 'tool-result', callId: '', tool: 'nobody', content: { text: '{}' } },
    ],
    ['user'],
    ['user', { type: 'text', text: 'no role' }],
    ['assistant'],
    ['user', 'other'],
    ['user', 'other'],
    ['user', 'other'],
  ])
})

test('a history of no codec is written in the words of this one', () => {
  expect(gemini.encode({ system: SYSTEM, messages: HISTORY }, { model: 'gemini-3-pro', contents: [] })).toEqual({
    model: 'gemini-3-pro',
    contents: [
      { role: 'user', parts: [{ text: '(The conversation goes on from here.)' }] },
      { role: 'model', parts: [{ text: 'Hello.' }] },
      {
        role: 'user',
        parts: [
          { text: 'See:' },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { inlineData: { mimeType: 'application/pdf', data: 'BBBB' } },
          { fileData: { fileUri: 'https://x.org/p.png' } },
        ],
      },
      {
        role: 'model',
        parts: [
          { text: 'I look.' },
          { functionCall: { name: 'look', args: { at: 1 } }, thoughtSignature: 'skip_thought_signature_validator' },
          { functionCall: { name: 'list', args: { input: ['x'] } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'look', response: { output: 'seen' } } },
          { functionResponse: { name: 'list', response: { error: 'no' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { inlineData: { mimeType: 'application/pdf', data: 'BBBB' } },
          { text: 'Mind the gap.' },
        ],
      },
      { role: 'user', parts: [{ text: 'Be brief.' }, { text: 'Now.' }] },
    ],
    systemInstruction: { parts: [{ text: 'Be kind.\n\nBe true.' }] },
  })
})

test('what a request says besides its conversation', () => {
  const asked = (request: object) => facts(gemini, request as Parameters<typeof gemini.decode>[0])
  expect(
    asked({ model: 'm', config: { maxOutputTokens: 5, tools: [1], toolConfig: 2, responseSchema: 3 }, contents: [] }),
  ).toEqual({ model: 'm', bindsReasoning: false, requiresReasoning: false, maxOutput: 5, extra: '[1]\n2\n3' })
  expect(asked({ generationConfig: { maxOutputTokens: 6, responseJsonSchema: 4 }, tools: [7], contents: [] })).toEqual({
    bindsReasoning: false,
    requiresReasoning: false,
    maxOutput: 6,
    extra: '[7]\n4',
  })
  expect(asked({})).toEqual({ bindsReasoning: false, requiresReasoning: false })
})

test('a reply is a message, a bill and why it ended', () => {
  const read = (response: Parameters<typeof gemini.reply>[0]) => {
    const { messages, ...rest } = gemini.reply(response)
    return { ...rest, messages: messages.map(({ role, blocks }) => [role, ...blocks.map(bare)]) }
  }
  expect(
    read({
      candidates: [{ finishReason: 'STOP', content: { parts: [{ text: 'x' }] } }],
      modelVersion: 'm',
      usageMetadata: {
        promptTokenCount: 10,
        toolUsePromptTokenCount: 3,
        cachedContentTokenCount: 4,
        candidatesTokenCount: 2,
        thoughtsTokenCount: 1,
      },
    }),
  ).toEqual({
    billed: { input: 9, cacheRead: 4, cacheWrite: 0, output: 3, model: 'm' },
    stop: 'STOP',
    messages: [['assistant', { type: 'text', text: 'x' }]],
  })
  expect(read({ candidates: [{}] })).toEqual({ messages: [] })
  expect(read({})).toEqual({ messages: [] })
})
