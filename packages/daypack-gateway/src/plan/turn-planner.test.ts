import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openaiChat } from '../../../daypack/src/codecs/openai-chat/index.ts'
import { createDaypack, type Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import type { Session } from '../../../daypack/src/session/session.ts'
import { readBody } from '../../../daypack/src/wire/body.ts'
import { createGateway, type Gateway } from '../index.ts'
import { turnPlanner, type Started, type TurnPlanner } from './turn-planner.ts'
import type { Turn } from '../session/agent.ts'
import { chatWire } from '../wires/chat.ts'
import type { GatewayWire } from '../wires/wire.ts'

const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: {} } } }]
const user = (content: string) => ({ role: 'user', content })
const fine = { role: 'assistant', content: 'Fine.' }
const REPLY: JsonObject = {
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }],
}

const WINDOW = 16_000
let pack: Daypack
let problems: string[]

beforeEach(async () => {
  problems = []
  pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false, window: WINDOW })
})

afterEach(async () => {
  vi.useRealTimers()
  await pack.close()
})

function turnOf(wire: GatewayWire, ...messages: JsonObject[]): Turn {
  const body = readBody(Buffer.from(JSON.stringify({ model: 'gpt-4o', tools, messages })), last)
  if (!body) throw new Error('no body')
  last = body
  return { wire, bytes: body.source, body, request: body.request }
}
let last: ReturnType<typeof readBody>

async function begins(planner: TurnPlanner, turn: Turn): Promise<Started> {
  const started = await planner.start(turn, { headers: {}, scope: '', session: 's' })
  if (!started) throw new Error('it is not managed')
  return started
}

test('where what is new cannot be read alone, the turn is managed with all of it', async () => {
  const planner = turnPlanner({ pack, onProblem: (problem) => problems.push(problem) })
  let isAlone = 0
  const wire: GatewayWire = {
    ...chatWire,
    codec: {
      ...openaiChat,
      decode(request: Parameters<typeof openaiChat.decode>[0]) {
        if (request.messages[0] !== first) {
          isAlone++
          throw new Error('a reply to nothing')
        }
        return openaiChat.decode(request)
      },
    },
  }
  const opening = turnOf(wire, user('One.'))
  const [first] = opening.request['messages'] as readonly unknown[]
  ;(await begins(planner, opening)).record(REPLY)
  ;(await begins(planner, turnOf(wire, user('One.'), fine, user('Two.')))).record(REPLY)
  expect(isAlone).toBe(1)
  expect({ problems, failedOpen: (await planner.status()).failedOpen }).toEqual({ problems: [], failedOpen: 0 })
  const session = await pack.session('s')
  await session.idle()
  expect(session.view.slots).toHaveLength(4)
})

test('a reply that cannot be read is told as a problem, whether its turn is in the log yet or not', async () => {
  const planner = turnPlanner({ pack, onProblem: (problem) => problems.push(problem) })
  const reply = () => {
    throw new Error('what a reply')
  }
  const wire: GatewayWire = { ...chatWire, codec: { ...openaiChat, reply }, leavesNames: () => true }
  const first = await begins(planner, turnOf(wire, user('One.')))
  expect(first.agent.later).toBeUndefined()
  first.record(REPLY)
  const second = await begins(planner, turnOf(wire, user('One.'), fine, user('Two.')))
  expect(second.agent.later).toBeDefined()
  second.record(REPLY)
  await second.agent.later?.()
  expect(problems).toEqual(['what a reply'])
  expect((await pack.session('s')).view.slots).toHaveLength(3)
})

const big = (n: number) => Array.from({ length: 400 }, (_, line) => `step ${n} line ${line} of /src/${n}.ts`).join('\n')
const step = (n: number): JsonObject[] => {
  const call = { id: `c${n}`, type: 'function', function: { name: 'bash', arguments: `{"n":${n}}` } }
  const asks = { role: 'assistant', content: 'Fine.', tool_calls: [call] }
  return [asks, { role: 'tool', tool_call_id: `c${n}`, content: big(n) }]
}

/** A gateway whose session can be held up, and a provider that takes what is whole and fits into the window. */
function heldUp() {
  let hold: Promise<void> | undefined
  const sent: string[] = []
  const held: Daypack = {
    ...pack,
    async session(id) {
      const session = await pack.session(id)
      const own: Session = Object.create(session)
      own.mayAppend = () => false
      own.prepare = async (...args: Parameters<Session['prepare']>) => {
        await hold
        return session.prepare(...args) as never
      }
      return own
    },
  }
  const gateway = createGateway({
    pack: held,
    window: WINDOW,
    upstreams: { 'openai-chat': 'http://127.0.0.1:1/v1' },
    onProblem: (problem) => problems.push(problem),
    async upstream({ body }) {
      const text = typeof body === 'string' ? body : Buffer.from(body ?? []).toString()
      sent.push(text)
      const message = `This model's maximum context length is ${WINDOW} tokens.`
      const error = { error: { type: 'invalid_request_error', code: 'context_length_exceeded', message } }
      const isLong = text.length / 4 > WINDOW
      const isOpen = text.includes('tool_calls') && !text.includes('"role":"tool"')
      const open = { error: { type: 'invalid_request_error', message: 'a call has no result' } }
      const usage = { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: 5, total_tokens: 0 }
      return {
        status: isLong || isOpen ? 400 : 200,
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          yield Buffer.from(JSON.stringify(isLong ? error : isOpen ? open : { ...REPLY, usage }))
        })(),
      }
    },
  })
  return { gateway, sent, hold: (until: Promise<void> | undefined) => void (hold = until) }
}

/** Its time runs from when it is looked at. */
async function underWay(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
}

async function asked(gateway: Gateway, messages: readonly JsonObject[]): Promise<number> {
  const { status, body } = await gateway.handle({
    method: 'POST',
    url: 'http://127.0.0.1/v1/chat/completions',
    headers: { host: '127.0.0.1', 'x-daypack-session': 's' },
    body: Buffer.from(JSON.stringify({ model: 'gpt-4o', tools, messages })),
    signal: new AbortController().signal,
  })
  for await (const piece of body ?? []) void piece
  return status
}

test('R-10: what takes too long goes out as the turn before it did, with what is new: the whole would not fit', async () => {
  const { gateway, sent, hold } = heldUp()
  const messages: JsonObject[] = [user('Read all the files.')]
  for (let n = 0; n < 12; n++) {
    expect(await asked(gateway, messages)).toBe(200)
    messages.push(...step(n))
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  hold(new Promise(() => {}))
  const answered = asked(gateway, messages)
  await underWay()
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await answered).toBe(200)
  const before = (JSON.parse(sent.at(-2) ?? '') as { messages: unknown[] }).messages
  const now = (JSON.parse(sent.at(-1) ?? '') as { messages: unknown[] }).messages
  expect(now).toEqual([...before, ...messages.slice(-2)])
  expect(JSON.stringify(messages).length / 4).toBeGreaterThan(WINDOW)
  expect(await gateway.status()).toMatchObject({ failedOpen: 1 })
  // What was held up is managed when it can be again.
  hold(undefined)
  expect(await asked(gateway, [...messages, fine, user('And?')])).toBe(200)
})

const loop = () => [user('Read all the files.'), ...Array.from({ length: 12 }, (_, n) => step(n)).flat()]

test('what takes too long and would not fit, with nothing before it, is waited for', async () => {
  const { gateway, sent, hold } = heldUp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  hold(new Promise((resolve) => setTimeout(resolve, 15_000)))
  const answered = asked(gateway, loop())
  await underWay()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answered).toBe(200)
  expect(sent).toHaveLength(1)
  expect((sent[0] ?? '').length / 4).toBeLessThan(WINDOW)
})

test('what went out unmanaged and is refused for any reason is sent again as soon as it is managed', async () => {
  const { gateway, sent, hold } = heldUp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  hold(new Promise((resolve) => setTimeout(resolve, 15_000)))
  // A call without a result, as some clients send it after they were stopped: the session mends it.
  const [call] = step(1)
  const answered = asked(gateway, [user('Look.'), call ?? {}, user('Never mind.')])
  await underWay()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answered).toBe(200)
  expect(sent).toHaveLength(2)
})

test('R-10: what never ends goes out as it came: one that fits soon, one that does not after a minute', async () => {
  const { gateway, sent, hold } = heldUp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  hold(new Promise(() => {}))
  const small = asked(gateway, [user('Hello.')])
  await underWay()
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await small).toBe(200)
  const large = asked(gateway, loop())
  await underWay()
  await vi.advanceTimersByTimeAsync(55_000)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await large).toBe(400)
  expect(sent[1]).toBe(JSON.stringify({ model: 'gpt-4o', tools, messages: loop() }))
})
