import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { anthropic } from '../codecs/anthropic/index.ts'
import { DaypackError } from '../model/errors.ts'
import { assistant, user } from '../../test/engine/say.ts'
import { decodeReply, decodeRequest, isSideRequest } from './receive.ts'

const answer = { role: 'assistant', content: [{ type: 'text', text: 'hi' }], usage: { input_tokens: 1 } }

test.each<[string, unknown, string]>([
  ['an HTTP response', new Response('{}'), 'give its parsed body'],
  ['a stream of the web', new ReadableStream(), 'read it to its end'],
  ['a stream of Node', (async function* () {})(), 'read it to its end'],
  ['nothing said and nothing billed', { role: 'assistant', content: [] }, 'nothing in it is an answer'],
  ['null', null, 'is it the codec of your provider?'],
])('%s is no reply, and it is said what to give', (_, response, told) => {
  expect(() => decodeReply(anthropic, response as never)).toThrow(told)
})

test('a reply of words without a bill, or of a bill without words, is one', () => {
  const { usage: _, ...unbilled } = answer
  expect(decodeReply(anthropic, unbilled as never).messages).toHaveLength(1)
  expect(decodeReply(anthropic, { ...answer, content: [] }).billed).toMatchObject({ input: 1 })
})

test('a reply of several messages is empty only when all of them are', () => {
  const codec = (...texts: string[]) => ({
    name: 'mine',
    reply: () => ({
      messages: texts.map((text) => ({ ...assistant(text), blocks: text ? assistant(text).blocks : [] })),
    }),
  })
  expect(decodeReply(codec('', 'said'), {}).messages).toHaveLength(2)
  expect(() => decodeReply(codec('', ''), {})).toThrow('nothing in it is an answer')
})

test('a request that a codec cannot read names the codec; its own errors go through as they are', () => {
  const broken = { name: 'mine', decode: () => JSON.parse('{') as never }
  expect(() => decodeRequest(broken, {})).toThrow(/The codec mine can't read this request \(.*\); is it the codec/)
  const own = new DaypackError('bad-config', 'nothing to read')
  const refusing = {
    name: 'mine',
    decode: () => {
      throw own
    },
    reply: () => {
      throw own
    },
  }
  expect(() => decodeRequest(refusing, {})).toThrow(own)
  expect(() => decodeReply(refusing, {})).toThrow(own)
  const odd = { ...anthropic, misread: () => 'it has no messages' }
  expect(() => decodeRequest(odd, { messages: [] })).toThrow('it has no messages')
})

test('a side request: one or two short questions of the user that share nothing with a conversation of four', async () => {
  const desk = openDesk()
  const isSide = (...messages: Parameters<typeof user>[0][] | ReturnType<typeof user>[]) =>
    isSideRequest(
      desk.view,
      {
        messages: messages.map((one) => (typeof one === 'string' ? user(one) : one)),
        bindsReasoning: false,
        requiresReasoning: false,
      },
      1_000,
    )
  for (const [at, message] of [user('a'), assistant('b'), user('c')].entries()) {
    await desk.say(message)
    expect([at, isSide('a title?')]).toEqual([at, false])
  }
  await desk.say(assistant('d'))
  expect(isSide('a title?')).toBe(true)
  expect(isSide('a title?', 'and a summary?')).toBe(true)
  expect(isSide('one', 'two', 'three')).toBe(false)
  expect(isSide()).toBe(false)
  expect(isSide('a')).toBe(false)
  expect(isSide('a title?', 'c')).toBe(false)
  expect(isSide(user('a title?'), assistant('x'))).toBe(false)
  // A quarter of the window, at three bytes a token.
  expect([isSide('x'.repeat(600)), isSide('x'.repeat(760))]).toEqual([true, false])
})
