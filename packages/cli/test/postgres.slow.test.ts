import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { postgresDriver } from 'daypack-postgres'
import { startProvider } from 'daypack-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BIN } from '../../../scripts/postgres/server.mjs'
import { connected, startReal, type Client, type RealServer } from '../../daypack-postgres/test/real.ts'
import { within, project, started, until } from './run.ts'

// Commands on a tenant instead of a folder, on a real server where roles have passwords.

const SECRET = 'Pa55-w0rd%21'
const at = project()
let server: RealServer | undefined
let superuser: Client
beforeAll(async () => {
  server = await startReal()
  if (server === undefined) return
  superuser = await connected(server.url)
  const { out } = await within(at, ['postgres', 'init', '--print'])
  await superuser.query(out)
  await within(at, ['postgres', 'migrate', '--url', as('daypack_owner')])
  const driver = postgresDriver({ url: as('daypack_server'), tenant: 'anna', zone: 'Europe/Rome', migrate: false })
  const pack = await createDaypack({ driver, window: 20_000, memory: { schedule: false } })
  const session = await pack.session('invoices')
  await session.append({ role: 'user', blocks: [{ type: 'text', text: 'Sum up the invoices of May.' }] })
  await session.append({ role: 'assistant', blocks: [{ type: 'text', text: 'They come to 4,120 euros.' }] })
  await pack.close()
  await driver.close()
}, 300_000)
afterAll(async () => {
  await superuser?.end()
  await server?.stop()
  at.remove()
})

function as(role: string, database = 'postgres'): string {
  const url = new URL(server?.url ?? 'postgres://none')
  url.username = role
  url.password = SECRET
  url.pathname = `/${database}`
  return url.href
}

const anna = () => ({ DAYPACK_PG_URL: as('daypack_server') })

describe('G-157 commands take an address and a tenant', () => {
  test('sessions, explain, memory, export: the same as in a folder', async ({ skip }) => {
    if (server === undefined) return skip()
    const listed = await within(at, ['sessions', '--tenant', 'anna'], anna())
    expect([listed.code, listed.err]).toEqual([0, ''])
    expect(listed.out).toMatch(/^invoices {2}2 messages/)
    const explained = await within(at, ['explain', 'invoices', '--url', as('daypack_server'), '--tenant', 'anna'])
    expect(explained.code).toBe(0)
    const place = `${as('daypack_server')}?tenant=anna`
    const added = await within(at, ['memory', 'add', 'I prefer tea to coffee.', '--dir', place])
    expect([added.code, added.err]).toEqual([0, ''])
    const found = await within(at, ['memory', 'search', 'tea'], { DAYPACK_DIR: place })
    expect(found.out).toContain('I prefer tea to coffee.')
    const written = await within(at, ['export', 'invoices', '--tenant', 'anna'], anna())
    expect(written.out).toContain('They come to 4,120 euros.')
  })

  test('a tenant that is not there is not made by looking for it', async ({ skip }) => {
    if (server === undefined) return skip()
    const looked = await within(at, ['sessions', '--tenant', 'ana'], anna())
    expect(looked.code).toBe(1)
    expect(looked.err).toMatch(/There is no tenant ana in postgres:\/\/127\.0\.0\.1:\d+\/postgres\./)
    const { rows } = await superuser.query('SELECT tenant FROM daypack.tenant ORDER BY 1')
    expect(rows).toEqual([{ tenant: 'anna' }])
  })

  test.each([
    ['doctor', '--dir', 'here'],
    ['doctor', '--dir', 'down'],
    ['sessions', '--dir', 'down'],
    ['sessions', '--dir', 'other'],
    ['memory', 'list', '--dir', 'none'],
    ['mcp', '--dir', 'down'],
    ['migrate', '--to', 'nowhere', '--from', 'down'],
    ['postgres', 'status', '--url', 'down'],
    ['postgres', 'migrate', '--url', 'other'],
    ['inspect', 'none'],
  ])('no password is printed by %s %s %s', async (...args) => {
    if (server === undefined) return
    const places: Record<string, string> = {
      here: `${as('daypack_server')}?tenant=anna`,
      none: `${as('daypack_server')}?tenant=nobody`,
      down: `postgres://daypack_server:${SECRET}@127.0.0.1:1/postgres?tenant=anna`,
      other: `mysql://daypack_server:${SECRET}@127.0.0.1:1/postgres?tenant=anna`,
    }
    const { out, err } = await within(
      at,
      args.map((each) => places[each] ?? each),
    )
    expect(`${out}${err}`).not.toMatch(/Pa55/)
    expect(`${out}${err}`).not.toBe('')
  })

  test('the proxy keeps its log there', async ({ skip }) => {
    if (server === undefined) return skip()
    const provider = await startProvider({ script: () => ({ text: 'hello from upstream' }) })
    const args = ['proxy', '--port', '0', '--no-token', '--anthropic-url', provider.url, '--tenant', 'ben']
    const { child, ended } = started(at, args, anna())
    let said = ''
    child.stderr?.on('data', (data: Buffer) => (said += data.toString()))
    try {
      const url = await until(() => /listening on (\S+);/.exec(said)?.[1])
      const answer = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'k', 'x-claude-code-session-id': 'c1' },
        body: JSON.stringify({
          model: 'claude-opus-4-5',
          max_tokens: 100,
          tools: [{ name: 'read', input_schema: { type: 'object' } }],
          messages: [{ role: 'user', content: 'hi' }],
        }),
      })
      expect(await answer.text()).toContain('hello from upstream')
    } finally {
      child.kill('SIGTERM')
      await ended
      await provider.close()
    }
    expect(said).not.toContain('Pa55')
    const listed = await within(at, ['sessions', '--tenant', 'ben'], anna())
    expect(listed.out).toMatch(/2 messages/)
  })
})

describe('doctor --url', () => {
  test('a server that is in order, as the owner', async ({ skip }) => {
    if (server === undefined) return skip()
    const { code, out } = await within(at, ['doctor', '--url', as('daypack_owner')])
    expect(out).toMatch(/✓ server: .*PostgreSQL 17, the primary, as daypack_owner/)
    expect(out).toMatch(/✓ pgvector: 0\.8/)
    expect(out).toMatch(/✓ schema: up to date/)
    expect(out).toMatch(/✓ rights: may serve; owns the tables/)
    expect(out).toMatch(/· retention: never ran; next \d{4}-/)
    expect(code).toBe(0)
  })

  test('metrics for Prometheus', async ({ skip }) => {
    if (server === undefined) return skip()
    const { out } = await within(at, ['postgres', 'status', '--prometheus', '--url', as('daypack_owner')])
    expect(out).toMatch(/^daypack_tenants 2$/m)
    expect(out).toMatch(/^daypack_job_failed\{kind="retention"\} 0$/m)
    expect(out).not.toMatch(/anna|ben/)
  })
})

describe('G-158 backup and versions', () => {
  test('the owner, a plain role, dumps everything and restores it into a new database', async ({ skip }) => {
    if (server === undefined) return skip()
    await superuser.query('CREATE DATABASE restored OWNER postgres')
    const file = path.join(at.dir, 'daypack.dump')
    pg('pg_dump', ['--format=custom', '--schema=daypack', '--file', file, as('daypack_owner')])
    const admin = await connected(Object.assign(new URL(server.url), { pathname: '/restored' }).href)
    const { out } = await within(at, ['postgres', 'init', '--print'])
    await admin.query(out)
    pg('pg_restore', ['--no-owner', '--exit-on-error', ...RESTORE, '--dbname', as('daypack_owner', 'restored'), file])
    const counted = async (client: Client) =>
      (
        await client.query(`SELECT (SELECT count(*) FROM daypack.entry) AS entries, (SELECT count(*) FROM daypack.note)
        AS notes, (SELECT count(*) FROM pg_policy) AS policies`)
      ).rows
    expect(await counted(admin)).toEqual(await counted(superuser))
    await admin.end()
    const listed = await within(at, ['sessions', '--tenant', 'anna', '--url', as('daypack_server', 'restored')])
    expect(listed.out).toMatch(/^invoices {2}2 messages/)
    const checked = await within(at, ['doctor', '--url', as('daypack_owner', 'restored')])
    expect([checked.code, checked.out.match(/✗.*/g)]).toEqual([0, null])
  })

  test('an old client on a newer schema is refused in words, by every command', async ({ skip }) => {
    if (server === undefined) return skip()
    await superuser.query(`INSERT INTO daypack.migration VALUES ('999-tomorrow', 'x')`)
    try {
      for (const args of [
        ['sessions', '--tenant', 'anna'],
        ['postgres', 'migrate'],
        ['memory', 'add', 'x', '--tenant', 'anna'],
      ]) {
        const { code, err } = await within(at, args, anna())
        expect(code).toBe(1)
        expect(err).toMatch(/newer than this version of daypack-postgres \(it has 999-tomorrow\); update the package/)
      }
      const { out } = await within(at, ['doctor', '--url', as('daypack_owner')])
      expect(out).toMatch(/✗ schema: newer than this version/)
    } finally {
      await superuser.query(`DELETE FROM daypack.migration WHERE name = '999-tomorrow'`)
    }
  })
})

describe('upgrades', () => {
  test('an old process keeps working with a newer schema that only adds; started again it is refused', async ({
    skip,
  }) => {
    if (server === undefined) return skip()
    const old = postgresDriver({ url: as('daypack_server'), tenant: 'upgraded', migrate: false })
    const mark = (seq: number) => ({ seq, at: 1, kind: 'mark' as const, name: 'turn' })
    await old.log.append('s', [mark(1)], { expect: 0 })
    await superuser.query(`ALTER TABLE daypack.session ADD COLUMN tomorrow int NOT NULL DEFAULT 0;
      INSERT INTO daypack.migration VALUES ('999-tomorrow', 'x')`)
    try {
      expect(await old.log.append('s', [mark(2)], { expect: 1 })).toEqual({ head: 2 })
      expect((await old.log.read('s')).entries).toHaveLength(2)
      const again = postgresDriver({ url: as('daypack_server'), tenant: 'upgraded', migrate: false })
      await expect(again.log.read('s')).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringMatching(/it has 999-tomorrow\); update the package/),
      })
      await again.close()
    } finally {
      await old.close()
      await superuser.query(`ALTER TABLE daypack.session DROP COLUMN tomorrow;
        DELETE FROM daypack.migration WHERE name = '999-tomorrow'`)
    }
  })

  test('a new process on an older schema is refused in words until the owner migrates', async ({ skip }) => {
    if (server === undefined) return skip()
    await superuser.query(`DROP FUNCTION daypack.scopes; DELETE FROM daypack.migration WHERE name = '003-scopes'`)
    const { code, err } = await within(at, ['sessions', '--tenant', 'anna'], anna())
    expect([code, err]).toEqual([2, expect.stringMatching(/lacks 003-scopes; run `daypack postgres migrate`/)])
    const { out } = await within(at, ['postgres', 'migrate', '--url', as('daypack_owner')])
    expect(out).toBe('Done: 003-scopes.\n')
    expect((await within(at, ['sessions', '--tenant', 'anna'], anna())).code).toBe(0)
  })
})

/** The schema and its rights are the administrator's: they are there before. */
const RESTORE = ['--schema=daypack', '--no-comments']

function pg(program: string, args: readonly string[]): void {
  execFileSync(path.join(BIN, program), args, {
    env: { PATH: '', LD_LIBRARY_PATH: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
