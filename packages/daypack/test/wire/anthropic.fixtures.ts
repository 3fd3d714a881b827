import { ledger, noteReply } from '../../src/codecs/anthropic/index.ts'
import { assistant, text, user, type Fixtures } from './fixture.ts'

const tools = [{ name: 't', input_schema: { type: 'object' } }]
const ask = (messages: unknown[], more: object = {}) => ({
  request: { model: 'claude-opus-4-5', max_tokens: 10, tools, messages, ...more },
})
const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} })
const result = (id: string, content: unknown = 'ok', more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})
const thinking = (signature: string, words = 'hm') => ({ type: 'thinking', thinking: words, signature })
const hosted = (id: string) => ({ type: 'server_tool_use', id, name: 'web_search', input: {} })
const found = (id: string, type = 'web_search_tool_result') => ({ type, tool_use_id: id, content: [] })
const loop = (...ids: string[]) => [user('go'), assistant(ids.map(use)), user(ids.map((id) => result(id)))]
const cache = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) } })
const on = { thinking: { type: 'enabled', budget_tokens: 1024 } }
const image = (width: number, height: number) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: png(width, height) },
})

/** The head of a PNG of this size. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(24)
  bytes.write('\x89PNG', 0, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

/** A conversation of two replies with thinking, and what a provider that binds it remembers. */
function bound() {
  const known = ledger()
  const first = { system: 's', tools, messages: [user('go')] }
  const replyOne = [thinking('s1', 'one'), use('a')]
  noteReply(known, first as never, replyOne)
  const second = { ...first, messages: [user('go'), assistant(replyOne), user([result('a')])] }
  const replyTwo = [thinking('s2', 'two'), text('then'), use('b')]
  noteReply(known, second as never, replyTwo)
  return { known, messages: [...second.messages, assistant(replyTwo), user([result('b')])] }
}
const bind = (change: (messages: unknown[]) => unknown[], more: object = {}) => {
  const { known, messages } = bound()
  return { ...ask(change(messages), { system: 's', ...more }), options: { ledger: known } }
}
const replaced = (at: number, message: unknown) => (messages: unknown[]) =>
  messages.map((old, index) => (index === at ? message : old))

export const anthropicFixtures: Fixtures = {
  'A-01': {
    accepts: [
      ask(loop('a')),
      ask(loop('a', 'b')),
      ask([user('hi')]),
      ask([user('x'), assistant([text('y')]), user('z')]),
    ],
    rejects: [
      {
        ...ask([user('go'), assistant([use('a')])]),
        says: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a',
      },
      {
        ...ask([user('go'), assistant([use('a')]), user('never mind')]),
        says: 'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      },
      { ...ask([user('go'), assistant([use('a'), use('b')]), user([result('b')])]), says: 'immediately after: a.' },
      {
        ...ask([user('go'), assistant([use('a'), use('b')]), user([result('a')]), user([result('b')])]),
        says: 'immediately after: b',
        also: ['A-02'],
      },
    ],
  },
  'A-02': {
    accepts: [
      ask(loop('a')),
      ask(loop('a', 'b')),
      ask([...loop('a'), assistant([use('b')]), user([result('b'), text('and')])]),
    ],
    rejects: [
      {
        ...ask([user([result('a')])]),
        says: 'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a',
      },
      { ...ask([user('x'), assistant('y'), user([result('a')])]), says: 'messages.2.content.0' },
      { ...ask([user('go'), assistant([use('a')]), user([result('a'), result('zz')])]), says: 'blocks: zz' },
      { ...ask([...loop('a'), assistant('done'), user([result('a')])]), says: 'messages.4.content.0' },
    ],
  },
  'A-03': {
    accepts: [
      ask([user('go'), assistant([use('a')]), user([result('a'), text('and')])]),
      ask(loop('a', 'b')),
      ask([user([text('a'), text('b')])]),
    ],
    rejects: [
      {
        ...ask([user('go'), assistant([use('a')]), user([text('first'), result('a')])]),
        says: 'Did not find 1 tool_result block(s) at the beginning of this message.',
      },
      {
        ...ask([user('go'), assistant([use('a'), use('b')]), user([result('a'), text('x'), result('b')])]),
        says: 'Did not find 2 tool_result block(s)',
      },
      {
        ...ask([user('go'), assistant([use('a')]), user([image(1, 1), result('a')])]),
        says: 'Messages following tool_use blocks must begin with a matching number of tool_result blocks.',
      },
    ],
  },
  'A-04': {
    accepts: [
      ask(loop('a', 'b')),
      ask([...loop('a'), assistant([use('b')]), user([result('b')])]),
      ask([...loop('A'), assistant([use('a')]), user([result('a')])]),
    ],
    rejects: [
      {
        ...ask([...loop('a'), assistant([use('a')]), user([result('a')])]),
        says: 'messages.3.content.0: `tool_use` ids must be unique',
      },
      { ...ask([user('go'), assistant([use('a'), use('a')]), user([result('a')])]), says: 'messages.1.content.1' },
      {
        ...ask([...loop('a', 'b'), assistant([text('x'), use('b')]), user([result('b')])]),
        says: 'messages.3.content.1',
      },
    ],
  },
  'A-05': {
    accepts: [ask(loop('a')), ask(loop('a', 'b')), ask([...loop('a'), assistant([use('b')]), user([result('b')])])],
    rejects: [
      {
        ...ask([user('go'), assistant([use('a')]), user([result('a'), result('a')])]),
        says: 'each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
      },
      {
        ...ask([user('go'), assistant([use('a'), use('b')]), user([result('a'), result('b'), result('b')])]),
        says: 'with id: b',
      },
      {
        ...ask([user('go'), assistant([use('a')]), user([result('a'), result('a', 'other'), text('x')])]),
        says: 'single result',
      },
    ],
  },
  'A-06': {
    accepts: [
      ask(loop('toolu_01-A')),
      ask([user('x'), assistant([hosted('srvtoolu_1'), found('srvtoolu_1')]), user('y')]),
      ask(loop('0')),
    ],
    rejects: [
      { ...ask(loop('functions.read:0')), says: "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'" },
      { ...ask(loop('呼')), says: "String should match pattern '^[a-zA-Z0-9_-]+$'" },
      { ...ask(loop('')), says: 'tool_result.tool_use_id' },
      {
        ...ask([user('x'), assistant([hosted('ws-1'), found('ws-1')]), user('y')]),
        says: "server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
      },
    ],
  },
  'A-07': {
    accepts: [
      ask([user('x'), assistant([hosted('srvtoolu_1'), found('srvtoolu_1'), text('y')]), user('z')]),
      ask([
        user('x'),
        assistant([{ ...hosted('m1'), type: 'mcp_tool_use' }, found('m1', 'mcp_tool_result')]),
        user('z'),
      ]),
      ask([user('x'), assistant([hosted('srvtoolu_1')]), assistant([found('srvtoolu_1')]), user('z')]),
    ],
    rejects: [
      {
        ...ask([user('x'), assistant([found('srvtoolu_1'), text('y')]), user('z')]),
        says: 'unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1',
      },
      {
        ...ask([user('x'), assistant([found('srvtoolu_1', 'advisor_tool_result'), hosted('srvtoolu_1')]), user('z')]),
        says: 'must have a corresponding `server_tool_use` block before it.',
      },
      { ...ask([user('x'), assistant([hosted('srvtoolu_1'), found('srvtoolu_2')]), user('z')]), says: 'srvtoolu_2' },
    ],
  },
  'A-08': {
    accepts: [
      ask(loop('a')),
      ask([user('x')], { tools: undefined }),
      ask(loop('a'), { tools: undefined, mcp_servers: [{ name: 'm' }] }),
    ],
    rejects: [
      { ...ask(loop('a'), { tools: undefined }), says: 'must define tools' },
      { ...ask(loop('a'), { tools: [] }), says: 'Requests which include' },
      { ...ask(loop('a'), { tools: null }), says: 'must define tools' },
    ],
  },
  'A-09': {
    accepts: [
      ask([user('x')]),
      ask([user('x'), assistant('y')]),
      ask([user('x'), { role: 'system', content: 'now' }, user('y')], { model: 'claude-fable-5-1' }),
      ask([user('x'), user('y')], { model: 'claude-opus-4-6' }),
    ],
    rejects: [
      { ...ask([]), says: 'at least one message is required' },
      { ...ask([assistant('x'), user('y')]), says: 'first message must use the "user" role' },
      {
        ...ask([user('x'), { role: 'tool', content: 'y' }]),
        says: "messages.1.role: Input should be 'user' or 'assistant'",
      },
      {
        ...ask([user('x'), assistant('y')], { model: 'claude-opus-4-6' }),
        says: 'This model does not support assistant message prefill. The conversation must end with a user message.',
      },
    ],
  },
  'A-10': {
    accepts: [
      ask([user('x'), assistant([]), user('y')]),
      ask([user('x'), assistant(''), user('y')]),
      ask([user('go'), assistant([use('a')]), user([result('a', '')])]),
      ask([user('go'), assistant([use('a')]), user([result('a', [])])]),
      ask([user([text(' '), text('x')])]),
    ],
    rejects: [
      { ...ask([user('')]), says: 'messages.0: user messages must have non-empty content' },
      { ...ask([user('x'), assistant('y'), user([])]), says: 'messages.2: user messages must have non-empty content' },
      { ...ask([user([text(''), text('x')])]), says: 'messages: text content blocks must be non-empty' },
      { ...ask([user('x'), assistant([text('')]), user('y')]), says: 'text content blocks must be non-empty' },
      { ...ask([user(' \n\t')]), says: 'must contain non-whitespace text' },
      { ...ask([user('x')], { system: [text('')] }), says: 'system: text content blocks must be non-empty' },
    ],
  },
  'A-11': {
    accepts: [
      ask([user('x'), assistant('y')]),
      ask([user('x'), assistant('y '), user('z')]),
      ask([user('x '), assistant([text('y ', {}), text('z')])]),
    ],
    rejects: [
      {
        ...ask([user('x'), assistant('y ')]),
        says: 'messages: final assistant content cannot end with trailing whitespace',
      },
      { ...ask([user('x'), assistant([text('a'), text('y\n')])]), says: 'trailing whitespace' },
      { ...ask([user('x'), assistant('{"a": ')]), says: 'final assistant content' },
    ],
  },
  'A-12': {
    accepts: [
      ask([user([1, 2, 3, 4].map((n) => text(`${n}`, cache())))]),
      ask([user('x')], { system: [text('s', cache())], tools: [{ ...tools[0], ...cache() }] }),
      ask([user([text('x', { cache_control: null })])]),
      ask([user('x')], cache()),
    ],
    rejects: [
      {
        ...ask([user([1, 2, 3, 4, 5].map((n) => text(`${n}`, cache())))]),
        says: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
      },
      {
        ...ask([user([1, 2, 3].map((n) => text(`${n}`, cache())))], {
          system: [text('s', cache())],
          tools: [{ ...tools[0], ...cache() }],
        }),
        says: 'Found 5.',
      },
      {
        ...ask([
          user('go'),
          assistant([use('a')]),
          user([
            result(
              'a',
              [1, 2, 3, 4].map((n) => text(`${n}`, cache())),
              cache(),
            ),
          ]),
        ]),
        says: 'Found 5.',
      },
      { ...ask([user([1, 2, 3, 4].map((n) => text(`${n}`, cache())))], cache()), says: 'Found 5.' },
    ],
  },
  'A-13': {
    accepts: [
      ask([user([text('a', cache('1h')), text('b', cache('5m'))])]),
      ask([user([text('a', cache('1h')), text('b', cache('1h'))])]),
      ask([user([text('b', cache())])], { system: [text('s', cache('1h'))] }),
    ],
    rejects: [
      {
        ...ask([user([text('a', cache()), text('b', cache('1h'))])]),
        says: "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.",
      },
      { ...ask([user([text('b', cache('1h'))])], { system: [text('s', cache('5m'))] }), says: "ttl='1h'" },
      {
        ...ask([user('x')], { tools: [{ ...tools[0], ...cache() }], system: [text('s', cache('1h'))] }),
        says: 'must not come after',
      },
    ],
  },
  'A-14': {
    accepts: [
      ask([user([text('a', cache())])]),
      ask([user('go'), assistant([use('a')]), user([result('a', 'x', cache())])]),
      ask([user('x'), assistant([thinking('s'), text('y', cache())]), user('z')]),
    ],
    rejects: [
      {
        ...ask([user([text('', cache()), text('x')])]),
        says: 'cache_control cannot be set for empty text blocks',
        also: ['A-10'],
      },
      {
        ...ask([user('x'), assistant([{ ...thinking('s'), ...cache() }, text('y')]), user('z')]),
        says: 'cache_control: Extra inputs are not permitted',
      },
      {
        ...ask([
          user('x'),
          assistant([text('y', { citations: [{ type: 'char_location', cited_text: 'c', ...cache() }] })]),
          user('z'),
        ]),
        says: 'citations.cache_control',
      },
    ],
  },
  'A-15': {
    accepts: [
      { ...ask([user([text('a', cache())])]) },
      {
        ...ask([user([text('a', cache())]), assistant('b'), user([text('c', cache())])]),
        options: { previous: ask([user([text('a', cache())])]).request },
      },
      {
        ...ask([user([text('a')]), ...long(25), user([text('z', cache())])]),
        options: { previous: ask([user([text('a')])]).request },
      },
      {
        ...ask([user([text('a', cache())]), ...long(25), user([text('z', cache())])]),
        options: { previous: ask([user([text('a', cache())])]).request },
      },
    ],
    rejects: [
      {
        ...ask([user([text('a')]), ...long(25), user([text('z', cache())])]),
        options: { previous: ask([user([text('a', cache())])]).request },
        says: 'within 20 blocks',
      },
      {
        ...ask([user([text('a')]), ...long(30), user([text('z', cache())])]),
        options: { previous: ask([user([text('a', cache())])]).request },
        says: 'will be missed',
      },
      {
        ...ask([user([text('a')]), assistant('b'), user([text('c')]), ...long(22), user([text('z', cache())])]),
        options: { previous: ask([user([text('a')]), assistant('b'), user([text('c', cache())])]).request },
        says: 'no cache breakpoint',
      },
    ],
  },
  'A-16': {
    accepts: [
      ask([user('go'), assistant([thinking('s'), use('a')]), user([result('a')])], on),
      ask(loop('a')),
      ask([...loop('a'), assistant('done'), user('next')], on),
      ask(
        [
          user('go'),
          assistant([thinking('s'), use('a')]),
          user([result('a')]),
          assistant([use('b')]),
          user([result('b')]),
        ],
        on,
      ),
      ask([user('go'), assistant([{ type: 'redacted_thinking', data: 'x' }, use('a')]), user([result('a')])], on),
    ],
    rejects: [
      {
        ...ask(loop('a'), on),
        says: 'Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block',
      },
      { ...ask([user('go'), assistant([text('x'), use('a')]), user([result('a')])], on), says: 'but found `text`' },
      {
        ...ask(
          [user('go'), assistant([thinking('s'), text('y')]), user('next'), assistant([use('a')]), user([result('a')])],
          on,
        ),
        says: 'messages.3.content.0',
      },
    ],
  },
  'A-17': {
    accepts: [
      bind((messages) => messages),
      bind(replaced(1, assistant([use('a')]))),
      ask([user('x'), assistant([thinking('s'), text('y')]), user('z')]),
    ],
    rejects: [
      {
        ...bind(replaced(3, assistant([thinking('s2', 'two'), use('b')]))),
        says: '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
      },
      {
        ...bind(replaced(3, assistant([text('then'), thinking('s2', 'two'), use('b')]))),
        says: 'cannot be modified',
        also: ['A-18'],
      },
      {
        ...bind(replaced(3, assistant([thinking('s2', ''), text('then'), use('b')]))),
        says: 'cannot be modified',
        also: ['A-18'],
      },
    ],
  },
  'A-18': {
    accepts: [
      bind((messages) => messages),
      bind(replaced(1, assistant([use('a')]))),
      bind((messages) =>
        replaced(1, assistant([use('a')]))(replaced(3, assistant([text('then'), use('b')]))(messages)),
      ),
      bind(replaced(0, user([text('go', cache())]))),
    ],
    rejects: [
      {
        ...bind(replaced(0, user('went'))),
        says: 'Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
      },
      {
        ...bind((messages) => messages, { system: 'other' }),
        says: 'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block"',
      },
      { ...bind(replaced(2, user([result('a', 'cut')]))), says: 'messages.3.content.0' },
      { ...dropMiddle(), says: 'bound to a different conversation' },
      {
        ...ask([user('b'), assistant([thinking('s'), text('y')]), user('z')]),
        options: { previous: ask([user('a'), assistant([thinking('s'), text('y')])]).request },
        says: 'messages.1.content.0',
      },
    ],
  },
  'A-19': {
    accepts: [
      ask([user('x'), assistant([thinking('s'), text('y')]), user('z')]),
      ask([user('x'), assistant([thinking('s'), text('y')])], on),
      ask([user('x'), assistant('y')]),
    ],
    rejects: [
      {
        ...ask([user('x'), assistant([thinking('s'), text('y')])]),
        says: 'When thinking is disabled, an assistant message in the final position cannot contain thinking',
      },
      {
        ...ask([user('x'), assistant([{ type: 'redacted_thinking', data: 'd' }])], { thinking: { type: 'disabled' } }),
        says: 'final position',
      },
      { ...ask([user('x'), assistant('y'), user('z'), assistant([thinking('s')])]), says: 'cannot contain thinking' },
    ],
  },
  'A-20': {
    accepts: [
      ask([user('x')], { tool_choice: { type: 'any' } }),
      ask([user('x')], { tool_choice: { type: 'auto' }, model: 'claude-fable-5-1' }),
      ask([user('x')], { tool_choice: { type: 'none' }, ...on }),
    ],
    rejects: [
      {
        ...ask([user('x')], { tool_choice: { type: 'any' }, model: 'claude-fable-5-1' }),
        says: 'tool_choice: type "tool" and "any" are not supported for this model.',
      },
      {
        ...ask([user('x')], { tool_choice: { type: 'tool', name: 't' }, model: 'claude-haiku-5-5' }),
        says: 'not supported for this model',
      },
      {
        ...ask([user('x')], { tool_choice: { type: 'any' }, ...on }),
        says: 'Thinking may not be enabled when tool_choice forces tool use.',
      },
    ],
  },
  'A-21': {
    accepts: [
      ask([user([image(8000, 8000)])]),
      ask([user(Array.from({ length: 100 }, () => image(100, 100)))]),
      { ...ask([user(Array.from({ length: 101 }, () => image(100, 100)))]), options: { window: 1_000_000 } },
    ],
    rejects: [
      { ...ask([user([image(8001, 10)])]), says: 'At least one of the image dimensions exceed max allowed size' },
      {
        ...ask([user(Array.from({ length: 21 }, () => image(10, 2001)))]),
        says: 'for many-image requests: 2000 pixels',
      },
      { ...ask([user(Array.from({ length: 101 }, () => image(1, 1)))]), says: 'too many images: 101 > 100 maximum' },
      {
        ...ask([user('go'), assistant([use('a')]), user([result('a', [image(9000, 1)])])]),
        says: 'messages.2.content.0.content.0',
      },
    ],
  },
  'A-22': {
    accepts: [
      ask([user('x')]),
      { ...ask([user('x')]), options: { bytes: 32 * 1024 * 1024 } },
      ask([user('x'.repeat(9_000_000))]),
    ],
    rejects: [
      { ...ask([user('x')]), options: { bytes: 32 * 1024 * 1024 + 1 }, says: 'request_too_large' },
      { ...ask([user('x'.repeat(33 * 1024 * 1024))]), says: 'Request exceeds the maximum size' },
      { ...ask([user('"'.repeat(17 * 1024 * 1024))]), says: 'request_too_large' },
    ],
  },
  'A-23': {
    accepts: [
      ask([user('x')]),
      { ...ask([user('x')]), options: { tokens: 100, window: 110 } },
      { ...ask([user('x')]), options: { tokens: 300_000 } },
    ],
    rejects: [
      {
        ...ask([user('x')]),
        options: { tokens: 111, window: 110 },
        says: 'prompt is too long: 111 tokens > 110 maximum',
      },
      {
        ...ask([user('x')]),
        options: { tokens: 101, window: 110 },
        says: 'input length and `max_tokens` exceed context limit: 101 + 10 > 110',
      },
      {
        ...ask([user('x')], { max_tokens: 64_000 }),
        options: { tokens: 150_000, window: 200_000 },
        says: 'decrease input length or `max_tokens`',
      },
    ],
  },
  'A-24': {
    accepts: [
      ask([user('x')]),
      ask([user('x')], { tools: [{ name: 't', description: '' }] }),
      ask([user('x')], { metadata: { user_id: null } }),
    ],
    rejects: [
      {
        ...ask([user('x')], { tools: [{ name: 't', description: null }] }),
        says: 'tools.0.custom.description: Input should be a valid string',
      },
      { ...ask([user('x')], { system: null }), says: 'system: Input should be a valid string' },
      { ...ask([user('x'), assistant(null), user('y')]), says: 'messages.1.content' },
    ],
  },
}

function long(count: number): unknown[] {
  return [assistant(Array.from({ length: count }, (_, index) => text(`${index}`)))]
}

/** Three thoughts, the second left out. */
function dropMiddle() {
  const { known, messages } = bound()
  const third = [thinking('s3', 'three'), text('done')]
  noteReply(known, { system: 's', tools, messages } as never, third)
  const gone = messages.map((message, index) => (index === 3 ? assistant([text('then'), use('b')]) : message))
  return { ...ask([...gone, assistant(third), user('next')], { system: 's' }), options: { ledger: known } }
}
