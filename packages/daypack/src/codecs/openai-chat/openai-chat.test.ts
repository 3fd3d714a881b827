import { expect, test } from 'vitest'
import { validate } from '../../wire/validate.ts'
import { codecSuite } from '../../../../daypack-testing/src/codec-suite.ts'
import { arbRequest, bareRequests } from '../../../../daypack-testing/test/wire-arbitraries.ts'
import { openaiChat, type ChatRequest } from './index.ts'

const request = (messages: unknown[], more: object = {}): ChatRequest => ({ model: 'gpt-5.2', messages, ...more })
const call = (id: string, text: string) => ({ id, type: 'function', function: { name: 'f', arguments: text } })

const odd: [string, ChatRequest][] = [
  ['no messages', request([])],
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
]

codecSuite({
  codec: openaiChat,
  requests: odd,
  arb: arbRequest('openai-chat') as never,
  bare: bareRequests['openai-chat'] as never,
  rejects: (body) => validate(openaiChat, body),
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

test('an assistant message that says nothing is the same with null and with an empty string', () => {
  const said = (content: unknown) =>
    openaiChat.decode(request([{ role: 'assistant', content, tool_calls: [call('1', '{}')] }])).messages[0]?.blocks
  expect(said('')).toEqual(said(null))
})
