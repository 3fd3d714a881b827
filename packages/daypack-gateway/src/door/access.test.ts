import { describe, expect, test } from 'vitest'
import { gateway, provider, start } from '../../test/each.ts'
import { HOST } from '../../test/support.ts'

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
      { origin: 'http://127.0.0.1:4141' },
      { 'sec-fetch-mode': 'cors' },
    ])
      statuses.push((await get(headers)).status)
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403, 403, 403, 200])
  })

  test('G-80: a browser is refused whatever it asks for, with the token and without', async () => {
    await start([{ text: 'ok' }], { token: 'tok' })
    const navigation = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const requests: [Record<string, string>, string][] = [
      [navigation, '/t/tok/daypack/status'],
      [{ 'sec-fetch-mode': 'navigate' }, '/t/tok/daypack/status'],
      [{ 'sec-fetch-site': 'cross-site' }, '/t/tok/v1/models'],
      [{ 'sec-fetch-dest': 'iframe' }, '/t/tok/s/a/to/anthropic/v1/models'],
      [{ origin: 'http://127.0.0.1:4141' }, '/t/tok/v1/messages'],
    ]
    for (const [headers, path] of requests) expect((await get(headers, path)).status).toBe(403)
    expect('status' in gateway.socket({ url: `${HOST}/t/tok/v1/responses`, headers: { origin: HOST } })).toBe(true)
    expect(provider.requests).toEqual([])
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
