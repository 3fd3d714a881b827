import { describe, expect, test } from 'vitest'
import { gateway, start } from '../../../test/hosts/gateway-each.ts'
import { HOST } from '../../../test/hosts/gateway-support.ts'

describe('access', () => {
  const get = (headers: Record<string, string>, path = '/daypack/status') =>
    gateway.fetch(new Request(`${HOST}${path}`, { headers }))

  test('R-10: only for this machine, not for web pages', async () => {
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
