import { ledger, noteReply } from '../../../src/codecs/anthropic/index.ts'
import { assistant, text, user, type Fixtures } from '../fixture.ts'
import { ask, cache, loop, on, result, thinking, tools, use } from './request.ts'

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

/** Thinking: where it must stand, and what it is bound to. */
export const thinkingRules: Fixtures = {
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
}

/** Three thoughts, the second left out. */
function dropMiddle() {
  const { known, messages } = bound()
  const third = [thinking('s3', 'three'), text('done')]
  noteReply(known, { system: 's', tools, messages } as never, third)
  const gone = messages.map((message, index) => (index === 3 ? assistant([text('then'), use('b')]) : message))
  return { ...ask([...gone, assistant(third), user('next')], { system: 's' }), options: { ledger: known } }
}
