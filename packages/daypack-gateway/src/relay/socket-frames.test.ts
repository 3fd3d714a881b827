// Frame by frame: what goes to the provider for what the client sends, and to the client for what comes back.
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../daypack/src/model/json.ts'
import type { Started, TurnPlanner } from '../plan/turn-planner.ts'
import type { Agent, Turn } from '../session/agent.ts'
import type { Frames } from '../wires/wire.ts'
import { responsesWire } from '../wires/responses.ts'
import { socketTurns } from './socket.ts'

const said = (content: string) => ({ role: 'user', content })
const item = (id: string) => ({ type: 'message', id })
const done = (id: unknown, output: readonly Json[] = []) =>
  ({ type: 'response.completed', response: { id, output } }) as JsonObject
const refusal = (message: string) => ({ type: 'error', error: { type: 'invalid_request_error', message } })

type How = {
  /** What the planner sends in place of a list; the same list: it goes as it came. */
  plan?: (list: readonly Json[]) => readonly Json[]
  /** The turn is none of ours. */
  isForeign?: boolean
  limit?: string
  agent?: Partial<Agent>
  fails?: boolean
}

function socket(how: How = {}) {
  const toClient: Json[] = []
  const toProvider: Json[] = []
  const told: string[] = []
  const recorded: Json[] = []
  const replied: Json[] = []
  const turns: Turn[] = []
  const agent = { tally: { repaired: 0 }, ...how.agent } as Agent
  const planner = {
    tell: (problem: unknown) => void told.push(problem instanceof Error ? problem.message : String(problem)),
    async start(turn: Turn): Promise<Started | undefined> {
      if (how.fails) throw new Error('the planner failed')
      turns.push(turn)
      const list = turn.body.request['input'] as readonly Json[]
      const planned = how.plan?.(list) ?? list
      const started = {
        agent,
        sentBody: how.plan && 'changed',
        list: () => planned,
        record: (reply: JsonObject) => void recorded.push(reply),
        over: () => {},
      }
      return how.isForeign ? undefined : started
    },
  } as unknown as TurnPlanner
  const ends = socketTurns(
    {
      wire: responsesWire,
      frames: responsesWire.frames as Frames,
      planner,
      sender: { scope: '', headers: {} },
      limit: () => how.limit,
      onReply: (_, __, reply) => void replied.push(reply),
    },
    {
      toClient: (text) => void toClient.push(text.startsWith('{') ? (JSON.parse(text) as Json) : text),
      toProvider: (text) => void toProvider.push(text.startsWith('{') ? (JSON.parse(text) as Json) : text),
    },
  )
  const asks = (input: readonly Json[], more: JsonObject = {}) =>
    ends.fromClient(JSON.stringify({ type: 'response.create', ...more, input }))
  const answers = (...events: JsonObject[]) => events.forEach((event) => ends.fromProvider(JSON.stringify(event)))
  return { ends, asks, answers, toClient, toProvider, told, recorded, replied, turns, agent }
}
const frame = (input: readonly Json[], more: JsonObject = {}) => ({ type: 'response.create', ...more, input })
const after = (id: string) => ({ previous_response_id: id })

describe('a turn', () => {
  test('is planned with the whole conversation as one request of its wire', async () => {
    const { asks, answers, turns } = socket()
    await asks([said('é')], { model: 'm' })
    answers(done('r1', [item('a')]))
    await asks([said('b')], { model: 'm', ...after('r1') })
    const whole = { model: 'm', input: [said('é'), item('a'), said('b')] }
    expect(turns[1]?.request).toEqual(whole)
    const body = turns[1]?.body
    expect(body?.text()).toBe(JSON.stringify(whole))
    expect(body?.length).toBe(Buffer.byteLength(JSON.stringify(whole)))
    expect(Buffer.from(body?.source ?? []).toString()).toBe(JSON.stringify(whole))
    expect(body?.write({ a: 1 })).toBe('{"a":1}')
  })
  test('goes on as it came where nothing in it changed', async () => {
    const { asks, answers, toProvider } = socket()
    await asks([said('a')])
    answers(done('r1', [item('a')]))
    await asks([said('b')], after('r1'))
    expect(toProvider).toEqual([frame([said('a')]), frame([said('b')], after('r1'))])
  })
  test('behind an earlier answer, the whole of it goes out', async () => {
    const { asks, answers, toProvider } = socket()
    await asks([said('a')])
    answers(done('r1'))
    await asks([said('b')], after('r1'))
    answers(done('r2'))
    await asks([said('c')], after('r1'))
    expect(toProvider[2]).toEqual(frame([said('a'), said('c')]))
  })
  test('changed in its end alone it goes on from what the provider has', async () => {
    const { asks, answers, toProvider } = socket({
      plan: (list) => list.map((one, at) => (at === 2 ? said('B') : one)),
    })
    await asks([said('a')])
    answers(done('r1', [item('a')]))
    await asks([said('b')], after('r1'))
    expect(toProvider[1]).toEqual(frame([said('B')], after('r1')))
  })
  test.each<[string, (list: readonly Json[]) => readonly Json[]]>([
    ['changed in its beginning', (list) => (list.length === 1 ? list : [said('A'), ...list.slice(1)])],
    ['no longer than what the provider has', (list) => list.slice(0, 2)],
  ])('%s it goes out whole', async (_, plan) => {
    const { asks, answers, toProvider } = socket({ plan })
    await asks([said('a')])
    answers(done('r1', [item('a')]))
    await asks([said('b')], after('r1'))
    expect(toProvider[1]).toEqual(frame(plan([said('a'), item('a'), said('b')])))
  })
  test("that is none of ours goes on with all it says, and its answer is nobody's", async () => {
    const { asks, answers, toProvider, recorded, replied } = socket({ isForeign: true })
    await asks([said('a')])
    answers(done('r1'))
    expect([toProvider, recorded, replied]).toEqual([[frame([said('a')])], [], []])
  })
  test('beyond the limit is refused, and the provider hears nothing', async () => {
    const { asks, toClient, toProvider } = socket({ limit: 'enough' })
    await asks([said('a')])
    expect(toClient).toMatchObject([{ type: 'error', status: 429, error: { message: 'enough' } }])
    expect(toProvider).toEqual([])
    await asks([said('a')], { generate: false })
    expect(toProvider).toHaveLength(1)
  })
  test('that only warms the cache is not planned, and a turn goes on from it', async () => {
    const { asks, answers, toProvider, turns } = socket()
    await asks([said('a')], { generate: false })
    answers(done('r1'))
    await asks([said('b')], after('r1'))
    expect(toProvider).toEqual([frame([said('a')], { generate: false }), frame([said('b')], after('r1'))])
    expect(turns.map(({ request }) => request['input'])).toEqual([[said('a'), said('b')]])
  })
})

describe('what goes on as it came', () => {
  test('what is no JSON, no question, or goes on from an answer nobody here knows', async () => {
    const { ends, asks, answers, toProvider, turns, recorded } = socket()
    await ends.fromClient('noise')
    await asks([said('a')])
    await ends.fromClient('{"type":"response.cancel"}')
    await asks([said('b')], after('gone'))
    expect(toProvider).toEqual([
      'noise',
      frame([said('a')]),
      { type: 'response.cancel' },
      frame([said('b')], after('gone')),
    ])
    expect(turns).toHaveLength(1)
    // The answer is of the question nobody here knows, and not of the turn before it.
    answers(done('r1'))
    expect(recorded).toEqual([])
  })
  test('a frame that is no question leaves the turn waiting for its answer', async () => {
    const { ends, asks, answers, recorded } = socket()
    await asks([said('a')])
    await ends.fromClient('{"type":"response.cancel"}')
    answers(done('r1'))
    expect(recorded).toHaveLength(1)
  })
  test('a turn on which we fail, and we say so', async () => {
    const { asks, toProvider, told } = socket({ fails: true })
    await asks([said('a')])
    expect([toProvider, told]).toEqual([[frame([said('a')])], ['the planner failed']])
  })
  test('every event of the provider, whatever it is', () => {
    const { ends, answers, toClient, told } = socket()
    ends.fromProvider('noise')
    answers({ type: 'response.created' }, refusal('nothing was asked'), done('r0'))
    expect(toClient).toEqual(['noise', { type: 'response.created' }, refusal('nothing was asked'), done('r0')])
    expect(told).toEqual([])
  })
})

describe('an answer', () => {
  const [one, two] = [item('1'), item('2')].map((each) => ({ type: 'response.output_item.done', item: each }))
  test('is recorded once, with the items that came before its end where its end has none', async () => {
    const { asks, answers, recorded, replied } = socket()
    await asks([said('a')])
    answers(one ?? {}, two ?? {}, done('r1'), done('r1'))
    expect(recorded).toEqual([{ id: 'r1', output: [item('1'), item('2')] }])
    expect(replied).toEqual(recorded)
  })
  test('what its end lists is what counts', async () => {
    const { asks, answers, recorded } = socket()
    await asks([said('a')])
    answers(one ?? {}, done('r1', [item('2')]))
    expect(recorded).toEqual([{ id: 'r1', output: [item('2')] }])
  })
  test('without a name nothing goes on from it', async () => {
    const { asks, answers, recorded, toProvider } = socket()
    await asks([said('a')])
    answers(done('r1', [item('1')]))
    await asks([said('b')], after('r1'))
    answers(done(7))
    await asks([said('c')], after('7'))
    expect(recorded).toHaveLength(2)
    expect(toProvider[2]).toEqual(frame([said('c')], after('7')))
  })
  test('eight of them are held, and the oldest goes', async () => {
    const { asks, answers, turns } = socket()
    for (let n = 0; n < 9; n++) {
      await asks([said('a')])
      answers(done(`r${n}`))
    }
    await asks([said('b')], after('r1'))
    expect(turns).toHaveLength(10)
    await asks([said('b')], after('r0'))
    expect(turns).toHaveLength(10)
  })
})

describe('a refusal', () => {
  const plan = () => [said('short')]
  test('of what we made is answered with the plan, then with what the client has, then handed on', async () => {
    const { asks, answers, toClient, toProvider, told } = socket({ plan })
    await asks([said('a')])
    answers(refusal('no'), refusal('not that'), refusal('never'))
    expect(toProvider).toEqual([frame(plan()), frame(plan()), frame([said('a')])])
    expect(toClient).toEqual([refusal('never')])
    expect(told).toEqual(
      ['no', 'not that'].map((why) => `openai-responses: the provider rejected a frame; it was sent again: ${why}`),
    )
    await asks([said('b')])
    answers(refusal('again'))
    expect(toProvider).toHaveLength(5)
  })
  test('of what goes as it came is answered with the whole of it, once', async () => {
    const { asks, answers, toClient, toProvider } = socket()
    await asks([said('a')])
    answers(done('r1', [item('1')]))
    await asks([said('b')], after('r1'))
    answers(refusal('gone'), refusal('no'))
    expect(toProvider[2]).toEqual(frame([said('a'), item('1'), said('b')]))
    expect(toProvider).toHaveLength(3)
    expect(toClient.at(-1)).toEqual(refusal('no'))
  })
  test('in the middle of an answer is handed on: a part of it was shown already', async () => {
    const { asks, answers, toClient, toProvider } = socket({ plan })
    await asks([said('a')])
    answers({ type: 'response.output_item.done', item: item('1') }, refusal('no'))
    expect([toProvider.length, toClient.at(-1)]).toEqual([1, refusal('no')])
  })
  test('of old reasoning is answered without it, once for an agent', async () => {
    const { asks, answers, toProvider, agent } = socket()
    const reasoning = { type: 'reasoning', id: 'rs_1' }
    await asks([reasoning, said('a')])
    answers(refusal('reasoning is invalid'))
    expect(toProvider[1]).toEqual(frame([said('a')]))
    expect(agent).toMatchObject({ hasNoReasoning: true, tally: { repaired: 1 } })
    answers(refusal('reasoning is invalid'))
    expect(toProvider[2]).toEqual(frame([reasoning, said('a')]))
  })
})
