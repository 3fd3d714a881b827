import { afterEach, describe, expect, test } from 'vitest'
import { HOST, startGateway } from '../../../test/hosts/gateway-support.ts'
import type { Daypack } from '../../daypack.ts'
import type { ScriptedProvider } from '../../testing/provider/index.ts'
import type { Gateway } from './index.ts'

let provider: ScriptedProvider
let pack: Daypack
let gateway: Gateway

async function start(...how: Parameters<typeof startGateway>): Promise<void> {
  ;({ provider, pack, gateway } = await startGateway(...how))
}

afterEach(async () => {
  await provider.close()
  await pack.close()
})

describe('access', () => {
  const get = (headers: Record<string, string>, path = '/daypack/status') =>
    gateway.fetch(new Request(`${HOST}${path}`, { headers }))

  test('only for this machine, not for web pages', async () => {
    await start([{ text: 'ok' }], { hosts: ['box.lan'] })
    const statuses = []
    for (const headers of [
      {},
      { host: 'localhost:4141' },
      { host: 'box.lan' },
      { host: 'evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3000' },
    ])
      statuses.push((await get(headers)).status)
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403, 200])
  })

  test('with a token, by header or path', async () => {
    await start([{ text: 'ok' }], { token: 'tok' })
    const statuses = [
      await get({}),
      await get({ 'x-daypack-token': 'no' }),
      await get({ 'x-daypack-token': 'tok' }),
      await get({}, '/t/tok/daypack/status'),
    ]
    expect(statuses.map((response) => response.status)).toEqual([403, 403, 200, 200])
  })
})
