import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clientsOf, HOST } from '../../test/support.ts'
import { createGateway } from '../index.ts'
import type { Answer, Outgoing } from './upstream.ts'

const PAGE = '<script>alert(1)</script>'

/** A gateway before a server that answers everything so, and what reached that server. */
function before(answer: Omit<Answer, 'body'> & { readonly said?: string | Buffer }) {
  const reached: string[] = []
  const upstream = async ({ url }: Outgoing): Promise<Answer> => {
    reached.push(url)
    return { ...answer, body: pieces(answer.said ?? PAGE) }
  }
  const upstreams = { lab: 'https://lab.example/api' }
  const gateway = createGateway({ pack: undefined, upstream, upstreams })
  return { reached, get: (path: string) => gateway.fetch(new Request(`${HOST}${path}`)), ...clientsOf(() => gateway) }
}

async function* pieces(text: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test('G-80: requests go to servers that were named, and nowhere else', async () => {
  const { get, reached } = before({ status: 200, headers: { 'content-type': 'application/json' }, said: '{}' })
  const url = (text: string) => `/to/${encodeURIComponent(text)}/x`
  const statuses: Record<string, number> = {}
  const open = ['/to/lab/x', '/s/a/to/lab/x', url('https://lab.example/api'), '/to/anthropic/v1/models']
  const closed = [
    url('https://evil.example'),
    url('http://192.168.0.1'),
    url('https://lab.example'),
    url('https://lab.example/api@evil.example'),
    `/s/a${url('http://169.254.169.254')}`,
    '/to/constructor/x',
    '/to/__proto__/x',
    '/to/toString/x',
    '/x',
  ]
  for (const path of [...open, ...closed]) statuses[path] = (await get(path)).status
  expect(statuses).toEqual(
    Object.fromEntries([...open.map((path) => [path, 200]), ...closed.map((path) => [path, 404])]),
  )
  expect(reached.map((to) => new URL(to).host)).toEqual([
    'lab.example',
    'lab.example',
    'lab.example',
    'api.anthropic.com',
  ])
})

test('G-80: a page never goes back; an agent hears of it as a failure', async () => {
  for (const type of ['text/html; charset=utf-8', 'application/xhtml+xml', 'image/svg+xml', 'TEXT/HTML', 'text/xml']) {
    const packed = { 'content-type': type, 'content-encoding': 'gzip' }
    for (const [headers, said] of [[{ 'content-type': type }, PAGE] as const, [packed, gzipSync(PAGE)] as const]) {
      const response = await before({ status: 200, headers, said }).get('/to/lab/p.html')
      expect(response.status).toBe(502)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toMatchObject({ type: 'error', error: { message: expect.stringContaining(PAGE) } })
    }
  }
  const busy = await before({ status: 529, headers: { 'content-type': 'text/html' } }).raw('{}')
  expect(busy.status).toBe(529)
})

test('of a long page only the beginning is quoted', async () => {
  const said = `${'x'.repeat(1_999)}yz`
  const response = await before({ status: 200, headers: { 'content-type': 'text/html' }, said }).get('/to/lab/p')
  const { error } = (await response.json()) as { error: { message: string } }
  expect([error.message.endsWith('xy'), error.message.includes('z')]).toEqual([true, false])
})

test('G-80: whatever goes back, a browser neither shows nor shares it', async () => {
  const cors = { 'access-control-allow-origin': '*', 'service-worker-allowed': '/', refresh: '0; url=/', link: '</x>' }
  for (const [type, shown] of [
    ['application/json', 'application/json'],
    ['application/vnd.api+json; charset=utf-8', 'application/vnd.api+json; charset=utf-8'],
    ['text/event-stream', 'text/event-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['audio/mpeg', 'application/octet-stream'],
    ['application/json, text/html', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ]) {
    const { get } = before({ status: 200, headers: { ...cors, ...(type && { 'content-type': type }) }, said: '{}' })
    for (const response of [await get('/to/lab/x'), await get('/to/nowhere/x'), await get('/daypack/status')]) {
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      for (const name of Object.keys(cors)) expect(response.headers.get(name)).toBeNull()
    }
    const response = await get('/to/lab/x')
    expect(response.headers.get('content-type')).toBe(shown)
    expect(await response.text()).toBe('{}')
  }
})
