import { expect, test } from 'vitest'
import { validate } from '../../wire/validate.ts'
import { codecSuite } from '../../../../daypack-testing/src/codec-suite.ts'
import { arbRequest, bareRequests } from '../../../../daypack-testing/src/wire-arbitraries.ts'
import { openaiChat, type ChatRequest } from './index.ts'

const request = (messages: unknown[], more: object = {}): ChatRequest => ({ model: 'gpt-5.2', messages, ...more })
const call = (id: string, text: string) => ({ id, type: 'function', function: { name: 'f', arguments: text } })

const odd: [string, ChatRequest][] = [
  ['no messages', request([])],
  [
    'instructions alone',
    request([
      { role: 'system', content: 's' },
      { role: 'developer', content: [{ type: 'text', text: 'd' }] },
    ]),
  ],
  [
    'instructions in the middle',
    request([
      { role: 'user', content: 'x' },
      { role: 'developer', content: 'd', name: 'n' },
      { name: 'n', role: 'system', content: 's' },
    ]),
  ],
  [
    'null and missing content',
    request([
      { role: 'user', content: null },
      { role: 'user' },
      { role: 'assistant', content: [] },
      { role: 'assistant' },
      { role: 'assistant', content: '' },
    ]),
  ],
  [
    'things that are no messages',
    request([
      null,
      3,
      { role: 'robot' },
      { role: 'function', name: 'f', content: 'x' },
      { role: 'tool', content: 'no id' },
    ]),
  ],
  [
    'arguments in every writing',
    request([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          call('1', '{"a":1}'),
          call('2', '{"a": 1, "b": [1, 2, {"c": "\\u00e9\\ud83d\\ude00"}]}'),
          call('3', '{"a": "é"}'),
          call('4', '{\n  "a": 1\n}'),
          call('5', ''),
          call('6', '{broken'),
          call('7', '{"n":12345678901234567890}'),
          call('8', '{"a":1,"a":2}'),
          call('9', '{"a": 1.0}'),
          call('10', '"text"'),
          call('11', '{"p":"a\\/b"}'),
          { type: 'custom', id: '12', custom: { name: 'g', input: 'free text' } },
        ],
      },
      ...Array.from({ length: 12 }, (_, index) => ({ role: 'tool', tool_call_id: String(index + 1), content: 'ok' })),
    ]),
  ],
  [
    'empty content beside calls',
    request([
      { role: 'assistant', content: '', tool_calls: [call('1', '{}')] },
      { role: 'tool', tool_call_id: '1', content: '' },
      { role: 'assistant', content: '' },
    ]),
  ],
  [
    'arguments that are no string',
    request([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: { a: 1 } } }],
      },
    ]),
  ],
  [
    'calls we cannot read',
    request([
      { role: 'assistant', content: 'x', tool_calls: [call('1', '{}'), { id: 2 }] },
      { role: 'assistant', content: 'x', tool_calls: [] },
      { role: 'assistant', content: 'x', tool_calls: null },
    ]),
  ],
  [
    'refusals, audio, legacy calls',
    request([
      { role: 'assistant', content: null, refusal: 'no' },
      { role: 'assistant', refusal: null, content: 'x', audio: { id: 'a' } },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
    ]),
  ],
  [
    'reasoning of compatible servers',
    request([
      { role: 'assistant', reasoning_content: 'hm', content: 'x' },
      {
        role: 'assistant',
        content: 'x',
        reasoning_details: [{ type: 'reasoning.text', text: 't' }],
        tool_calls: [call('1', '{}')],
      },
      {
        role: 'tool',
        tool_call_id: '1',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b\nc', prompt_cache_breakpoint: {} },
        ],
      },
    ]),
  ],
  [
    'parts',
    request([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x', prompt_cache_breakpoint: { type: 'x' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
          { image_url: { url: 'https://example.com/x.png' }, type: 'image_url' },
          { type: 'input_audio', input_audio: { data: 'x', format: 'wav' } },
          { type: 'file', file: { file_id: 'f' } },
          'bare',
        ],
      },
    ]),
  ],
  [
    'results in every form',
    request([
      { role: 'assistant', tool_calls: [call('1', '{}'), call('2', '{}'), call('3', '{}')] },
      { role: 'tool', tool_call_id: '1', content: null },
      { role: 'tool', tool_call_id: '2' },
      { content: [], tool_call_id: '3', role: 'tool', name: 'f' },
    ]),
  ],
]

codecSuite({
  codec: openaiChat,
  requests: odd,
  arb: arbRequest('openai-chat') as never,
  bare: bareRequests['openai-chat'] as never,
  rejects: (body) => validate(openaiChat, body),
})

test('leading instructions are the system message, and arguments are data', () => {
  const decoded = openaiChat.decode(
    request(
      [
        { role: 'developer', content: 'a' },
        { role: 'system', content: 'b' },
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null, tool_calls: [call('1', '{"path": "a.ts"}')] },
        { role: 'tool', tool_call_id: '1', content: 'y' },
      ],
      { max_completion_tokens: 9 },
    ),
  )
  expect(decoded).toMatchObject({
    system: { blocks: [{ text: 'a' }, { text: 'b' }] },
    messages: [
      { role: 'user' },
      { blocks: [{ type: 'tool-call', callId: '1', tool: 'f', input: { path: 'a.ts' } }] },
      { role: 'tool', blocks: [{ tool: 'f', content: { text: 'y' } }] },
    ],
    maxOutput: 9,
  })
})

test('dropped reasoning leaves no trace, other fields stay', () => {
  const like = request([{ role: 'assistant', reasoning_content: 'hm', content: 'x', refusal: null }])
  const [message] = openaiChat.decode(like).messages
  if (!message) throw new Error('no message')
  const kept = { ...message, blocks: message.blocks.filter((block) => block.type !== 'opaque') }
  expect(openaiChat.encode({ messages: [kept] }, like).messages).toEqual([
    { role: 'assistant', content: 'x', refusal: null },
  ])
})

test('a reply becomes a message and a bill', () => {
  const called = { ...call('1', '{}'), function: { name: 'f', arguments: '{}', parsed_arguments: null } }
  const message = {
    role: 'assistant',
    content: null,
    refusal: null,
    annotations: [],
    parsed: null,
    tool_calls: [called],
  }
  const usage = { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 8 } }
  expect(openaiChat.reply({ choices: [{ message, finish_reason: 'tool_calls' }], usage, model: 'm' })).toEqual({
    messages: [
      { role: 'assistant', blocks: [{ type: 'tool-call', callId: '1', tool: 'f', input: {} }], codec: 'openai-chat' },
    ],
    billed: { input: 2, cacheRead: 8, cacheWrite: 0, output: 4, model: 'm' },
    stop: 'tool_calls',
  })
})

test('an assistant message that says nothing is the same with null and with an empty string', () => {
  const said = (content: unknown) =>
    openaiChat.decode(request([{ role: 'assistant', content, tool_calls: [call('1', '{}')] }])).messages[0]?.blocks
  expect(said('')).toEqual(said(null))
})
