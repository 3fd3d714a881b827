import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { createGateway, type AuditEntry } from 'daypack-gateway'
import { startProvider } from 'daypack-testing'
import { expect, onTestFinished, test } from 'vitest'
import { auditLog, readTeam } from './team.ts'

const TOKENS = { ann: 'token-of-ann-0123', bob: 'token-of-bob-0123' }

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-team-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function teamFile(value: unknown): string {
  const file = path.join(folder(), 'team.json')
  writeFileSync(file, JSON.stringify(value))
  return file
}

test('a team file names people and keys; secrets may come from the environment', () => {
  const file = teamFile({
    people: { ann: { token: '$ANN_TOKEN', requestsPerDay: 2 } },
    keys: { openai: '$KEY' },
  })
  const { people, keys } = readTeam(file, { ANN_TOKEN: TOKENS.ann, KEY: 'sk' })
  expect(people).toEqual([{ name: 'ann', token: TOKENS.ann, requestsPerDay: 2 }])
  expect(keys).toEqual({ 'openai-chat': 'sk', 'openai-responses': 'sk' })
  expect(() => readTeam(file, { KEY: 'sk' })).toThrow('$ANN_TOKEN is not set')
  expect(() => readTeam(teamFile({ people: { ann: { token: 'short' } } }), {})).toThrow('The token of ann is too short')
})

test('a line that a full disk tore does not give anybody the whole day again', () => {
  const dir = folder()
  const at = Date.UTC(2026, 10, 17, 12)
  const line = JSON.stringify({ at, person: 'ann', path: '/v1/messages', status: 200, isTurn: true, tokens: 9 })
  writeFileSync(path.join(dir, 'audit.jsonl'), `${line}\n${line.slice(0, 20)}\n${line}\n`)
  expect(auditLog(dir, () => at).used).toHaveLength(2)
})

test('the team file of the example is read unchanged', () => {
  const file = path.join(import.meta.dirname, '../../../../examples/team-proxy/team.json')
  const { people } = readTeam(file, { ANN_TOKEN: TOKENS.ann, BOB_TOKEN: TOKENS.bob, ANTHROPIC_API_KEY: 'sk' })
  expect(people.map(({ name }) => name)).toEqual(['ann', 'bob'])
})

test('each by their own token, with the key the proxy holds, within the day, and audited without contents', async () => {
  const provider = await startProvider({ script: () => ({ text: 'a secret answer' }) })
  const pack = await createDaypack({ driver: memoryDriver(), memory: false })
  onTestFinished(async () => {
    await pack.close()
    await provider.close()
  })
  const dir = folder()
  let now = Date.UTC(2026, 10, 17, 12)
  const make = () =>
    createGateway({
      pack,
      upstreams: { anthropic: provider.url },
      people: [
        { name: 'ann', token: TOKENS.ann, requestsPerDay: 2 },
        { name: 'bob', token: TOKENS.bob },
      ],
      keys: { anthropic: 'held-by-the-proxy' },
      now: () => now,
      ...auditLog(dir, () => now),
    })
  let gateway = make()
  const messages = [{ role: 'user', content: 'a secret question' }]
  const tools = [{ name: 'read', input_schema: { type: 'object' } }]
  const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 100, tools, messages })
  const post = async (token: string) => {
    const headers = { 'x-daypack-token': token, 'x-api-key': 'their own', 'anthropic-version': '2023-06-01' }
    const answer = await gateway.fetch(new Request('http://127.0.0.1/v1/messages', { method: 'POST', headers, body }))
    await answer.text()
    return answer.status
  }
  expect(await post('nobody')).toBe(403)
  expect([await post(TOKENS.ann), await post(TOKENS.ann), await post(TOKENS.ann)]).toEqual([200, 200, 429])
  expect(await post(TOKENS.bob)).toBe(200)
  expect(new Set(provider.requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set(['held-by-the-proxy']))
  // Two people behind one key are not one session, and each is shown their own.
  expect((await gateway.status()).sessions).toHaveLength(3)
  const shown = await gateway.fetch(
    new Request('http://127.0.0.1/daypack/status', { headers: { 'x-daypack-token': TOKENS.bob } }),
  )
  expect(((await shown.json()) as { sessions: unknown[] }).sessions).toHaveLength(1)

  const text = readFileSync(path.join(dir, 'audit.jsonl'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry)
  expect(lines.map(({ person, status }) => `${person} ${status}`)).toEqual(['ann 200', 'ann 200', 'ann 429', 'bob 200'])
  expect(lines[0]?.tokens).toBeGreaterThan(0)
  expect(text).not.toMatch(/secret|token-of|held-by/)

  const get = async (name: string, headers: Record<string, string> = {}) =>
    gateway.fetch(new Request(`http://127.0.0.1/daypack/${name}`, { headers }))
  expect(await (await get('health')).json()).toEqual({ ok: true })
  expect((await get('metrics')).status).toBe(403)
  const metrics = await (await get('metrics', { 'x-daypack-token': TOKENS.bob })).text()
  expect(metrics).toContain('daypack_person_requests_today{person="ann"} 2')
  expect(metrics).toMatch(/^# TYPE daypack_requests_total counter$/m)

  // A restart forgets nothing of today, and tomorrow is another day.
  gateway = make()
  expect(await post(TOKENS.ann)).toBe(429)
  now += 24 * 3_600_000
  expect(await post(TOKENS.ann)).toBe(200)
})

test('people of a team have notes of their own, whichever key they send, also where the proxy listens on this machine only', async () => {
  const pack = await createDaypack({ dir: folder() })
  onTestFinished(() => pack.close())
  const people = Object.entries(TOKENS).map(([name, token]) => ({ name, token }))
  const gateway = createGateway({ pack, people })
  const lines = async (token: string, key: string, body?: string) => {
    const headers = { 'x-daypack-token': token, 'x-api-key': key }
    const how = body === undefined ? { headers } : { method: 'POST', headers, body }
    return (await gateway.fetch(new Request('http://127.0.0.1/daypack/memory/lines', how))).text()
  }
  await lines(TOKENS.ann, 'first key', JSON.stringify({ text: 'Prefers tea to coffee.' }))
  expect(await lines(TOKENS.ann, 'another key')).toContain('tea')
  expect(await lines(TOKENS.bob, 'first key')).not.toContain('tea')
  expect((await (await pack.memory.for({ user: 'ann' })).lines.list()).map(({ text }) => text)).toHaveLength(1)
})
