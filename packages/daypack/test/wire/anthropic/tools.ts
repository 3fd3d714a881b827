import { assistant, text, user, type Fixtures } from '../fixture.ts'
import { ask, image, loop, on, result, use } from './request.ts'

const hosted = (id: string) => ({ type: 'server_tool_use', id, name: 'web_search', input: {} })
const found = (id: string, type = 'web_search_tool_result') => ({ type, tool_use_id: id, content: [] })

/** Calls, their results, and the tools they need. */
export const toolRules: Fixtures = {
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
}
