// A request on its way to the provider and its answer on the way back: who is asked, who is told, and when.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import type { Admission } from '../door/admit.ts'
import type { Answer, Incoming, Outgoing } from '../http/upstream.ts'
import type { Started, TurnPlanner } from '../plan/turn-planner.ts'
import { anthropicWire } from '../wires/anthropic.ts'
import type { GatewayWire } from '../wires/wire.ts'
import { exchanger } from './exchange.ts'

const REPLY = { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'ok' }] }
const ASK = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const URL = 'http://provider/v1/messages'

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
const answer = (status: number, body?: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  ...(body && { body: bytesOf(JSON.stringify(body)) }),
})

type How = {
  answers?: (Answer | Error)[]
  kind?: Admission['kind'] | undefined
  wire?: GatewayWire
  headers?: Record<string, string>
  body?: Incoming['body']
  /** None: the turn is not ours. */
  started?: Partial<Started> | 'none'
  mended?: string
  counted?: string
  ownCalls?: true | string
  /** The client has left already. */
  hasLeft?: boolean
}

function exchange(how: How = {}) {
  const sent: Outgoing[] = []
  const told: string[] = []
  const note = (what: string) => () => void told.push(what)
  const offerModel = vi.fn((_: { ask?: unknown }) => {})
  const started = {
    agent: { session: { offerModel } },
    sentBody: undefined,
    record: note('recorded'),
    over: note('over'),
    ...(how.started === 'none' ? {} : how.started),
  } as unknown as Started
  const planner = {
    noteActivity: note('active'),
    passed: note('passed'),
    tell: (problem: Error) => void told.push(problem.message),
    start: async (_: unknown, __: unknown, isSummary: boolean) => {
      told.push(isSummary ? 'asked for a summary' : 'planned')
      return how.started === 'none' ? undefined : started
    },
    startUnread: async () => undefined,
    count: async () => how.counted,
    mend: async (_: unknown, __: unknown, { status, said }: { status: number; said: string }) => {
      told.push(`refused ${status} ${said}`)
      return how.mended
    },
  } as unknown as TurnPlanner
  const left = new AbortController()
  if (how.hasLeft) left.abort()
  const run = exchanger({
    planner,
    upstream: async (request) => {
      sent.push(request)
      const next = how.answers?.[sent.length - 1] ?? answer(200, REPLY)
      if (next instanceof Error) throw next
      return next
    },
    sign: (headers) => ({ ...headers, signed: 'yes' }),
    ownCalls: how.ownCalls,
    pingMs: 60_000,
    onEnd: (_, __, ___, reply) => void told.push(reply ? 'ended with a reply' : 'ended without'),
  })
  const { wire = anthropicWire, kind = 'turn' } = how
  const headers = how.headers ?? {}
  const admission = { url: URL, wire, kind, route: { path: '/v1/messages' }, sender: { scope: 'a', headers } }
  const body = 'body' in how ? how.body : Buffer.from(JSON.stringify(ASK))
  const incoming = { method: 'POST', url: URL, headers, body, signal: left.signal }
  const done = run(incoming, admission as unknown as Admission)
  return { done, sent, told, left, offerModel }
}

async function textOf({ body }: Answer): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body ?? []) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
const bodiesOf = (sent: readonly Outgoing[]) => sent.map(({ body }) => body && Buffer.from(body).toString())

describe('a turn', () => {
  test('is planned, sent and recorded, and its end is told once', async () => {
    const { done, sent, told } = exchange()
    const { answer: got, ...rest } = await done
    expect(rest).toEqual({ isTurn: true })
    expect(JSON.parse(await textOf(got))).toEqual(REPLY)
    expect(told).toEqual(['active', 'active', 'planned', 'active', 'recorded', 'ended with a reply', 'over'])
    expect(bodiesOf(sent)).toEqual([JSON.stringify(ASK)])
    expect(sent[0]).toMatchObject({
      url: URL,
      method: 'POST',
      headers: { signed: 'yes', 'accept-encoding': 'identity' },
    })
  })
  test('with a body of ours is plain, whatever the one that came was packed with', async () => {
    const headers = { 'content-encoding': 'identity' }
    const { done, sent } = exchange({ headers, started: { sentBody: '{"short":1}' } })
    await done
    expect(bodiesOf(sent)).toEqual(['{"short":1}'])
    expect(sent[0]?.headers).not.toHaveProperty('content-encoding')
    const plain = exchange({ headers })
    await plain.done
    expect(plain.sent[0]?.headers).toHaveProperty('content-encoding', 'identity')
  })
  test('whose provider cannot be reached is over, and says so', async () => {
    const { done, told } = exchange({ answers: [new Error('no route')] })
    await expect(done).rejects.toThrow('no route')
    expect(told).toEqual(['active', 'active', 'planned', 'over'])
  })
  test.each([199, 300, 500])('answered with status %i is over and not read', async (status) => {
    const { done, told } = exchange({ answers: [answer(status, { why: 'x' })] })
    const { answer: got, ...rest } = await done
    expect([got.status, await textOf(got), rest]).toEqual([status, '{"why":"x"}', {}])
    expect(told.slice(3)).toEqual(['active', 'over'])
  })
  test.each([200, 299])('answered with status %i is read', async (status) => {
    const { done, told } = exchange({ answers: [answer(status, REPLY)] })
    await textOf((await done).answer)
    expect(told).toContain('ended with a reply')
  })
})

describe('a client that leaves', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('ends its turn at once, and is told of a moment later, in case the reply is already here', async () => {
    const { done, told, left } = exchange()
    await done
    left.abort()
    expect(told.slice(4)).toEqual(['over'])
    vi.advanceTimersByTime(999)
    expect(told).not.toContain('ended without')
    vi.advanceTimersByTime(1)
    expect(told.slice(4)).toEqual(['over', 'ended without'])
  })
  test('before the answer came is told of as well', async () => {
    const { done, told } = exchange({ hasLeft: true })
    await done
    expect(told).not.toContain('ended without')
    vi.advanceTimersByTime(1_000)
    expect(told).toContain('ended without')
  })
})

describe('a refusal', () => {
  test.each([400, 413, 422])(
    'with status %i is mended once, and what the second says is the answer',
    async (status) => {
      const { done, sent, told } = exchange({
        answers: [answer(status, { why: 'long' }), answer(400)],
        mended: '{"n":2}',
      })
      expect((await done).answer.status).toBe(400)
      expect(bodiesOf(sent)).toEqual([JSON.stringify(ASK), '{"n":2}'])
      expect(told).toContain(`refused ${status} {"why":"long"}`)
    },
  )
  test.each([401, 429, 500])('with status %i would be said of the original too', async (status) => {
    const { done, sent } = exchange({ answers: [answer(status)], mended: '{"n":2}' })
    expect([(await done).answer.status, sent.length]).toEqual([status, 1])
  })
  test('that cannot be mended goes on, all of it', async () => {
    const { done, sent } = exchange({ answers: [answer(400, { why: 'x'.repeat(100_000) })] })
    expect(await textOf((await done).answer)).toHaveLength(100_010)
    expect(sent).toHaveLength(1)
  })
  test('of what we made is answered with the bytes that came', async () => {
    const text = JSON.stringify(ASK)
    const { done, sent } = exchange({ started: { sentBody: '{}' }, answers: [answer(400)], mended: text })
    await done
    expect(bodiesOf(sent)).toEqual(['{}', text])
    expect(sent[1]?.body).toBeInstanceOf(Uint8Array)
  })
})

describe('what is none of ours passes', () => {
  const bytes = Buffer.from(JSON.stringify(ASK))
  test.each<[string, How, number]>([
    ['another request', { kind: 'other' }, bytes.length],
    ['a request without a body', { body: undefined }, 0],
    ['an empty body', { body: Buffer.alloc(0) }, 0],
    ['a body that is read when asked', { kind: 'other', body: async () => bytes }, bytes.length],
    ['what is no JSON', { body: Buffer.from('{') }, 1],
    ['a body without a conversation', { body: Buffer.from('{"messages":1}') }, 14],
    ['a conversation the provider holds', { body: Buffer.from('{"messages":[],"thread":{}}') }, 27],
    ['a packing nobody knows', { headers: { 'content-encoding': 'odd' } }, bytes.length],
    ['a side request', { started: 'none' }, bytes.length],
  ])('%s', async (_, how, passedBytes) => {
    const { done, sent, told } = exchange(how)
    const { answer: got, ...rest } = await done
    expect([got.status, rest]).toEqual([200, { passedBytes }])
    expect(told.filter((what) => what === 'passed' || what === 'recorded')).toEqual(['passed'])
    expect(sent).toHaveLength(1)
    expect('body' in (sent[0] ?? {})).toBe(passedBytes > 0)
    expect(sent[0]?.headers).not.toHaveProperty('accept-encoding')
  })
  test('a count is of what would be sent, or of what came', async () => {
    const planned = exchange({ kind: 'count', counted: '{"short":1}' })
    expect(await planned.done).toEqual({ answer: expect.objectContaining({ status: 200 }) as unknown })
    const unknown = exchange({ kind: 'count' })
    await unknown.done
    expect([...bodiesOf(planned.sent), ...bodiesOf(unknown.sent)]).toEqual(['{"short":1}', JSON.stringify(ASK)])
  })
  test('a compaction is a question about the conversation', async () => {
    const { done, told } = exchange({ kind: 'compact' })
    await done
    expect(told).toContain('asked for a summary')
  })
})

describe('calls of our own', () => {
  const offered = async (how: How) => {
    const { done, offerModel } = exchange(how)
    await done
    return offerModel.mock.calls.length
  }
  test('are offered to the session only where they were allowed and the request names its model', async () => {
    const nameless: JsonObject = { messages: ASK.messages }
    const body = Buffer.from(JSON.stringify(nameless))
    expect(await offered({ ownCalls: true })).toBe(1)
    expect(await offered({ ownCalls: 'other' })).toBe(1)
    expect(await offered({})).toBe(0)
    expect(await offered({ ownCalls: true, body })).toBe(0)
    expect(await offered({ ownCalls: 'other', body })).toBe(0)
    expect(await offered({ ownCalls: true, answers: [answer(500)] })).toBe(0)
  })
})
