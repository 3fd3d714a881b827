// Who the inspector answers: whoever has its token, under its own name, from its own page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HEADERS, refusal } from './server.ts'
import { pageFiles } from './page.ts'

const own = { host: '127.0.0.1:80', origin: undefined, token: 'tok' }
const refused = (change: Partial<typeof own> | object) =>
  refusal({ ...own, ...change }, { token: 'tok', port: 80 })?.split(':')[0]

test('asked with its token, under one of its names', () => {
  const hosts = ['127.0.0.1:80', 'localhost:80', 'LOCALHOST:80', '[::1]:80']
  expect(hosts.map((host) => refused({ host }))).toEqual(hosts.map(() => undefined))
  expect([refused({ origin: 'http://localhost:80' }), refused({ origin: 'http://[::1]:80' })]).toEqual([
    undefined,
    undefined,
  ])
})

test('another name, another page, a wrong token or none', () => {
  const name = 'The inspector does not answer under this host name.'
  for (const host of [undefined, 'evil.example:80', 'localhost:81', 'localhost'])
    expect([host, refused({ host })]).toEqual([host, name])
  for (const origin of ['https://localhost:80', 'http://localhost:81', 'null', 'http://evil.example'])
    expect([origin, refused({ origin })]).toEqual([origin, 'Requests from other web pages are refused.'])
  for (const token of [undefined, '', 'to', 'tok2', 'TOK'])
    expect([token, refused({ token })]).toEqual([token, 'The address needs its token'])
})

test('nothing but its own files is run, and nothing is kept', () => {
  expect(HEADERS['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
  expect([HEADERS['cache-control'], HEADERS['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
})

test('the files of a page by their names; others are not served', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'assets'))
  for (const name of ['index.html', 'assets/a.js', 'assets/a.css', 'logo.svg', 'a.map'])
    writeFileSync(path.join(folder, name), '')
  const files = [...pageFiles(folder)].map(([name, { file, type }]) => [name, path.relative(folder, file), type])
  expect(files.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
    ['assets/a.css', 'assets/a.css', 'text/css; charset=utf-8'],
    ['assets/a.js', 'assets/a.js', 'text/javascript; charset=utf-8'],
    ['index.html', 'index.html', 'text/html; charset=utf-8'],
    ['logo.svg', 'logo.svg', 'image/svg+xml'],
  ])
})
