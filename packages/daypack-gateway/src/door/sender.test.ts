import { expect, test } from 'vitest'
import { createDaypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import { createGateway } from '../index.ts'
import { admitter } from './admit.ts'
import * as sender from './sender.ts'

const { CREDENTIALS } = sender
type Origin = { headers?: Record<string, string>; search?: string; upstream?: string; person?: string }
const scopeOf = ({ headers = {}, search = '', upstream = 'https://a.example', person }: Origin = {}) =>
  sender.scopeOf(headers, search, upstream, person)

test('each place a key can stand tells two senders apart, the address included', () => {
  const places = [
    ...CREDENTIALS.map((name) => (key: string) => ({ headers: { [name]: key } })),
    (key: string) => ({ search: `?alt=sse&key=${key}` }),
  ]
  const scopes = places.flatMap((place) => ['one', 'two'].map((key) => scopeOf(place(key))))
  expect(new Set([...scopes, scopeOf()]).size).toBe(scopes.length + 1)
  for (const place of places) expect(scopeOf(place('one'))).toBe(scopeOf(place('one')))
})

test('what else stands in the address, or in other headers, tells nobody apart', () => {
  expect(scopeOf({ search: '?alt=sse' })).toBe(scopeOf())
  expect(scopeOf({ headers: { 'user-agent': 'pi' } })).toBe(scopeOf())
})

test('the same key at another server is somebody else; a name is one person, whichever keys they use', () => {
  const keyed = (key: string, more: Origin = {}) => ({ headers: { 'x-api-key': key }, ...more })
  expect(scopeOf(keyed('one', { upstream: 'https://b.example' }))).not.toBe(scopeOf(keyed('one')))
  expect(scopeOf(keyed('one', { person: 'ann' }))).toBe(scopeOf(keyed('two', { person: 'ann' })))
  expect(scopeOf({ person: 'ann' })).not.toBe(scopeOf({ person: 'bob' }))
})

test('a home is made only where people are apart, and names no key', () => {
  const homeOf = (options: Parameters<typeof admitter>[0], token = 't') => {
    const admission = admitter(options)(
      `http://127.0.0.1/t/${token}/v1beta/models/m:generateContent?key=very-secret`,
      {},
    )
    if ('status' in admission) throw new Error('refused')
    return admission.sender
  }
  expect(homeOf({}).home).toBeUndefined()
  expect(homeOf({ people: [{ name: 'ann', token: 't' }] }).home).toEqual({ user: 'ann' })
  const { scope, home } = homeOf({ users: 'apart' })
  expect(home).toEqual({ user: `key-${scope}` })
  expect(JSON.stringify(home)).not.toContain('very-secret')
})

test('two people whose keys stand in the address never meet, though they say and are told the same', async () => {
  const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false })
  const gateway = createGateway({
    pack,
    upstreams: { gemini: 'http://127.0.0.1:1' },
    async upstream() {
      const reply = { candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] }
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          yield Buffer.from(JSON.stringify(reply))
        })(),
      }
    },
  })
  const tools = [{ functionDeclarations: [{ name: 'read', parameters: { type: 'object', properties: {} } }] }]
  const say = (role: string, text: string) => ({ role, parts: [{ text }] })
  const ask = async (key: string, contents: object[]) => {
    const url = `http://127.0.0.1/v1beta/models/gemini-2.5-pro:generateContent?key=${key}`
    const answer = await gateway.fetch(new Request(url, { method: 'POST', body: JSON.stringify({ contents, tools }) }))
    expect(answer.status).toBe(200)
    await answer.text()
  }
  const first = [say('user', 'Fix the build.')]
  const second = [...first, say('model', 'ok'), say('user', 'go on')]
  for (const contents of [first, second]) for (const key of ['ann', 'bob']) await ask(key, contents)
  const { sessions } = await gateway.status()
  expect(sessions.map(({ requests }) => requests)).toEqual([2, 2])
  await pack.close()
})
