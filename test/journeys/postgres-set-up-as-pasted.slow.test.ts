import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, connected, startReal, type RealServer } from '../../packages/daypack-postgres/test/real.ts'
import { postgresDriver } from '../../packages/daypack-postgres/src/index.ts'
import { BIN } from '../../scripts/postgres/server.mjs'
import { within, project } from '../../packages/cli/test/run.ts'

// An operator sets up a new cluster from the docs alone: an administrator runs what `daypack postgres init --print` prints,
// the owner migrates, programs serve. Nobody but the administrator is more than a plain role, as managed services have it.

const at = project()
let server: RealServer | undefined
let superuser: Client
beforeAll(async () => {
  server = await startReal()
  if (server === undefined) return
  superuser = await connected(server.url)
  // What a managed service gives: it may create roles and databases, and install the extensions on a list.
  await superuser.query('CREATE ROLE master LOGIN CREATEROLE CREATEDB')
}, 300_000)
afterAll(async () => {
  await superuser?.end()
  await server?.stop()
  at.remove()
})

const as = (role: string, database: string) => {
  const url = new URL(server?.url ?? '')
  url.username = role
  url.pathname = `/${database}`
  return url.href
}

async function asRole<T>(role: string, database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connected(as(role, database))
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database the administrator made; pgvector is on the service's list, so a superuser installs it in its stead here. */
async function database(name: string): Promise<void> {
  await asRole('master', 'postgres', (client) => client.query(`CREATE DATABASE ${name}`))
  const url = Object.assign(new URL(server?.url ?? ''), { pathname: `/${name}` }).href
  const client = await connected(url)
  await client.query('CREATE EXTENSION vector')
  await client.end()
}

async function setUp(name: string, owner: string, serving: string): Promise<void> {
  await database(name)
  const { out } = await within(at, ['postgres', 'init', '--print', '--owner', owner, '--server', serving])
  await asRole('master', name, (client) => client.query(out))
  const { code, out: said, err } = await within(at, ['postgres', 'migrate', '--url', as(owner, name)])
  expect([code, err]).toEqual([0, ''])
  expect(said).toMatch(/^Done: 001-workspace, /)
}

async function serves(role: string, name: string): Promise<void> {
  const driver = postgresDriver({ url: as(role, name), tenant: role, migrate: false })
  await driver.notes.write('MEMORY.md', `served by ${role}`, { expect: undefined })
  expect((await driver.notes.read('MEMORY.md'))?.text).toBe(`served by ${role}`)
  await driver.close()
}

const PAGE = fileURLToPath(new URL('../../docs/drivers/postgres.md', import.meta.url))
const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

/** What a shell says to the lines of the page, with this server for `db`. */
function pasted(lines: string): string {
  const bin = path.join(at.dir, 'bin')
  mkdirSync(bin, { recursive: true })
  const daypack = path.join(bin, 'daypack')
  writeFileSync(daypack, `#!/bin/sh\nexec '${process.execPath}' --conditions=daypack-source '${MAIN}' "$@"\n`)
  chmodSync(daypack, 0o755)
  return execFileSync(
    'bash',
    ['-euo', 'pipefail', '-c', lines.replaceAll('@db/', `@${new URL(server?.url ?? '').host}/`)],
    {
      cwd: at.dir,
      encoding: 'utf8',
      env: { ...at.env, PATH: `${bin}:${BIN}:/usr/bin:/bin`, LD_LIBRARY_PATH: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

describe('G-150 an empty cluster, set up as pasted', () => {
  test('the owner migrates and the server serves, both plain roles', async ({ skip }) => {
    if (server === undefined) return skip()
    await setUp('one', 'daypack_owner', 'daypack_server')
    await serves('daypack_server', 'one')
    await serves('daypack_owner', 'one')
    const again = await within(at, ['postgres', 'migrate', '--url', as('daypack_owner', 'one')])
    expect(again.out).toBe('The schema is up to date.\n')
  })

  test('a second database on the same cluster, with another owner, and run twice', async ({ skip }) => {
    if (server === undefined) return skip()
    await setUp('two', 'Second Owner', 'second_server')
    const { out } = await within(at, [
      'postgres',
      'init',
      '--print',
      '--owner',
      'Second Owner',
      '--server',
      'second_server',
    ])
    await asRole('master', 'two', (client) => client.query(out))
    await serves('second_server', 'two')
    const stranger = postgresDriver({ url: as('daypack_server', 'two'), tenant: 'second_server', migrate: false })
    expect(await stranger.notes.list()).toEqual(['MEMORY.md'])
    await stranger.close()
  })

  test('roles that inherit nothing serve as well', async ({ skip }) => {
    if (server === undefined) return skip()
    await superuser.query('CREATE ROLE strict_server LOGIN NOINHERIT')
    await setUp('three', 'daypack_owner', 'strict_server')
    await serves('strict_server', 'three')
  })

  test('pgvector in a schema of its own, as some services have it', async ({ skip }) => {
    if (server === undefined) return skip()
    await asRole('master', 'postgres', (client) => client.query('CREATE DATABASE four'))
    await asRole('postgres', 'four', (client) =>
      client.query('CREATE SCHEMA extensions AUTHORIZATION master; CREATE EXTENSION vector SCHEMA extensions'),
    )
    const { out } = await within(at, ['postgres', 'init', '--print'])
    await asRole('master', 'four', (client) => client.query(out))
    expect((await within(at, ['postgres', 'migrate', '--url', as('daypack_owner', 'four')])).err).toBe('')
    const driver = postgresDriver({ url: as('daypack_server', 'four'), tenant: 'anna' })
    await driver.index.vectors?.put('space', [{ hash: 'h', vector: new Int8Array([1, 0]) }])
    await driver.close()
  })

  test('without the administrator: the right and the statement are named, and nothing is left behind', async ({
    skip,
  }) => {
    if (server === undefined) return skip()
    await asRole('master', 'postgres', (client) => client.query('CREATE DATABASE bare; '))
    await superuser.query('CREATE ROLE plain LOGIN')
    const bare = await within(at, ['postgres', 'migrate', '--url', as('plain', 'bare')])
    expect(bare.code).toBe(2)
    expect(bare.err).toMatch(/may not run "CREATE SCHEMA daypack": permission denied for database bare/)
    await superuser.query('GRANT CREATE ON DATABASE bare TO plain')
    const without = await within(at, ['postgres', 'migrate', '--url', as('plain', 'bare')])
    expect(without.err).toMatch(/may not run "CREATE EXTENSION vector": .*daypack postgres init --print/)
    const later = await within(at, ['postgres', 'migrate', '--url', as('plain', 'one')])
    expect(later.err).toMatch(/GRANT daypack_app TO <this role>/)
    const { rows } = await asRole('plain', 'bare', (client) =>
      client.query(`SELECT to_regnamespace('daypack') AS left`),
    )
    expect(rows).toEqual([{ left: null }])
  })

  // Last: its roles belong to another administrator, and roles are the cluster's.
  test('G-158 every line of the page, pasted into a shell: set up, serve, back up, restore, look', async ({ skip }) => {
    if (server === undefined) return skip()
    await superuser.query('CREATE ROLE admin LOGIN SUPERUSER')
    for (const name of ['daypack', 'restored']) await superuser.query(`CREATE DATABASE ${name}`)
    const [setUp = '', backUp = '', ...others] = [...readFileSync(PAGE, 'utf8').matchAll(/```sh\n([^]*?)```/g)].map(
      ([, lines]) => lines as string,
    )
    expect(others).toEqual([])
    const first = pasted(setUp)
    expect(first).toMatch(/^Done: 001-workspace, .*\.$/m)
    await serves('daypack_server', 'daypack')
    const second = pasted(backUp)
    expect(second).toMatch(/✓ schema: up to date[^]*✓ rights: may serve; owns the tables[^]*tenants: 1, with/)
    expect(second).not.toContain('✗')
    await serves('daypack_owner', 'restored')
  }, 300_000)
})
