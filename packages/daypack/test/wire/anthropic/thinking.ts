import { assistant, text, user, type Fixtures } from '../fixture.ts'
import { ask, loop, on, result, thinking, use } from './request.ts'

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
