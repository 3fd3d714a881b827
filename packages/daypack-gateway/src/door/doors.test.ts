// Whom a request may reach, what a person may use in a day, and what is sent on of the headers.
import { describe, expect, test } from 'vitest'
import { backward, onward } from '../http/upstream.ts'
import { chatWire } from '../wires/chat.ts'
import type { Admission } from './admit.ts'
import { admitter } from './admit.ts'
import { serversOf } from './servers.ts'
import { teamOf, type AuditEntry } from './team.ts'

const HOST = 'http://127.0.0.1:4141'
const local = { host: '127.0.0.1:4141' }

describe('where a request goes', () => {
  const admit = (path: string, headers: Record<string, string> = {}, options: Parameters<typeof admitter>[0] = {}) =>
    admitter({ upstreams: { lab: 'https://lab.example/api/' }, ...options })(HOST + path, { ...local, ...headers })
  const at = (path: string, headers?: Record<string, string>) => {
    const found = admit(path, headers)
    if ('status' in found) return found.status
    return [found.url, found.wire?.name, found.kind, found.isUsualServer]
  }

  test('to the server of its wire, to one named in the path, or to nobody', () => {
    expect(at('/v1/messages')).toEqual(['https://api.anthropic.com/v1/messages', 'anthropic', 'turn', true])
    expect(at('/v1/models', { 'x-api-key': 'k' })).toEqual([
      'https://api.anthropic.com/v1/models',
      'anthropic',
      'other',
      true,
    ])
    expect(at('/to/lab/v1/messages')).toEqual(['https://lab.example/api/v1/messages', 'anthropic', 'turn', false])
    expect(at('/to/anthropic/v1/messages')).toEqual([
      'https://api.anthropic.com/v1/messages',
      'anthropic',
      'turn',
      true,
    ])
    expect(at('/to/lab/anything')).toEqual(['https://lab.example/api/anything', undefined, undefined, false])
    expect([at('/anything'), at('/to/other/v1/messages'), at('/v1/messages', { origin: 'https://evil' })]).toEqual([
      404, 404, 403,
    ])
  })
  test('an address of our own goes nowhere', () => {
    expect(at('/daypack/status')).toEqual(['', undefined, undefined, true])
  })
  test('who sends it is told apart where users are apart', () => {
    const home = (options: Parameters<typeof admitter>[0], headers = {}) => {
      const { sender, person } = admit('/v1/messages', { 'x-api-key': 'k', ...headers }, options) as Admission
      return [sender.home?.user?.replace(sender.scope, '<scope>'), person]
    }
    expect([
      home({}),
      home({ users: 'apart' }),
      home({ people: [{ name: 'ann', token: 'tok' }] } as never, { 'x-daypack-token': 'tok' }),
    ]).toEqual([
      [undefined, undefined],
      ['key-<scope>', undefined],
      ['ann', 'ann'],
    ])
  })
  test('a server is found by its name or its whole address, and what is unknown is told with what to do', () => {
    const servers = serversOf({ lab: 'https://lab.example/api/' })
    const base = (to: string) => servers.baseOf({ path: '/x', to } as never, undefined)
    expect([base('lab'), base('https://lab.example/api'), base('https://lab.example'), base('toString')]).toEqual([
      'https://lab.example/api/',
      'https://lab.example/api/',
      undefined,
      undefined,
    ])
    expect([servers.usualOf(chatWire), servers.usualOf(undefined)]).toEqual(['https://api.openai.com/v1', undefined])
    const names = 'anthropic, gemini, openai-responses, openai-chat, lab'
    expect([
      servers.unknown({ path: '/x' } as never),
      servers.unknown({ path: '/x', to: 'box' } as never),
      servers.unknown({ path: '/x', to: 'http://box' } as never),
    ]).toEqual([
      `Daypack does not know where /x goes: put /to/<name> before it (${names}).`,
      `Daypack knows no server "box", only ${names}. Name it when the proxy starts: --upstream box=<url>`,
      `Daypack knows no server "http://box", only ${names}. Name it when the proxy starts: --upstream name=http://box`,
    ])
  })
})

describe('a day of a person', () => {
  const DAY = 86_400_000
  const people = [
    { name: 'ann', token: 'a', requestsPerDay: 2, tokensPerDay: 100 },
    { name: 'ben', token: 'b' },
  ]
  const entry = (person: string, more: Partial<AuditEntry> = {}) => ({ person, path: '/x', status: 200, ...more })

  test('ends at its requests or its tokens, and begins anew at midnight of UTC', () => {
    let now = DAY - 1
    const team = teamOf({ people }, () => now)
    expect([team.limitOf('ann'), team.limitOf('zoe'), team.limitOf(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    team.started('ann')
    expect(team.limitOf('ann')).toBeUndefined()
    team.started('ann')
    expect(team.limitOf('ann')).toBe('ann has made the 2 requests of today.')
    now = DAY
    expect(team.limitOf('ann')).toBeUndefined()
    team.answered(entry('ann', { isTurn: true, tokens: 99 }))
    expect(team.limitOf('ann')).toBeUndefined()
    team.answered(entry('ann', { tokens: 1 }))
    expect(team.limitOf('ann')).toBe('ann has used the 100 tokens of today.')
    for (let at = 0; at < 9; at++) team.started('ben')
    team.answered(entry('ben', { tokens: 1_000 }))
    expect(team.limitOf('ben')).toBeUndefined()
    expect(team.today()).toEqual([
      { person: 'ann', requests: 0, tokens: 100 },
      { person: 'ben', requests: 9, tokens: 1_000 },
    ])
  })
  test('what was started and was no turn is taken back; each answer is told', () => {
    const told: AuditEntry[] = []
    const team = teamOf({ people, onAudit: (one) => told.push(one) }, () => 7)
    team.started('ann')
    team.answered(entry('ann', { isTurn: true }), true)
    team.started('ann')
    team.answered(entry('ann'), true)
    team.answered(entry('ann'), true)
    team.answered(entry('ann'))
    expect([team.today()[0]?.requests, told.length, told[0]]).toEqual([
      0,
      4,
      { at: 7, ...entry('ann', { isTurn: true }) },
    ])
  })
  test('goes on where an earlier gateway of the day left off', () => {
    const used = [
      { at: DAY - 1, ...entry('ann', { isTurn: true, tokens: 50 }) },
      { at: DAY, ...entry('ann', { isTurn: true, tokens: 7 }) },
      { at: DAY, ...entry('ann', { tokens: 1 }) },
      { at: DAY, ...entry('ann') },
    ]
    expect(teamOf({ people, used }, () => DAY).today()[0]).toEqual({ person: 'ann', requests: 1, tokens: 8 })
    expect(teamOf({}, () => 0).today()).toEqual([])
  })
})

test('headers of one hop, of ours and those that a connection names stay here', () => {
  const headers = {
    connection: 'X-Own, keep-alive',
    'x-own': '1',
    'keep-alive': '5',
    te: 'trailers',
    host: 'x',
    expect: '100-continue',
    'content-length': '3',
    'x-daypack-session': 's',
    authorization: 'Bearer k',
    'x-id': '',
  }
  expect(onward(headers)).toEqual({ authorization: 'Bearer k', 'x-id': '' })
  expect(onward({ a: 'b' })).toEqual({ a: 'b' })
  expect(backward({ ...headers, upgrade: 'x', 'set-cookie': ['a', 'b'] })).toEqual({
    'x-own': '1',
    host: 'x',
    expect: '100-continue',
    'content-length': '3',
    'x-daypack-session': 's',
    authorization: 'Bearer k',
    'x-id': '',
    'set-cookie': ['a', 'b'],
  })
})
