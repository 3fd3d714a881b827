import { assistant, user, type Fixtures } from './fixture.ts'

const chat = (messages: unknown[], model = 'gpt-5.2') => ({ request: { model, messages } })
const call = (id: string, args: unknown = '{}') => ({ id, type: 'function', function: { name: 'f', arguments: args } })
const calls = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map((id) => call(id)) })
const tool = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content })
const long = 'x'.repeat(41)

export const chatFixtures: Fixtures = {
  'C-01': {
    accepts: [
      chat([user('x'), calls('1'), tool('1')]),
      chat([user('x'), calls('1', '2'), tool('2'), tool('1'), user('y')]),
      chat([user('x'), assistant('y')]),
    ],
    rejects: [
      {
        ...chat([user('x'), calls('1')]),
        says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: 1",
      },
      { ...chat([user('x'), calls('1', '2'), tool('1')]), says: 'did not have response messages: 2' },
      { ...chat([user('x'), calls('1'), user('never mind')]), says: 'response messages: 1' },
    ],
  },
  'C-02': {
    accepts: [
      chat([user('x'), calls('1'), tool('1')]),
      chat([user('x'), calls('1', '2'), tool('1'), tool('2')]),
      chat([user('x')]),
    ],
    rejects: [
      {
        ...chat([user('x'), tool('1')]),
        says: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      },
      { ...chat([tool('1'), user('x')]), says: "must be a response to a preceeding message with 'tool_calls'" },
      {
        ...chat([user('x'), calls('1'), tool('1'), tool('2')]),
        says: "'tool_call_id' of '2' not found in 'tool_calls' of previous message.",
      },
    ],
  },
  'C-03': {
    accepts: [
      chat([user('x'), calls('1'), tool('1'), user('y')]),
      chat([user('x'), calls('1', '2'), tool('1'), tool('2'), assistant('z')]),
      chat([user('x'), calls('1'), tool('1'), calls('2'), tool('2')]),
    ],
    rejects: [
      { ...chat([user('x'), calls('1'), user('wait'), tool('1')]), says: 'did not have response messages: 1' },
      {
        ...chat([user('x'), calls('1', '2'), tool('1'), user('wait'), tool('2')]),
        says: 'did not have response messages: 2',
      },
      {
        ...chat([user('x'), calls('1'), { role: 'system', content: 's' }, tool('1')]),
        says: "must be followed by tool messages responding to each 'tool_call_id'",
      },
    ],
  },
  'C-04': {
    accepts: [
      chat([user('x'), calls('x'.repeat(40)), tool('x'.repeat(40))]),
      chat([user('x'), calls('1'), tool('1')]),
      chat([user(long)]),
    ],
    rejects: [
      {
        ...chat([user('x'), calls(long), tool(long)]),
        says: 'string too long. Expected a string with maximum length 40',
      },
      {
        ...chat([user('x'), calls('1', `${long}2`), tool('1'), tool(`${long}2`)]),
        says: "Invalid 'messages[1].tool_calls[1].id'",
      },
      { ...chat([user('x'), calls(long.repeat(2)), tool(long.repeat(2))]), says: 'with length 82 instead' },
    ],
  },
  'C-05': {
    accepts: [
      chat([{ role: 'developer', content: 'd' }, user('x')]),
      chat([{ role: 'system', content: 's' }, user('x')], 'llama-3'),
      chat([{ role: 'function', name: 'f', content: 'x' }], 'gpt-4o'),
    ],
    rejects: [
      {
        ...chat([{ role: 'developer', content: 'd' }, user('x')], 'llama-3.3-70b'),
        says: "developer is not one of ['system', 'assistant', 'user', 'tool', 'function']",
      },
      { ...chat([{ role: 'robot', content: 'd' }]), says: 'robot is not one of' },
      { ...chat([user('x'), { content: 'no role' }]), says: 'is not one of' },
    ],
  },
  'C-06': {
    accepts: [
      chat([user('x'), { ...calls('1'), tool_calls: [call('1', '{"a": 1}')] }, tool('1')]),
      { ...chat([user('x'), calls('1'), tool('1')]), options: { strict: true } },
      chat([
        user('x'),
        { role: 'assistant', tool_calls: [{ id: '1', type: 'custom', custom: { name: 'g', input: 'free' } }] },
        tool('1'),
      ]),
    ],
    rejects: [
      {
        ...chat([user('x'), { ...calls('1'), tool_calls: [call('1', { a: 1 })] }, tool('1')]),
        says: 'expected a string',
      },
      {
        ...chat([user('x'), { ...calls('1'), tool_calls: [call('1', null)] }, tool('1')]),
        says: "Invalid type for 'messages[1].tool_calls[0].function.arguments'",
      },
      {
        ...chat([user('x'), { ...calls('1'), tool_calls: [call('1', '{broken')] }, tool('1')]),
        options: { strict: true },
        says: 'not valid JSON',
      },
      { ...chat([user('x'), { ...calls('1'), tool_calls: [call('1', '')] }, tool('1')]), says: 'not valid JSON' },
    ],
  },
  'C-07': {
    accepts: [
      chat([user('x'), calls('1'), tool('1', '')]),
      chat([user('x'), { role: 'assistant', content: null, refusal: 'no' }]),
      chat([user('x'), assistant('')]),
    ],
    rejects: [
      { ...chat([user('x'), assistant(null)]), says: 'expected a string, got null' },
      { ...chat([user('x'), { role: 'assistant' }]), says: "Invalid value for 'content'" },
      { ...chat([user('x'), calls('1'), tool('1', null)]), says: "Invalid value for 'content'" },
    ],
  },
}
