import Anthropic from '@anthropic-ai/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { ask, clientsOf, HOST, KEY, loggedIn, startGateway, user } from '../../test/support.ts'
import type { Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { Driver } from '../../../daypack/src/model/driver.ts'
import { DaypackError } from '../../../daypack/src/model/errors.ts'
import { startProvider, type ScriptedProvider } from '../../../daypack-testing/src/provider/index.ts'
import type { Gateway } from '../index.ts'

let provider: ScriptedProvider
let pack: Daypack
let gateway: Gateway
let problems: string[] = []
const { claude, raw, through } = clientsOf(() => gateway)
const logged = () => loggedIn(pack)

async function start(...how: Parameters<typeof startGateway>): Promise<void> {
  ;({ provider, pack, gateway, problems } = await startGateway(...how))
}

afterEach(async () => {
  await provider.close()
  await pack.close()
})

describe('when something of ours fails', () => {
  /** A driver whose log fails at this. */
  function broken(...at: ('append' | 'read' | 'sessions')[]): Driver {
    const driver = memoryDriver({ now: Date.now })
    const { log } = driver
    if (!log) throw new Error('no log')
    const fails = async (): Promise<never> => {
      throw new Error('ENOSPC: no space left on device')
    }
    return { ...driver, log: { ...log, ...Object.fromEntries(at.map((name) => [name, fails])) } }
  }

  test('R-10: a full disk: the request goes out, the reply comes back, it is said once', async () => {
    await start([{ text: 'ok' }], { driver: broken('append') })
    const client = claude({ 'x-claude-code-session-id': 'f' })
    for (const n of [1, 2, 3])
      expect((await client.messages.create(ask(user(`hi ${n}`)))).content).toMatchObject([{ text: 'ok' }])
    expect(problems.filter((problem) => problem.includes('ENOSPC'))).toHaveLength(1)
  })

  test('R-10: a session that cannot be opened: bytes as they came', async () => {
    await start([{ text: 'ok' }], { driver: broken('read', 'sessions') })
    const body = JSON.stringify(ask(user('hi')))
    expect((await raw(body, { 'x-daypack-session': 's' })).status).toBe(200)
    expect(provider.requests[0]?.text).toBe(body)
    expect((await gateway.status()).failedOpen).toBe(1)
  })

  test('a log that was away at the start: once it is back, a conversation without a name is managed', async () => {
    const { log, ...driver } = memoryDriver({ now: Date.now })
    const away = { sessions: true }
    const sessions = async () => {
      if (away.sessions) throw new DaypackError('unreachable', 'Is the server up?')
      return log.sessions()
    }
    await start([{ text: 'ok' }], { driver: { ...driver, log: { ...log, sessions } } })
    const client = claude()
    const goingOn = ask(user('hi'), { role: 'assistant', content: 'ok' }, user('and now?'))
    await client.messages.create(goingOn)
    expect((await gateway.status()).failedOpen).toBe(1)
    away.sessions = false
    await client.messages.create(goingOn)
    expect((await gateway.status()).failedOpen).toBe(1)
    expect(Object.values(await logged())).toEqual([['user: hi', 'assistant: ok', 'user: and now?', 'assistant: ok']])
  })

  test('a session that could not be opened is opened by the next request of its name', async () => {
    const inner = memoryDriver({ now: Date.now })
    const away = broken('read', 'sessions')
    let isAway = true
    const log: Driver['log'] = {
      ...inner.log,
      read: (...args) => ((isAway ? away.log : inner.log) ?? inner.log).read(...args),
      sessions: (...args) => ((isAway ? away.log : inner.log) ?? inner.log).sessions(...args),
    }
    await start([{ text: 'ok' }], { driver: { ...inner, log } })
    const body = JSON.stringify(ask(user('hi')))
    await (await raw(body, { 'x-daypack-session': 's' })).text()
    expect((await gateway.status()).failedOpen).toBe(1)
    isAway = false
    await (await raw(body, { 'x-daypack-session': 's' })).text()
    expect((await gateway.status()).failedOpen).toBe(1)
    expect(await logged()).toEqual({ s: ['user: hi', 'assistant: ok'] })
  })

  test('R-9: an outage of the provider is a 502 that clients repeat', async () => {
    await start([{ text: 'ok' }])
    await provider.close()
    const response = await raw(JSON.stringify(ask(user('hi'))), { 'x-daypack-session': 's' })
    expect(response.status).toBe(502)
    provider = await startProvider({ script: [{ text: 'ok' }] })
  })

  test('R-9: a client that leaves ends the request to the provider', async () => {
    await start([{ text: 'never', fault: { kind: 'stall', after: 2 } }])
    const leaving = new AbortController()
    const request = new Request(`${HOST}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ ...ask(user('hi')), stream: true }),
      headers: { 'x-daypack-session': 's' },
      signal: leaving.signal,
    })
    const response = await gateway.fetch(request)
    const reader = response.body?.getReader()
    await reader?.read()
    leaving.abort()
    await expect(
      (async () => {
        for (;;) if ((await reader?.read())?.done) return
      })(),
    ).rejects.toThrow()
    await provider.left(0)
  })

  test('a stream that breaks off breaks off for the client, too, and is not logged', async () => {
    await start([{ text: 'never whole', fault: { kind: 'cut', after: 4 } }])
    const client = new Anthropic({
      apiKey: KEY,
      baseURL: HOST,
      maxRetries: 0,
      fetch: through,
      defaultHeaders: { 'x-daypack-session': 's' },
    })
    await expect(client.messages.stream(ask(user('hi'))).finalMessage()).rejects.toThrow()
    expect(await logged()).toEqual({ s: ['user: hi'] })
  })

  test('R-9: a silent stream is kept open with what the wire allows', async () => {
    await start([{ text: 'slow', fault: { kind: 'stall', after: 3 } }], { pingMs: 5 })
    const response = await raw(JSON.stringify({ ...ask(user('hi')), stream: true }), { 'x-daypack-session': 's' })
    const reader = response.body?.getReader()
    let text = ''
    while (text.split('event: ping').length < 4) text += new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
  })
})
