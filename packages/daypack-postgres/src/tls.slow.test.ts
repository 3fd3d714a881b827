import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected, type RealServer, startReal } from '../test/real.ts'
import { postgresDriver, type PostgresOptions } from './index.ts'

let server: RealServer | undefined
const folder = mkdtempSync(path.join(tmpdir(), 'daypack-tls-'))
const file = (name: string) => path.join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })

/** A private authority, and a certificate of it for the name `db.internal`. */
function certificates(): void {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=ours',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
  )
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=db.internal',
    '-addext',
    'subjectAltName=DNS:db.internal',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  )
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-days',
    '2',
    '-copy_extensions',
    'copy',
    '-out',
    'server.crt',
  )
  chmodSync(folder, 0o755)
  chmodSync(file('server.key'), 0o600)
  if (process.getuid?.() === 0) chownSync(file('server.key'), 65_534, 65_534)
}

beforeAll(async () => {
  certificates()
  server = await startReal({ ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('server.key') })
}, 300_000)
afterAll(() => server?.stop())

async function tried(options: Partial<PostgresOptions> & { url?: string }): Promise<string> {
  const driver = postgresDriver({ url: server?.url ?? '', tenant: 't', ...options })
  try {
    await driver.log.sessions()
    return 'connected'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  } finally {
    await driver.close()
  }
}

test('G-151 a private authority is refused as configuration, and trusted once it is given', async ({ skip }) => {
  if (server === undefined) return skip()
  const ca = readFileSync(file('ca.crt'), 'utf8')
  expect(await tried({ ssl: true })).toMatch(/^bad-config: .*certificate.*`ssl: \{ ca \}`/)
  expect(await tried({ ssl: { ca } })).toMatch(/^bad-config: .*(?:altname|does not match|db\.internal).*certificate/i)
  expect(await tried({ ssl: { ca, servername: 'db.internal' } })).toBe('connected')
})

test('G-151 the same by the address alone', async ({ skip }) => {
  if (server === undefined) return skip()
  const address = (query: string) => `${server?.url}?${query}`
  expect(await tried({ url: address('sslmode=verify-full') })).toMatch(/^bad-config: /)
  expect(await tried({ url: address(`sslmode=verify-full&sslrootcert=${file('ca.crt')}`) })).toMatch(
    /^bad-config: .*altname/i,
  )
})

test('G-151 a server without TLS says so', async ({ skip }) => {
  const plain = await startReal()
  if (plain === undefined) return skip()
  expect(await tried({ url: plain.url, ssl: true })).toMatch(/^bad-config: .*disagree on TLS/)
  await plain.stop()
}, 60_000)

test('a password that changes is asked for with every new connection', async ({ skip }) => {
  if (server === undefined) return skip()
  const rules = path.join(server.data, 'd', 'pg_hba.conf')
  writeFileSync(rules, `host all rotating 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
  const admin = await connected(server.url)
  await admin.query(`SELECT pg_reload_conf(); CREATE ROLE rotating LOGIN PASSWORD 'first' IN ROLE daypack_app`)
  const url = Object.assign(new URL(server.url), { username: 'rotating' }).href
  let current = 'first'
  const password = () => current
  expect(await tried({ url, password })).toBe('connected')
  await admin.query(`ALTER ROLE rotating PASSWORD 'second'`)
  expect(await tried({ url, password })).toMatch(/^bad-config: .*Check the user and password/)
  current = 'second'
  expect(await tried({ url, password })).toBe('connected')
  await admin.end()
})
