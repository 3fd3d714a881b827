// The gateway as a whole: who pays for what, whose key goes where, and what is answered when something goes wrong.
import { describe, expect, test } from 'vitest'
import { createDaypack } from '../../daypack/src/daypack.ts'
import { memoryDriver } from '../../daypack/src/drivers/memory/index.ts'
import { DaypackError } from '../../daypack/src/model/errors.ts'
import { gateway, start } from '../test/each.ts'
import { HOST, model } from '../test/support.ts'
import type { AuditEntry } from './door/team.ts'
import { createGateway, type GatewayOptions } from './index.ts'
import type { Outgoing } from './http/upstream.ts'

const ANN = { name: 'ann', token: 'token-of-ann' }
const asked = JSON.stringify({ model, max_tokens: 100, messages: [{ role: 'user', content: 'Hello.' }] })

/** A gateway without a pack, what reached the provider, and what was noted of each request. */
function alone(options: Partial<GatewayOptions> = {}, upstream?: GatewayOptions['upstream']) {
  const sent: Outgoing[] = []
  const audit: AuditEntry[] = []
  const send = async (out: Outgoing) => {
    sent.push(out)
    return { status: 200, headers: { 'content-type': 'application/json' } }
  }
  const made = createGateway({
    pack: undefined,
    now: () => 7,
    onAudit: (one) => audit.push(one),
    upstream: upstream ?? send,
    ...options,
  })
  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    made.fetch(new Request(`${HOST}${path}`, init))
  const turn = (headers: Record<string, string> = {}, path = '/v1/messages') =>
    ask(path, { method: 'POST', body: asked, headers })
  return { made, sent, audit, ask, turn }
}
const errorOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: { message: string } }).error.message.replace(/^daypack: /, ''),
]

describe('a person', () => {
  const headers = { 'x-daypack-token': ANN.token }
  test('of a team asks so often a day and no more; what is no turn is not counted', async () => {
    const { turn, ask, sent, audit } = alone({ people: [{ ...ANN, requestsPerDay: 2 }] })
    expect((await ask('/v1/models', { headers: { ...headers, 'x-api-key': 'k' } })).status).toBe(200)
    expect((await turn(headers, '/v1/messages/count_tokens')).status).toBe(200)
    expect([(await turn(headers)).status, (await turn(headers)).status]).toEqual([200, 200])
    expect(await errorOf(await turn(headers))).toEqual([429, 'ann has made the 2 requests of today.'])
    expect([sent.length, audit.map(({ person, path, status, isTurn }) => [person, path, status, isTurn])]).toEqual([
      4,
      [
        ['ann', '/v1/models', 200, undefined],
        ['ann', '/v1/messages/count_tokens', 200, undefined],
        ['ann', '/v1/messages', 200, true],
        ['ann', '/v1/messages', 200, true],
        ['ann', '/v1/messages', 429, undefined],
      ],
    ])
  })
  test('whose bill nobody reads is counted by what was sent', async () => {
    const { turn, audit } = alone({ people: [ANN] })
    await turn(headers)
    expect(audit).toEqual([
      { at: 7, person: 'ann', path: '/v1/messages', status: 200, isTurn: true, tokens: Math.ceil(asked.length / 4) },
    ])
  })
  test('what could not be reached is not counted, and told with where', async () => {
    const { turn, audit } = alone({ people: [ANN] }, () => Promise.reject(new Error('refused')))
    expect(await errorOf(await turn(headers))).toEqual([
      502,
      'The provider at api.anthropic.com could not be reached: refused',
    ])
    expect(audit).toEqual([{ at: 7, person: 'ann', path: '/v1/messages', status: 502 }])
  })
  test('who leaves has asked all the same', async () => {
    const leaving = new AbortController()
    const { made, audit } = alone({ people: [ANN] }, async () => {
      leaving.abort()
      throw new Error('gone')
    })
    const { status } = await made.handle({
      method: 'POST',
      url: `${HOST}/v1/messages`,
      headers: { host: '127.0.0.1:4141', ...headers },
      body: Buffer.from(asked),
      signal: leaving.signal,
    })
    expect([status, audit.map((one) => [one.status, one.isTurn])]).toEqual([499, [[499, true]]])
  })
})

describe('the key of the proxy', () => {
  const keys = { anthropic: 'proxy-key' }
  test('goes in place of the client’s, to the server it is for', async () => {
    const { turn, sent } = alone({ keys, upstreams: { lab: 'https://lab.example' } })
    await turn({ 'x-api-key': 'own', authorization: 'Bearer own', 'x-id': '1' })
    await turn({ 'x-api-key': 'own' }, '/to/lab/v1/messages')
    const kept = sent.map(({ headers }) => [headers['x-api-key'], headers['authorization'], headers['x-id']])
    expect(kept).toEqual([
      ['proxy-key', undefined, '1'],
      ['own', undefined, undefined],
    ])
  })
  test('of another wire changes nothing', async () => {
    const { turn, sent } = alone({ keys: { gemini: 'g' } })
    await turn({ 'x-api-key': 'own' })
    expect(sent[0]?.headers['x-api-key']).toBe('own')
  })
})

describe('what goes wrong', () => {
  test('a body that is too large is refused as that; our own trouble says that it is ours', async () => {
    const refuse = (problem: Error) => alone({}, () => Promise.reject(problem))
    const large = refuse(new DaypackError('unsupported', 'too large'))
    expect(await errorOf(await large.turn())).toEqual([413, 'too large'])
    const [status, said] = await errorOf(await refuse(new Error('odd')).ask('/to/anthropic/x'))
    expect([status, said]).toEqual([502, 'The provider at api.anthropic.com could not be reached: odd'])
    const broken = alone({
      people: [ANN],
      onAudit: () => {
        throw new Error('no disk')
      },
    })
    expect((await broken.turn({ 'x-daypack-token': ANN.token })).status).toBe(502)
  })
  test('whether it lives is told to everybody, and nothing else', async () => {
    const { ask } = alone({ token: 'tok' })
    expect([(await ask('/daypack/health')).status, (await ask('/daypack/status')).status]).toEqual([200, 403])
  })
})

test('notes are served to whoever has the token, and to nobody where there is none', async () => {
  const statuses = async (options: Partial<GatewayOptions>) => {
    await start([], options)
    const ask = (headers: Record<string, string>) =>
      gateway.fetch(new Request(`${HOST}/daypack/memory/lines`, { headers }))
    return [(await ask({})).status, (await ask({ 'x-daypack-token': 'tok' })).status]
  }
  const [without, [nobody, holder]] = [await statuses({}), (await statuses({ token: 'tok' })) as [number, number]]
  expect([without, nobody, holder === 403]).toEqual([[403, 403], 403, false])
})

describe('a websocket', () => {
  const plan = (options: Partial<GatewayOptions>, path: string, headers: Record<string, string> = {}) =>
    alone(options).made.socket({ url: HOST + path, headers: { host: '127.0.0.1:4141', ...headers } })
  test('goes to the provider under its own scheme, with the turns of a wire that has frames', () => {
    const responses = plan({}, '/v1/responses?a=b', { authorization: 'Bearer k', connection: 'upgrade' })
    expect(responses).toMatchObject({
      url: 'wss://api.openai.com/v1/responses?a=b',
      headers: { authorization: 'Bearer k' },
    })
    expect(['turns' in responses && responses.turns !== undefined, 'connection' in (responses.headers ?? {})]).toEqual([
      true,
      false,
    ])
    expect(plan({}, '/v1/messages')).toMatchObject({ url: 'wss://api.anthropic.com/v1/messages', turns: undefined })
  })
  test('is refused as a request would be', () => {
    const statusOf = (answer: object) => ('status' in answer ? answer.status : 0)
    expect(statusOf(plan({}, '/nowhere'))).toBe(404)
    expect(statusOf(plan({ token: 'tok' }, '/v1/responses'))).toBe(403)
    const spent = { people: [{ ...ANN, requestsPerDay: 0 }] }
    expect(statusOf(plan(spent, '/v1/responses', { 'x-daypack-token': ANN.token }))).toBe(429)
  })
})

test('a turn is noted with its session, its model and its bill', async () => {
  const audit: AuditEntry[] = []
  await start([{ text: 'Hello to you.' }], { people: [ANN], onAudit: (one) => audit.push(one) })
  const answer = await gateway.fetch(
    new Request(`${HOST}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ ...JSON.parse(asked), tools: [{ name: 'read', input_schema: { type: 'object' } }] }),
      headers: { 'x-daypack-token': ANN.token, 'x-api-key': 'k', 'x-daypack-session': 'own' },
    }),
  )
  await answer.text()
  await expect.poll(() => audit.length).toBe(1)
  const [{ tokens = 0, at, ...entry } = {} as AuditEntry] = audit
  expect(entry).toEqual({ person: 'ann', path: '/v1/messages', status: 200, isTurn: true, session: 'own', model })
  expect([tokens > 10, at > 0]).toEqual([true, true])
})

test('all that a turn was billed for is counted, what came from the cache as well', async () => {
  const usage = { input_tokens: 3, cache_read_input_tokens: 40, cache_creation_input_tokens: 500, output_tokens: 6_000 }
  const reply = { id: 'm', type: 'message', role: 'assistant', model, content: [{ type: 'text', text: 'Hi.' }], usage }
  const audit: AuditEntry[] = []
  const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false })
  const made = createGateway({
    pack,
    people: [ANN],
    onAudit: (one) => audit.push(one),
    upstream: async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: (async function* () {
        yield Buffer.from(JSON.stringify(reply))
      })(),
    }),
  })
  const headers = { 'x-daypack-token': ANN.token, 'x-daypack-session': 'billed' }
  await (await made.fetch(new Request(`${HOST}/v1/messages`, { method: 'POST', body: asked, headers }))).text()
  await expect.poll(() => audit.map(({ tokens }) => tokens)).toEqual([6_543])
  await pack.close()
})

test('what the provider refused is no turn of the day', async () => {
  const answers = [299, 300, 404]
  const { turn, audit } = alone({
    people: [{ ...ANN, requestsPerDay: 1 }],
    upstream: async () => ({ status: answers.pop() ?? 200, headers: { 'content-type': 'application/json' } }),
  })
  const headers = { 'x-daypack-token': ANN.token }
  for (const status of [404, 300, 299, 429]) expect((await turn(headers)).status).toBe(status)
  expect(audit.map(({ isTurn }) => isTurn)).toEqual([undefined, undefined, true, undefined])
})
