import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDaypack, type Daypack } from 'daypack'
import { createGateway, type AuditEntry, type Gateway, type Outgoing } from 'daypack-gateway'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countAttack } from '../../../daypack-testing/test/attack.ts'

// Ann and Bob share a proxy, each with a token of their own. Ann wants what Bob said, or more than her share.

const TOKENS = { ann: 'token-of-ann-0123', bob: 'token-of-bob-0123' }
const SECRET = 'the vault opens at nine'
const HELD = 'held-by-the-proxy'
const SPYING = 'one of a team reads what another said: status, metrics, notes, sessions, tokens of both'
const LIMITS = 'one of a team asks for more than the limit of the day, or for the key of the proxy'

let dir: string
let pack: Daypack
let gateway: Gateway
let sent: Outgoing[]
let audit: AuditEntry[]
let stall: Promise<void> | undefined

const reply = JSON.stringify({
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-4-5',
  content: [{ type: 'text', text: 'Done.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 10, output_tokens: 1 },
})
async function* bodyOf(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(reply.slice(0, 20))
  await stall
  yield Buffer.from(reply.slice(20))
}

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'daypack-team-'))
  pack = await createDaypack({ dir })
  ;[sent, audit, stall] = [[], [], undefined]
  gateway = createGateway({
    pack,
    upstreams: { anthropic: 'https://provider.test', other: 'https://other.test' },
    people: [
      { name: 'ann', token: TOKENS.ann, requestsPerDay: 3 },
      { name: 'bob', token: TOKENS.bob },
    ],
    keys: { anthropic: HELD },
    onAudit: (entry) => audit.push(entry),
    async upstream(out) {
      sent.push(out)
      return { status: 200, headers: { 'content-type': 'application/json' }, body: bodyOf() }
    },
  })
})
afterEach(async () => {
  await pack.close()
  rmSync(dir, { recursive: true, force: true })
})

type Asked = { token?: string; headers?: Record<string, string>; method?: string; body?: unknown; signal?: AbortSignal }

async function call(where: string, { token = TOKENS.ann, headers, method, body, signal }: Asked = {}): Promise<string> {
  const answer = await gateway.handle({
    url: `http://127.0.0.1${where}`,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'x-daypack-token': token, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)) }),
    signal: signal ?? new AbortController().signal,
  })
  const pieces: Uint8Array[] = []
  for await (const piece of answer.body ?? []) {
    pieces.push(piece)
    if (signal?.aborted) break
  }
  return `${answer.status} ${Buffer.concat(pieces).toString()}`
}
const tools = [{ name: 'read', input_schema: { type: 'object' } }]
const turn = (...messages: unknown[]) => ({ model: 'claude-opus-4-5', max_tokens: 9, tools, messages })
const user = (content: unknown) => ({ role: 'user', content })

describe('what Bob said stays with Bob', () => {
  let session: string
  let line: string
  beforeEach(async () => {
    const bob = { token: TOKENS.bob, headers: { 'x-claude-code-session-id': 'shared' } }
    await call('/v1/messages', { ...bob, body: turn(user('Hi.'), { role: 'assistant', content: 'Hi.' }, user(SECRET)) })
    await call('/daypack/memory/lines', { ...bob, body: { text: `Says that ${SECRET}.` } })
    session = JSON.parse((await call('/daypack/status', bob)).slice(4)).sessions[0].session
    line = JSON.parse((await call('/daypack/memory/lines', bob)).slice(4)).lines[0].id
    expect(session).toBeTruthy()
    expect(line).toBeTruthy()
  })

  test.each<[string, () => Promise<string>]>([
    ['the status', () => call('/daypack/status')],
    ['the status of another name', () => call('/daypack/status?user=bob')],
    ['the metrics', () => call('/daypack/metrics')],
    ['the notes', () => call('/daypack/memory/lines')],
    ['the notes of another name', () => call('/daypack/memory/lines?user=bob')],
    ['the notes of another name, twice', () => call('/daypack/memory/lines?user=ann&user=bob')],
    ['the notes of a project', () => call('/daypack/memory/lines?project=x&user=bob&agent=y')],
    ['a search', () => call('/daypack/memory/search?q=vault&limit=100&user=bob')],
    ['a line by its id', () => call(`/daypack/memory/lines/${line}`)],
    ['the history of a line', () => call(`/daypack/memory/lines/${line}/history?user=bob`)],
    ['a path to the other folder', () => call('/daypack/memory/lines/..%2f..%2fuser-bob')],
    ['half a letter in the path', () => call('/daypack/memory/lines/%ff')],
    ['the start of the token', () => call('/daypack/memory/lines', { token: TOKENS.bob.slice(0, -1) })],
    ['both tokens in one header', () => call('/daypack/memory/lines', { token: `${TOKENS.ann}, ${TOKENS.bob}` })],
    ['his name as the token', () => call('/daypack/memory/lines', { token: 'bob' })],
    ['no token', () => call('/daypack/memory/lines', { token: '' })],
    ['the end of an address that needs none', () => call('/daypack/memory/lines?/daypack/health', { token: '' })],
    ['his session in the path', () => call(`/s/${session}/v1/messages`, { body: turn(user('What did I say?')) })],
    [
      'his session in a header',
      () =>
        call('/v1/messages', {
          headers: { 'x-daypack-session': session, 'x-claude-code-session-id': 'shared' },
          body: turn(user('Hi.'), { role: 'assistant', content: 'Hi.' }, user('What did I say?')),
        }),
    ],
  ])('%s', async (_, attack) => {
    const before = sent.length
    const got = await attack()
    expect(got).not.toContain('vault')
    expect(got).not.toContain(session)
    expect(
      sent
        .slice(before)
        .map(({ body }) => String(body))
        .join(),
    ).not.toContain('vault')
    countAttack(SPYING, 1)
  })

  test.each(['PATCH', 'DELETE', 'PUT'])('%s changes none of his lines', async (method) => {
    await call(`/daypack/memory/lines/${line}?user=bob`, { method, body: { text: 'Planted.' } })
    const bob = await call('/daypack/memory/lines', { token: TOKENS.bob })
    expect(bob).toContain('vault')
    expect(bob).not.toContain('Planted')
    countAttack(SPYING, 1)
  })
})

describe('a limit is a limit', () => {
  const body = turn(user('Hi.'))
  const reached = () => sent.filter(({ url }) => !url.endsWith('/count_tokens')).length

  test('many at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => call('/v1/messages', { body })))
    expect(reached()).toBe(3)
    countAttack(LIMITS, 20)
  })

  test('somebody who leaves before the end has had it, and it stands in the audit', async () => {
    const release = Promise.withResolvers<void>()
    stall = release.promise
    for (let n = 0; n < 6; n++) {
      const left = new AbortController()
      const asked = call('/v1/messages', { body, signal: left.signal })
      await sleep(20)
      left.abort()
      release.resolve()
      await asked
    }
    expect(reached()).toBe(3)
    await sleep(1_200)
    const turns = audit.filter(({ isTurn }) => isTurn)
    expect(turns).toHaveLength(3)
    expect(turns.every(({ tokens = 0 }) => tokens > 0)).toBe(true)
    countAttack(LIMITS, 6)
  })

  test.each<[string, string, unknown]>([
    ['a body that cannot be read', '/v1/messages', Buffer.from('{"messages":')],
    ['a batch of turns', '/v1/messages/batches', { requests: [body] }],
    ['an address with a slash more', '/v1/messages/', body],
    ['an older address', '/v1/complete', { model: 'claude-opus-4-5', prompt: 'Hi.' }],
    ['another server', '/to/other/v1/messages', body],
    ['a question without tools', '/v1/messages', { ...body, tools: undefined }],
  ])('%s counts as well', async (_, where, given) => {
    for (let n = 0; n < 6; n++) await call(where, { body: given })
    expect(reached()).toBeLessThanOrEqual(3)
    expect(audit.filter(({ isTurn, tokens = 0 }) => isTurn && tokens === 0)).toEqual([])
    countAttack(LIMITS, 6)
  })

  test('what fails is no turn, and tokens are counted without limit', async () => {
    for (let n = 0; n < 6; n++) await call('/v1/messages/count_tokens', { body: { ...body, model: 'claude-opus-4-5' } })
    expect(await call('/v1/messages', { body })).toMatch(/^200 /)
  })

  test('the key of the proxy goes to the server it is for', async () => {
    for (const where of [
      '/to/other/v1/messages',
      '/to/https%3A%2F%2Fother.test/v1/messages',
      '/to/other/v1/messages/count_tokens',
    ])
      await call(where, { body, headers: { 'x-api-key': 'her own' } })
    await call('/v1/messages', { body, headers: { 'x-api-key': 'her own' } })
    const keys = sent.map(({ url, headers }) => `${new URL(url).host} ${headers['x-api-key']}`)
    expect(new Set(keys)).toEqual(new Set(['other.test her own', `provider.test ${HELD}`]))
    expect(JSON.stringify(sent)).not.toContain(TOKENS.ann)
    countAttack(LIMITS, 3)
  })
})
