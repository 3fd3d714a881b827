// Which requests stand beside a conversation: titles, judgements, questions about it.
import { expect, test } from 'vitest'
import { assistant, calls, results, user } from '../../../daypack/test/engine/say.ts'
import { chatWire } from '../wires/chat.ts'
import { responsesWire } from '../wires/responses.ts'
import type { GatewayWire } from '../wires/wire.ts'
import type { Agent, Turn } from './agent.ts'
import { isBeside, lastTexts, saidAside } from './side-requests.ts'

const TITLE = 'Generate a concise, single-line task title for this.'
const named = (hasTools: boolean) => ({ named: { id: 's', client: 'x', hasTools }, agent: undefined })
const agent = (hasTools: boolean) => ({ named: undefined, agent: { hasTools } as Agent })
const nobody = { named: undefined, agent: undefined }
type Messages = Parameters<typeof lastTexts>[0]
const asked = (wire: GatewayWire, request: object, messages: Messages) =>
  [{ wire, request } as Turn, { messages, bindsReasoning: false, requiresReasoning: false }] as const
const side = (request: object, messages: Messages, by: Parameters<typeof isBeside>[2] = nobody) =>
  isBeside(...asked(chatWire, request, messages), by)

test('the newest words in the user’s name: those behind the last reply, of two messages at most', () => {
  expect(lastTexts([])).toEqual([])
  expect(lastTexts([user('one'), user('two'), user('three')])).toEqual(['two', 'three'])
  expect(lastTexts([user('one'), assistant('x'), user('two')])).toEqual(['two'])
  expect(lastTexts([user('a'.repeat(500))])).toEqual(['a'.repeat(400)])
})

test('before results alone, those that the calls were made for', () => {
  const looking = [user('look'), calls('c'), results({ c: 'text' })]
  expect(lastTexts(looking)).toEqual(['look'])
  expect(lastTexts([user('first'), assistant('x'), ...looking])).toEqual(['look'])
  expect(lastTexts([assistant('said by itself')])).toEqual([])
  expect(lastTexts([results({ c: 'text' })])).toEqual([])
})

test('without tools it is beside whatever has tools otherwise', () => {
  const chat = [user('hello'), assistant('hi'), user('go on')]
  expect([side({}, chat, named(true)), side({}, chat, named(false)), side({}, chat, agent(true))]).toEqual([
    true,
    false,
    true,
  ])
})

test('of somebody unknown, one question is beside until an answer came back; a form asked for always is', () => {
  const chat = [user('hello'), assistant('hi'), user('go on')]
  const formatted = { response_format: { type: 'json_schema' } }
  expect([side({}, [user('hello')]), side({}, chat), side(formatted, chat), side({}, chat, agent(false))]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([side({}, [user('hello')], named(false)), side(formatted, chat, named(false))]).toEqual([false, false])
})

test('a summary is known by its wire or by its words, questions and titles by their words', () => {
  const about = (request: object, text: string) => saidAside(...asked(responsesWire, request, [user(text)]))
  expect([
    about({ input: [{ type: 'compaction_trigger' }] }, 'x'),
    about({ input: [] }, 'CONTEXT CHECKPOINT COMPACTION'),
    about({ input: [] }, 'This is a side question from the user.'),
    about({ input: [] }, TITLE),
    about({ input: [] }, 'fix the build'),
  ]).toEqual(['summary', 'summary', 'question', 'other', undefined])
})
