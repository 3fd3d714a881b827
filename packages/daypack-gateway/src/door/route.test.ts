import { expect, test } from 'vitest'
import { hostRefusal, isToken } from './access.ts'
import { joinUrl, routeOf } from './route.ts'

test.each([
  ['/v1/messages', { path: '/v1/messages', search: '' }],
  ['/v1/models?limit=2', { path: '/v1/models', search: '?limit=2' }],
  ['/t/tok/v1/x', { path: '/v1/x', search: '', token: 'tok' }],
  ['/s/a%20b/to/openai/t/tok/v1/x', { path: '/v1/x', search: '', session: 'a b', to: 'openai', token: 'tok' }],
  ['/s/a', { path: '/', search: '', session: 'a' }],
  ['/s/a/s/b/v1', { path: '/s/b/v1', search: '', session: 'a' }],
  ['/s/%E0/v1', { path: '/s/%E0/v1', search: '' }],
  ['/s//v1', { path: '/s//v1', search: '' }],
  ['/x/a/v1', { path: '/x/a/v1', search: '' }],
])('a path says who asks and where to: %s', (path, route) => {
  expect(routeOf(`http://localhost:4141${path}`)).toEqual(route)
})

test('what is no address names nothing', () => {
  expect(routeOf('nowhere')).toBeUndefined()
})

test.each([
  ['https://a.example', '/v1/messages', '', 'https://a.example/v1/messages'],
  ['https://a.example/', '/v1/messages', '?x=1', 'https://a.example/v1/messages?x=1'],
  ['https://a.example/api//', '/v1', '', 'https://a.example/api/v1'],
  ['https://a.example/api/v1', '/v1/messages', '', 'https://a.example/api/v1/messages'],
  ['https://a.example/v1', '/v1', '', 'https://a.example/v1'],
  ['https://a.example/v1', '/v10/x', '', 'https://a.example/v1/v10/x'],
])('the path goes behind the address of the server, its version once: %s %s', (base, path, search, url) => {
  expect(joinUrl(base, path, search)).toBe(url)
})

test.each([
  [{}, true],
  [{ host: 'localhost' }, true],
  [{ host: 'LOCALHOST:4141' }, true],
  [{ host: '127.9.9.9:1' }, true],
  [{ host: '[::1]:4141' }, true],
  [{ host: 'Box.lan:4141' }, true],
  [{ host: 'localhost.evil.example' }, false],
  [{ host: '10.0.0.1' }, false],
  [{ host: 'localhost:4141', origin: 'http://localhost:4141' }, true],
  [{ host: 'localhost:4141', origin: 'HTTPS://localhost:4141' }, true],
  [{ host: 'localhost:4141', origin: 'http://localhost:3000' }, false],
])('a request for %o is for us: %s', (headers, isOurs) => {
  expect(hostRefusal(headers, ['box.LAN']) === undefined).toBe(isOurs)
})

test('a token is the same or it is none', () => {
  expect([isToken('tok', 'tok'), isToken('toc', 'tok'), isToken('to', 'tok'), isToken('', 'tok')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
