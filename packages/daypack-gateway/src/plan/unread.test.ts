import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDaypack, type Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import { readBody } from '../../../daypack/src/wire/body.ts'
import { carriedMark } from '../session/carry-mark.ts'
import type { Turn } from '../session/agent.ts'
import { chatWire } from '../wires/chat.ts'
import { turnPlanner, type Started, type TurnPlanner } from './turn-planner.ts'
import { isCalm, mayGoUnread, unreadTurn, type UnreadTurn } from './unread.ts'

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
    return body && { wire: chatWire, body, request: body.request }
  })
}

const sender = (session: string) => ({ headers: {}, scope: '', session })

/** Four that are sent already and not planned yet: more that come now come in a burst. */
async function burst(): Promise<void> {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await planner.start(unread(`burst ${name}`, bodyOf([...talk(name)])), sender(`burst-${name}`))
  read = []
}

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

test('in a burst a new conversation goes out before it is read, and so does its next turn; all of it is logged', async () => {
  const first = unread('first', bodyOf(talk('s')))
  expect(await planner.startUnread(first, sender('s'))).toBeUndefined()
  await burst()
  const started = await goesUnread(first, 's')
  // An agent waits for its reply: whoever comes meanwhile is read.
  expect(await planner.startUnread(unread('other', bodyOf(talk('s'))), sender('s'))).toBeUndefined()
  started.record(replyOf('Then it ends.'))
  const second = unread('second', bodyOf([...talk('s'), said('Then it ends.'), user('Really?')]))
  ;(await goesUnread(second, 's')).record(replyOf('Really.'))
  expect((await logOf('s')).length).toBe(6)
  expect(read).toEqual(['first', 'second'])
  // It is known by now, and so is a session of the logs.
  await burst()
  expect(await planner.startUnread(unread('third', bodyOf(talk('s'))), sender('s'))).toBeUndefined()
  const again = turnPlanner({ pack })
  expect(await again.startUnread(unread('third', bodyOf(talk('s'))), sender('s'))).toBeUndefined()
  expect(problems).toEqual([])
})

test('what turns out to be none of the conversation leaves nothing in its log', async () => {
  await burst()
  const aside = bodyOf([...talk('t'), user('CONTEXT CHECKPOINT COMPACTION: create a handoff summary.')])
  for (const [name, bytes] of Object.entries({ aside, broken: Buffer.from(`{"model":"gpt-4.1","assistant"${LONG}`) })) {
    const started = await goesUnread(unread(name, bytes), name)
    started.record(replyOf('A summary.'))
    expect(await logOf(name)).toEqual([])
    expect(started.isDropped?.()).toBe(true)
    read = []
  }
})

test('where every turn is planned, it is read first', async () => {
  const eager = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false, preset: 'copaw' })
  const calm = async (from: Daypack) => isCalm(await from.session('s'))
  expect([await calm(pack), await calm(eager)]).toEqual([true, false])
  await eager.close()
})

test('refused, it is planned and sent again', async () => {
  await burst()
  const call = { id: 'c', type: 'function', function: { name: 'bash', arguments: '{}' } }
  const bytes = bodyOf([user(LONG), { role: 'assistant', content: null, tool_calls: [call] }, user('Go on.')])
  const turn = unread('loose', bytes)
  const started = await goesUnread(turn, 'loose')
  const next = await planner.mend(turn, started, { status: 400, said: 'tool_calls must be followed by tool messages' })
  expect(next).toContain('"tool_call_id":"c"')
})

test('what may not fit, is short, or says nothing of its model is read first', () => {
  const options = { onProblem: () => {} }
  const whole = bodyOf(talk('s'))
  expect(mayGoUnread(whole, options)).toBe(true)
  expect(mayGoUnread(whole, { ...options, window: 2 * whole.length })).toBe(true)
  expect(mayGoUnread(whole, { ...options, window: 2 * whole.length - 1 })).toBe(false)
  expect(mayGoUnread(bodyOf([user('Hello.')]), options)).toBe(false)
  expect(mayGoUnread(bodyOf([...talk(carriedMark('carry-codex-1'))]), options)).toBe(false)
  // Nobody has answered yet: what memory knows may come in front.
  expect(mayGoUnread(bodyOf([user(`${LONG} "assistant"`)]), options)).toBe(false)
  const unknown = Buffer.from(JSON.stringify({ model: 'my-model', messages: talk('s') }))
  expect([mayGoUnread(unknown, options), mayGoUnread(unknown, { ...options, window: 200_000 })]).toEqual([false, true])
  expect(mayGoUnread(Buffer.from(JSON.stringify({ messages: talk('s'), model: 'gpt-4.1' })), options)).toBe(false)
})
