import { expect, test } from 'vitest'
import { validate } from '../../wire/validate.ts'
import { codecSuite } from '../../../../daypack-testing/src/codec-suite.ts'
import { arbRequest, bareRequests } from '../../../../daypack-testing/test/wire-arbitraries.ts'
import { anthropic, type AnthropicRequest } from './index.ts'

const request = (messages: unknown[], more: object = {}): AnthropicRequest => ({
  model: 'claude-opus-4-5',
  max_tokens: 100,
  messages,
  ...more,
})
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const odd: [string, AnthropicRequest][] = [
  ['no messages', request([])],
  [
    'strings and lists',
    request([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'text', text: 'yes' }] },
    ]),
  ],
  [
    'null and missing content',
    request([
      { role: 'user', content: null },
      { role: 'user' },
      { role: 'assistant', content: [] },
      { role: 'user', content: '' },
    ]),
  ],
  ['things that are no messages', request([null, 3, 'x', [], { role: 'robot', content: 'x' }])],
  [
    'unknown blocks',
    request([
      {
        role: 'user',
        content: [{ type: 'hologram', z: 1, a: 2 }, 'bare', null, { type: 'text' }, { type: 'text', text: 5 }],
      },
    ]),
  ],
  [
    'key order',
    request([{ content: [{ text: 'x', type: 'text' }], role: 'user' }], { system: [{ text: 's', type: 'text' }] }),
  ],
  [
    'a __proto__ key',
    JSON.parse(
      '{"messages":[{"role":"user","__proto__":{"a":1},"content":[{"type":"text","__proto__":2,"text":"x"}]}]}',
    ) as AnthropicRequest,
  ],
  [
    'cache markers',
    request(
      [
        {
          role: 'user',
          content: [
            { cache_control: { type: 'ephemeral' }, type: 'text', text: 'x' },
            { type: 'text', cache_control: { type: 'ephemeral', ttl: '1h' }, text: 'y' },
          ],
        },
      ],
      {
        system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }],
      },
    ),
  ],
  [
    'results in every form',
    request([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: ['a', 'b', 'c', 'd', 'e'].map((id) => ({
          type: 'tool_use',
          id,
          name: 't',
          input: { x: { y: [1, 2, null] } },
          caller: { type: 'direct' },
        })),
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'tool_result', tool_use_id: 'b', content: null, is_error: false },
          { type: 'tool_result', tool_use_id: 'c', content: [], is_error: true },
          {
            type: 'tool_result',
            content: [
              { type: 'text', text: 'one\ntwo' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
              { type: 'text', text: '', citations: { enabled: true } },
            ],
            tool_use_id: 'd',
          },
          {
            is_error: true,
            type: 'tool_result',
            tool_use_id: 'e',
            content: [{ type: 'search_result', source: 'u', title: 't', content: [] }],
            cache_control: { type: 'ephemeral' },
          },
          { type: 'text', text: 'and go on' },
        ],
      },
    ]),
  ],
  [
    'thinking, server tools, compaction, citations, documents',
    request([
      {
        role: 'user',
        content: [
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
            title: 't',
            context: null,
            citations: { enabled: true },
          },
          { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' } },
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          { type: 'image', source: { type: 'file', file_id: 'file_1' } },
          { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
          { type: 'image', source: { type: 'base64', data: 'AAAA' } },
          { type: 'image', source: { type: 'other', media_type: 'image/png', data: 'AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 'sig==' },
          { type: 'redacted_thinking', data: 'xx' },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [{ type: 'web_search_result', url: 'u', title: 't', encrypted_content: 'e' }],
          },
          { type: 'compaction', content: 'summary', encrypted_content: null },
          { type: 'text', text: 'cited', citations: [{ type: 'char_location', cited_text: 'c', document_index: 0 }] },
        ],
      },
      { role: 'system', content: 'mid-conversation', clear_at: 'never' },
      { role: 'user', content: 'x' },
    ]),
  ],
]

codecSuite({
  codec: anthropic,
  requests: odd,
  arb: arbRequest('anthropic') as never,
  bare: bareRequests.anthropic as never,
  rejects: (body) => validate(anthropic, body),
})

test('images tell their size, results their tool, and what is sent besides the conversation is text', () => {
  const decoded = anthropic.decode(
    request(
      [
        { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
      ],
      { tools: [{ name: 'ls' }], system: 'be kind' },
    ),
  )
  expect(decoded).toMatchObject({
    system: { role: 'system', blocks: [{ type: 'text', text: 'be kind' }] },
    messages: [
      { blocks: [{ width: 1, height: 1 }] },
      {},
      { role: 'tool', blocks: [{ tool: 'ls', content: { text: 'x' } }] },
    ],
    model: 'claude-opus-4-5',
    maxOutput: 100,
    extra: '[{"name":"ls"}]',
  })
})

test('markers that come back with rewritten messages never make more than four', () => {
  const marked = (text: string) => ({
    role: 'user',
    content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
  })
  const full = request(['1', '2', '3', '4', '5', '6'].map(marked))
  const { messages } = anthropic.decode(full)
  const like = request([
    ...full.messages
      .slice(0, 4)
      .map((_, index) => ({ role: 'user', content: [{ type: 'text', text: String(index) }] })),
    ...full.messages.slice(4),
  ])
  const text = JSON.stringify(
    anthropic.encode(
      { messages: messages.map((message, source) => (source < 4 ? message : { ...message, source })) },
      like,
    ),
  )
  expect(text.split('cache_control').length - 1).toBe(4)
})
