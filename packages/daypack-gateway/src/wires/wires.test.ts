import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import { anthropicWire } from './anthropic.ts'
import { chatWire } from './chat.ts'
import { geminiCollector } from '../../../daypack/src/hosts/support/collect.ts'
import { geminiWire } from './gemini.ts'
import { responsesWire } from './responses.ts'
import { stringAt, unescaped, type Fields, type Kind } from './wire.ts'

// What each wire says of paths, bodies, refusals and events, one row for each way it can be answered.

describe('which request is what', () => {
  const AWS = { authorization: 'AWS4-HMAC-SHA256 Credential=x' }
  test.each<[keyof typeof WIRES, string, Fields, Kind | undefined]>([
    ['anthropic', '/v1/messages', {}, 'turn'],
    ['anthropic', '/v1/messages/count_tokens', {}, 'count'],
    ['anthropic', '/v1/messages/batches', {}, undefined],
    ['anthropic', '/v1/messages/batches', { 'x-api-key': '' }, 'other'],
    ['anthropic', '/v1/models', { 'anthropic-version': '' }, 'other'],
    ['anthropic', '/api/event_logging', {}, 'other'],
    ['anthropic', '/x/publishers/anthropic/models/m:rawPredict', {}, 'turn'],
    ['anthropic', '/x/publishers/anthropic/models/m:streamRawPredict', {}, 'turn'],
    ['anthropic', '/x/publishers/anthropic/models/count-tokens:rawPredict', {}, 'count'],
    ['anthropic', '/x/publishers/other/models/m:rawPredict', {}, undefined],
    ['anthropic', '/model/m/invoke', {}, 'turn'],
    ['anthropic', '/model/m/invoke-with-response-stream', {}, 'turn'],
    ['anthropic', '/model/m/invoke', AWS, 'other'],
    ['chat', '/v1/chat/completions', {}, 'turn'],
    ['chat', '/v1/models', {}, 'other'],
    ['chat', '/v1/models/m', {}, 'other'],
    ['chat', '/v1/modelsx', {}, undefined],
    ['chat', '/v1/embeddings', { authorization: '' }, 'other'],
    ['chat', '/v1/embeddings', {}, undefined],
    ['gemini', '/v1beta/models/m:generateContent', {}, 'turn'],
    ['gemini', '/v1beta/models/m:streamGenerateContent', {}, 'turn'],
    ['gemini', '/v1beta/models/m:countTokens', {}, 'count'],
    ['gemini', '/v1beta/models/m:embedContent', {}, 'other'],
    ['gemini', '/v1/models', {}, undefined],
    ['gemini', '/v1/models', { 'x-goog-api-key': '' }, 'other'],
    ['responses', '/v1/responses', {}, 'turn'],
    ['responses', '/v1/responses/input_tokens', {}, 'count'],
    ['responses', '/v1/responses/compact', {}, 'compact'],
    ['responses', '/v1/responses/resp_1', {}, 'other'],
    ['responses', '/v1/responses/', {}, undefined],
  ])('%s %s %o: %s', (name, path, headers, kind) => {
    expect(WIRES[name].kind(path, headers)).toBe(kind)
  })
})

describe('what a body says', () => {
  type Asked = 'hasTools' | 'isHeld' | 'isFormatted' | 'isSummary'
  test.each<[keyof typeof WIRES, Asked, JsonObject, boolean]>([
    ['anthropic', 'hasTools', { tools: [{}] }, true],
    ['anthropic', 'hasTools', { tools: [] }, false],
    ['anthropic', 'hasTools', {}, false],
    ['anthropic', 'isHeld', { thread: {} }, true],
    ['anthropic', 'isHeld', { thread: 'x' }, false],
    ['anthropic', 'isFormatted', { output_format: {} }, true],
    ['anthropic', 'isFormatted', { output_config: { format: {} } }, true],
    ['anthropic', 'isFormatted', { output_config: { effort: 'low' } }, false],
    ['anthropic', 'isFormatted', {}, false],
    ['anthropic', 'isSummary', { compaction: { type: 'summarize' } }, true],
    ['anthropic', 'isSummary', { compaction: { type: 'x' } }, false],
    ['chat', 'hasTools', { tools: [{}] }, true],
    ['chat', 'hasTools', { functions: [{}] }, true],
    ['chat', 'hasTools', { tools: [], functions: [] }, false],
    ['chat', 'isHeld', { thread: {} }, false],
    ['chat', 'isFormatted', { response_format: { type: 'json_schema' } }, true],
    ['chat', 'isFormatted', { response_format: { type: 'text' } }, false],
    ['gemini', 'hasTools', { tools: [{}] }, true],
    ['gemini', 'isHeld', { cachedContent: 'c' }, true],
    ['gemini', 'isHeld', {}, false],
    ['gemini', 'isFormatted', { generationConfig: { responseSchema: {} } }, true],
    ['gemini', 'isFormatted', { generationConfig: { responseJsonSchema: {} } }, true],
    ['gemini', 'isFormatted', { generationConfig: {} }, false],
    ['gemini', 'isFormatted', {}, false],
    ['responses', 'hasTools', { tools: [{}] }, true],
    ['responses', 'hasTools', { input: [{ type: 'additional_tools', tools: [{}] }] }, true],
    ['responses', 'hasTools', { input: [{ type: 'additional_tools', tools: [] }] }, false],
    ['responses', 'hasTools', { input: [{ type: 'message', tools: [{}] }] }, false],
    ['responses', 'hasTools', { input: 'x' }, false],
    ['responses', 'isHeld', { previous_response_id: 'r', input: [] }, true],
    ['responses', 'isHeld', { generate: false, input: [] }, true],
    ['responses', 'isHeld', { input: [] }, false],
    ['responses', 'isFormatted', { text: { format: { type: 'json_schema' } } }, true],
    ['responses', 'isFormatted', { text: { format: { type: 'text' } } }, false],
    ['responses', 'isFormatted', { text: 'x' }, false],
    ['responses', 'isSummary', { input: [{ type: 'message' }, { type: 'compaction_trigger' }] }, true],
    ['responses', 'isSummary', { input: [{ type: 'compaction_trigger' }, { type: 'message' }] }, false],
  ])('%s %s %o: %s', (name, asked, body, is) => {
    expect(WIRES[name][asked]?.(body)).toBe(is)
  })
})

test('keys go where each provider looks for them', () => {
  expect(Object.values(WIRES).map((wire) => wire.keyHeader('k'))).toEqual([
    { 'x-api-key': 'k' },
    { authorization: 'Bearer k' },
    { 'x-goog-api-key': 'k' },
    { authorization: 'Bearer k' },
  ])
})

describe('reasoning that does not belong where it stands', () => {
  test.each<[keyof typeof WIRES, string, boolean]>([
    ['anthropic', 'Invalid `signature` in `thinking` block', true],
    ['anthropic', 'Invalid `signature`', false],
    ['anthropic', 'thinking is too long', false],
    ['chat', 'reasoning is invalid', false],
    ['gemini', 'Function call is missing a thought_signature', true],
    ['gemini', 'thoughts are long', false],
    ['responses', "Item 'rs_1' of type 'reasoning' was provided without its required following item.", true],
    ['responses', 'encrypted_content could not be verified: invalid', true],
    ['responses', 'reasoning is fine', false],
    ['responses', 'input is invalid', false],
  ])('%s: %s: %s', (name, text, is) => {
    expect(WIRES[name].isReasoningRefusal(text)).toBe(is)
  })

  const thinking = { type: 'thinking', thinking: 'hm', signature: 's' }
  const hidden = { type: 'redacted_thinking', data: 'x' }
  const text = { type: 'text', text: 'Hi.' }
  const asks = { role: 'user', content: 'Go.' }
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] }

  test('Anthropic: all of it goes, and a message of nothing else keeps its place', () => {
    const messages = [
      asks,
      { role: 'assistant', content: [thinking, text] },
      asks,
      { role: 'assistant', content: [hidden] },
    ]
    expect(anthropicWire.withoutReasoning({ messages })).toEqual({
      messages: [
        asks,
        { role: 'assistant', content: [text] },
        asks,
        { role: 'assistant', content: [{ type: 'text', text: '(thought)' }] },
      ],
    })
    expect(anthropicWire.withoutReasoning({ messages: [asks, { role: 'assistant', content: [text] }] })).toBeUndefined()
    expect(anthropicWire.withoutReasoning({ messages: [{ role: 'user', content: [thinking] }, null] })).toBeUndefined()
    expect(anthropicWire.withoutReasoning({})).toBeUndefined()
  })

  test('Anthropic: with thinking on, the open loop keeps its own', () => {
    const old = { role: 'assistant', content: [thinking, text] }
    const body = (kind: string) => ({ thinking: { type: kind }, messages: [asks, old, asks, old, result] })
    const bare = { role: 'assistant', content: [text] }
    expect(anthropicWire.withoutReasoning(body('enabled'))?.['messages']).toEqual([asks, bare, asks, old, result])
    expect(anthropicWire.withoutReasoning(body('disabled'))?.['messages']).toEqual([asks, bare, asks, bare, result])
  })

  test('Responses: its items go; chat and Gemini have none', () => {
    const items = [{ type: 'reasoning' }, { type: 'message' }]
    expect(responsesWire.withoutReasoning({ input: items })).toEqual({ input: [{ type: 'message' }] })
    expect(responsesWire.withoutReasoning({ input: [{ type: 'message' }] })).toBeUndefined()
    expect(responsesWire.withoutReasoning({ input: 'x' })).toBeUndefined()
    expect([chatWire, geminiWire].map((wire) => wire.withoutReasoning({ messages: [], contents: [] }))).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('a model in the path', () => {
  test.each([
    ['/model/anthropic.claude%3Av1/invoke', 'anthropic.claude:v1'],
    ['/x/publishers/anthropic/models/claude:rawPredict', 'claude'],
    ['/v1/messages', ''],
  ])('%s: %s', (path, model) => {
    expect(anthropicWire.read({ max_tokens: 1 }, path)).toEqual({ max_tokens: 1, model })
    expect(anthropicWire.read({ model: 'own' }, path)).toEqual({ model: 'own' })
    expect(anthropicWire.write({ model, messages: [] }, { messages: [] })).toEqual({ messages: [] })
    expect(anthropicWire.write({ model, messages: [] }, { model: '', messages: [] })).toEqual({ model, messages: [] })
  })

  test('Gemini has it there alone', () => {
    expect(geminiWire.read({ contents: [] }, '/v1beta/models/a%2Fb:countTokens')).toEqual({
      contents: [],
      model: 'a/b',
    })
    expect(geminiWire.write({ contents: [], model: 'm' }, {})).toEqual({ contents: [] })
    expect(unescaped('%zz')).toBe('%zz')
  })
})

test('Anthropic: an end that was marked for the cache is marked when it is told anew, for as long', () => {
  const told = (text: string, ttl?: string) => ({
    role: 'user',
    content: [{ type: 'text', text, ...(ttl && { cache_control: { type: 'ephemeral', ttl } }) }],
  })
  const write = (came: JsonObject[]) =>
    anthropicWire.write({ model: 'm', messages: [told('anew')] }, { model: 'm', messages: came })
  expect(JSON.stringify(write([told('a', '1h')]))).toContain('"ttl":"1h"')
  expect(JSON.stringify(write([told('a', '5m')]))).toContain('cache_control')
  expect(JSON.stringify(write([told('a', '5m')]))).not.toContain('1h')
  expect(JSON.stringify(write([told('a')]))).not.toContain('cache_control')
  // Not the end: its third last message.
  expect(JSON.stringify(write([told('a', '1h'), told('b'), told('c')]))).not.toContain('cache_control')
  const kept = { model: 'm', messages: [told('b', '5m')] }
  expect(anthropicWire.write(kept, { model: 'm', messages: [told('a', '1h')] })).toEqual(kept)
})

describe('frames of a websocket', () => {
  const { frames } = responsesWire
  test.each([
    [
      { type: 'response.create', input: [1] },
      { list: [1], isTurn: true },
    ],
    [
      { type: 'response.create', input: [], previous_response_id: 'r' },
      { list: [], isTurn: true, after: 'r' },
    ],
    [
      { type: 'response.create', input: [], generate: false },
      { list: [], isTurn: false },
    ],
    [
      { type: 'response.create', input: [], previous_response_id: 7 },
      { list: [], isTurn: true },
    ],
    [{ type: 'response.create', input: 'x' }, undefined],
    [{ type: 'response.cancel', input: [] }, undefined],
  ])('%o asks %o', (frame, asked) => {
    expect(frames?.asked(frame as JsonObject)).toEqual(asked)
  })

  test.each([
    [{ type: 'response.output_item.done', item: { id: 1 } }, { item: { id: 1 } }],
    [{ type: 'response.output_item.done' }, {}],
    [{ type: 'response.output_item.added', item: { id: 1 } }, {}],
    [{ type: 'response.completed', response: { id: 'r' } }, { response: { id: 'r' } }],
    [{ type: 'response.incomplete', response: { id: 'r' } }, { response: { id: 'r' } }],
    [{ type: 'response.completed', response: 'x' }, {}],
    [{ type: 'error', error: { type: 'invalid_request_error', message: 'no' } }, { refused: 'no' }],
    [{ type: 'error', code: 'context_length_exceeded', message: 'long' }, { refused: 'long' }],
    [{ type: 'error', error: { type: 'server_error', message: 'no' } }, {}],
    [
      { type: 'response.failed', response: { error: { code: 'previous_response_not_found', message: 'gone' } } },
      { refused: 'gone' },
    ],
    [{ type: 'response.created', response: { id: 'r' } }, {}],
  ])('%o says %o', (event, said) => {
    expect(frames?.said(event as JsonObject)).toEqual(said)
  })

  test('whole, onward, the request in it, and a refusal of ours', () => {
    const frame = { type: 'response.create', previous_response_id: 'a', input: [1] }
    expect(frames?.whole(frame, [2])).toEqual({ type: 'response.create', input: [2] })
    expect(frames?.onward(frame, 'b', [3])).toEqual({ type: 'response.create', previous_response_id: 'b', input: [3] })
    expect(frames?.request(frame)).toEqual({ previous_response_id: 'a', input: [1] })
    expect(frames?.refusal(429, 'enough')).toMatchObject({ type: 'error', status: 429, error: { message: 'enough' } })
  })
})

test('a question beside a conversation has its tools, not to be called', () => {
  const tools = { type: 'additional_tools', tools: [1] }
  const asked = { input: [{ type: 'additional_tools' }, { type: 'message' }] }
  expect(responsesWire.withToolsOf?.(asked, { tools: ['t'], input: [tools] })).toEqual({
    tools: ['t'],
    tool_choice: 'none',
    input: [tools, { type: 'message' }],
  })
  expect(responsesWire.withToolsOf?.(asked, { input: [] })).toEqual({ ...asked, tool_choice: 'none' })
})

describe('Gemini in chunks', () => {
  const chunk = (parts: JsonObject[], more: JsonObject = {}) => ({ candidates: [{ content: { parts }, ...more }] })
  const collected = (...chunks: JsonObject[]) => {
    const collector = geminiCollector()
    for (const one of chunks) collector.event(one)
    collector.end?.()
    return collector.response()
  }
  test('texts run together, thoughts with thoughts; calls and what is signed stand alone', () => {
    const call = { functionCall: { name: 'read' } }
    const answer = collected(
      chunk([{ text: 'a', thought: true }]),
      chunk([{ text: 'b', thought: true }, { text: 'c' }]),
      {
        ...chunk([{ text: 'd' }, call, { text: 'e', thoughtSignature: 's' }, { text: 'f' }], { finishReason: 'STOP' }),
        usageMetadata: { n: 1 },
      },
    )
    expect(answer).toMatchObject({
      usageMetadata: { n: 1 },
      candidates: [
        {
          finishReason: 'STOP',
          content: {
            parts: [
              { text: 'ab', thought: true },
              { text: 'cd' },
              call,
              { text: 'e', thoughtSignature: 's' },
              { text: 'f' },
            ],
          },
        },
      ],
    })
    expect(geminiWire.leavesNames?.(answer ?? {})).toBe(true)
    expect(geminiWire.leavesNames?.(chunk([{ functionCall: { id: '1', name: 'read' } }]))).toBe(false)
    expect(geminiWire.leavesNames?.(chunk([{ text: 'a' }]))).toBe(false)
    expect(geminiWire.leavesNames?.({})).toBe(false)
  })

  test('nothing before the end, nothing without a reason to stop; without a bill it has none', () => {
    const collector = geminiCollector()
    collector.event(chunk([{ text: 'a' }], { finishReason: 'STOP' }))
    expect(collector.response()).toBeUndefined()
    expect(collected(chunk([{ text: 'a' }]))).toBeUndefined()
    expect(collected()).toBeUndefined()
    expect(collected(chunk([{ text: 'a' }], { finishReason: 'STOP' }))).not.toHaveProperty('usageMetadata')
  })
})

test('a string in an object, and nothing else', () => {
  expect([stringAt({ a: 'b' }, 'a'), stringAt({ a: 1 }, 'a'), stringAt('a', 'a'), stringAt(undefined, 'a')]).toEqual([
    'b',
    '',
    '',
    '',
  ])
})

const WIRES = { anthropic: anthropicWire, chat: chatWire, gemini: geminiWire, responses: responsesWire }
