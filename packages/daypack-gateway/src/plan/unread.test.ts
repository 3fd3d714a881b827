import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDaypack, type Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import { readBody } from '../../../daypack/src/wire/body.ts'
import { carriedMark } from '../session/carry-mark.ts'
import type { Agent, SentRequest, Turn } from '../session/agent.ts'
import { chatWire } from '../wires/chat.ts'
import { turnPlanner, type Started, type TurnPlanner } from './turn-planner.ts'
import { mayGoOn, mayStart, unreadTurn, type UnreadTurn } from './unread.ts'

const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: {} } } }]
const LONG = 'What does it say? '.repeat(1_500)
const user = (content: string) => ({ role: 'user', content })
const said = (content: string) => ({ role: 'assistant', content })
const bodyOf = (messages: JsonObject[]): Buffer => Buffer.from(JSON.stringify({ model: 'gpt-4.1', tools, messages }))
const replyOf = (content: string): JsonObject => ({
  model: 'gpt-4.1',
  choices: [{ index: 0, message: said(content), finish_reason: 'stop' }],
})
const talk = (name: string) => [user(`${name}: ${LONG}`), said('Yes.'), user('And then?')]

let pack: Daypack
let planner: TurnPlanner
let read: string[]
let problems: string[]

beforeEach(async () => {
  read = []
  problems = []
  pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false })
  planner = turnPlanner({ pack, onProblem: (problem) => problems.push(problem) })
})
afterEach(() => pack.close())

function unread(name: string, bytes: Buffer): UnreadTurn {
  return unreadTurn(chatWire, bytes, () => {
    read.push(name)
    const body = readBody(bytes)
    return body && { body, request: body.request }
  })
}

const sender = (session: string) => ({ headers: {}, scope: '', session })

async function logOf(id: string): Promise<string[]> {
  await planner.status()
  const session = await pack.session(id)
  await session.idle()
  return session.view.slots.map(({ message }) => `${message.role} ${JSON.stringify(message.blocks).slice(-12, -3)}`)
}

async function goesUnread(turn: Turn, name: string): Promise<Started> {
  const started = await planner.startUnread(turn as UnreadTurn, sender(name))
  if (!started) throw new Error('it was not sent')
  expect([started.sentBody, read]).toEqual([undefined, []])
  return started
}

test('a new conversation goes out before it is read, and so do its next turns; all of it is logged', async () => {
  const turns = [[...talk('s')], [said('Then it ends.'), user('Really?')], [said('Really.'), user('Why?')]]
  const [one, two, three] = turns.map((_, at) => bodyOf(turns.slice(0, at + 1).flat()))
  const started = await goesUnread(unread('first', one as Buffer), 's')
  // An agent waits for its reply: whoever comes meanwhile is read.
  expect(await planner.startUnread(unread('other', bodyOf(talk('s'))), sender('s'))).toBeUndefined()
  started.record(replyOf('Then it ends.'))
  ;(await goesUnread(unread('second', two as Buffer), 's')).record(replyOf('Really.'))
  expect((await logOf('s')).length).toBe(6)
  expect(read).toEqual(['first', 'second'])
  // In the log by now; of another process it is read.
  const third = unread('third', three as Buffer)
  expect(await turnPlanner({ pack }).startUnread(third, sender('s'))).toBeUndefined()
  read = []
  await goesUnread(third, 's')
  expect((await logOf('s')).length).toBe(7)
  expect(problems).toEqual([])
})

test('a summary that was asked for is kept as a note; it and what is beside are none of the conversation', async () => {
  const summary = bodyOf([...talk('t'), user('CONTEXT CHECKPOINT COMPACTION: create a handoff summary.')])
  const title = bodyOf([...talk('t'), user('Generate a concise, single-line task title for this.')])
  const broken = Buffer.from(`{"model":"gpt-4.1","assistant"${LONG}`)
  const abouts = { summary, other: title, broken }
  for (const [name, bytes] of Object.entries(abouts)) {
    const started = await goesUnread(unread(name, bytes), name)
    started.record(replyOf('A summary.'))
    expect(await logOf(name)).toEqual([])
    expect(started.about).toBe(name === 'broken' ? 'other' : name)
    const notes = (await pack.session(name)).view.marks.get('note')?.data
    expect(notes).toEqual(name === 'summary' ? expect.objectContaining({ text: 'A summary.' }) : undefined)
    read = []
  }
})

test('behind what was beside the conversation, it is read again', async () => {
  const one = bodyOf(talk('s'))
  ;(await goesUnread(unread('one', one), 's')).record(replyOf('It ends.'))
  await logOf('s')
  read = []
  const title = bodyOf([...talk('s'), user('Generate a concise, single-line task title for this.')])
  ;(await goesUnread(unread('title', title), 's')).record(replyOf('Ends'))
  await logOf('s')
  const two = unread('two', bodyOf([...talk('s'), said('It ends.'), user('Really?')]))
  expect(await planner.startUnread(two, sender('s'))).toBeUndefined()
})

test('where every turn is planned, it is read first', async () => {
  const eager = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false, preset: 'copaw' })
  const other = turnPlanner({ pack: eager })
  expect(await other.startUnread(unread('first', bodyOf(talk('s'))), sender('s'))).toBeUndefined()
  await eager.close()
})

test('refused, it is planned and sent again', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'bash', arguments: '{}' } }
  const bytes = bodyOf([user(LONG), { role: 'assistant', content: null, tool_calls: [call] }, user('Go on.')])
  const turn = unread('loose', bytes)
  const started = await goesUnread(turn, 'loose')
  const next = await planner.mend(turn, started, { status: 400, said: 'tool_calls must be followed by tool messages' })
  expect(next).toContain('"tool_call_id":"c"')
})

test('a start that may not fit, is short, or says nothing of its model is read first', () => {
  const options = { onProblem: () => {} }
  const whole = bodyOf(talk('s'))
  expect(mayStart(whole, options)).toBe(true)
  expect(mayStart(whole, { ...options, window: Math.ceil(whole.length / 1.5) })).toBe(true)
  expect(mayStart(whole, { ...options, window: Math.ceil(whole.length / 1.5) - 1 })).toBe(false)
  const long = (bytes: number) => {
    const shell = bodyOf([said(''), user('')]).length
    return bodyOf([said(''), user('x'.repeat(bytes - shell))])
  }
  expect([mayStart(long(16 * 1024 - 1), options), mayStart(long(16 * 1024), options)]).toEqual([false, true])
  expect(mayStart(bodyOf([...talk(carriedMark('carry-codex-1'))]), options)).toBe(false)
  // Nobody has answered yet: what memory knows may come in front.
  expect(mayStart(bodyOf([user(`${LONG} "assistant"`)]), options)).toBe(false)
  const unknown = Buffer.from(JSON.stringify({ model: 'my-model', messages: talk('s') }))
  expect([mayStart(unknown, options), mayStart(unknown, { ...options, window: 200_000 })]).toEqual([false, true])
  expect(mayStart(Buffer.from(JSON.stringify({ messages: talk('s'), model: 'gpt-4.1' })), options)).toBe(false)
})

describe('what goes on is read first', () => {
  const before = bodyOf(talk('s'))
  const after = bodyOf([...talk('s'), said('It ends.'), user('Really?')])
  const mayAppend = vi.fn((_: number) => true)
  const goesOn = (last: Partial<SentRequest> = {}, bytes = after, more: Partial<Agent> = {}) =>
    mayGoOn(
      {
        last: { turn: unread('before', before), spare: 1_000, ...last },
        planned: before.length,
        session: { mayAppend },
        ...more,
      } as unknown as Agent,
      bytes,
    )

  test.each<[string, Partial<SentRequest>, Partial<Agent>?]>([
    ['something before it was changed', { next: {} }],
    ['the client masked something', { unmasked: [] }],
    ['the session shows something else', { isStale: true }],
    ['old reasoning is left out', {}, { hasNoReasoning: true }],
    ['the output asked for may not fit', { spare: 9 }],
  ])('where %s', (_, last, more) => {
    expect([goesOn(), goesOn(last, after, more)]).toEqual([true, false])
  })
  test('where it is no longer, begins otherwise, or hides results that were told', () => {
    expect([goesOn({}, before), goesOn({}, bodyOf(talk('another')))]).toEqual([false, false])
    const other = bodyOf([user(`${LONG}${LONG}`), said('Yes.'), user('And then?')])
    expect(goesOn({}, other)).toBe(false)
    const masked = bodyOf([...talk('s'), said('It ends.'), user('[Old tool result content cleared]')])
    expect(goesOn({}, masked)).toBe(false)
  })
  test('where the session has no room for all that changed since its newest plan', () => {
    expect(goesOn({}, after, { planned: before.length - 5 })).toBe(true)
    expect(mayAppend).toHaveBeenLastCalledWith(after.length - before.length + 5)
    mayAppend.mockReturnValueOnce(false)
    expect(goesOn()).toBe(false)
  })
})
