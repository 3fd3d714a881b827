import { assistant, text, user, type Fixtures } from '../fixture.ts'
import { ask, result, use } from './request.ts'

/** What a conversation and its messages are made of. */
export const messageRules: Fixtures = {
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
