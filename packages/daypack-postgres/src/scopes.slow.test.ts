// The memories of users, projects and teams (`memory.for`) on a real server: each is a tenant of its own.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BIN } from '../../../scripts/postgres/server.mjs'
import { createDaypack, type Daypack } from '../../daypack/src/daypack.ts'
import { connected, type RealServer, startReal } from '../test/real.ts'
import { buildGraphs } from './graphs.ts'
import { connectPostgres, deleteTenant, postgresDriver, startJobs, type Postgres } from './index.ts'

let server: RealServer | undefined
/** Two, as two processes have them. */
let connections: Postgres[] = []
let packs: Daypack[] = []
beforeAll(async () => {
  server = await startReal()
  if (server === undefined) return
  const { url } = server
  connections = [1, 2].map(() => connectPostgres({ url, connections: 4 }))
  packs = await Promise.all(
    connections.map((postgres) =>
      createDaypack({
        driver: postgresDriver({ postgres, tenant: 'app' }),
        retention: false,
        memory: { schedule: false },
      }),
    ),
  )
}, 300_000)
afterAll(async () => {
  for (const pack of packs) await pack.close()
  for (const each of connections) await each.close()
  await server?.stop()
})

describe('memory.for in PostgreSQL', () => {
  test('a user is noted in a tenant of their own; the other process finds it, another user does not', async ({
    skip,
  }) => {
    const [one, two] = packs
    if (one === undefined || two === undefined) return skip()
    const session = await one.session('talk', { user: 'ana', project: 'shop' })
    await session.append({ role: 'user', blocks: [{ type: 'text', text: 'I am allergic to penicillin.' }] })
    const ana = await one.memory.for({ user: 'ana', project: 'shop' })
    await ana.remember('The release is on 9 March.')
    const hits = async (user: string) => (await (await two.memory.for({ user })).search('release')).hits.length
    expect([await hits('ana'), await hits('ben')]).toEqual([1, 0])
    expect(await two.sessions({ user: 'ana' })).toEqual(['talk'])
    expect(await two.sessions()).toEqual([])

    const [line] = (await ana.lines.list()).filter(({ text }) => text.includes('9 March'))
    await ana.share(line?.id ?? '', 'project')
    const ben = await two.memory.for({ user: 'ben', project: 'shop' })
    expect(await ben.lines.list()).toMatchObject([{ text: 'The release is on 9 March.', scope: 'project/shop' }])
  })

  test('agents of both processes write to one team at once, and no line is lost', async ({ skip }) => {
    if (packs.length === 0) return skip()
    await Promise.all(
      packs.flatMap((pack, agent) =>
        Array.from({ length: 8 }, async (_, n) =>
          (await pack.memory.for({ team: 'core' })).remember(`Finding ${n} of agent ${agent}.`),
        ),
      ),
    )
    const lines = await (await packs[0]!.memory.for({ team: 'core' })).lines.list()
    expect(new Set(lines.map(({ text }) => text)).size).toBe(16)
  })

  test('the jobs do the chores of every scope', async ({ skip }) => {
    if (server === undefined) return skip()
    const done = Promise.withResolvers<void>()
    const seen = new Set<string>()
    const chores = (tenant: string) => ({
      retention: () => undefined,
      consolidation: () => void (seen.add(tenant).size === 5 && done.resolve()),
      embedding: () => undefined,
    })
    const jobs = await startJobs({ url: server.url, chores })
    await jobs.due('consolidation')
    await done.promise
    await jobs.stop()
    const owner = await connected(server.url)
    const locked = 'SELECT FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL'
    expect((await owner.query(locked)).rowCount).toBe(0)
    await owner.end()
    expect([...seen].toSorted()).toEqual([
      'app',
      ...['project/shop', 'team/core', 'user/ana', 'user/ben'].map((name) => `app/${name}`),
    ])
  })

  test('G-156 a user is deleted alone; a tenant with all its scopes; who only has a similar name stays', async ({
    skip,
  }) => {
    const [postgres] = connections
    if (server === undefined || postgres === undefined) return skip()
    for (const pack of packs.splice(0)) await pack.close()
    const others = ['app2/user/ana', 'app/shop', 'ap', 'app/user/ana/x']
    for (const tenant of others)
      await postgresDriver({ postgres, tenant }).notes.write('MEMORY.md', tenant, { expect: undefined })
    const { vectors } = postgresDriver({ postgres, tenant: 'app/user/ben' }).index
    await vectors?.put('model@2', [{ hash: 'h', vector: new Int8Array([1, 2]) }])
    const owner = await connected(server.url)
    const built = await buildGraphs((text, values) => owner.query(text, values && [...values]), 'app/user/ben', 0)
    expect(built).toHaveLength(1)
    expect(await deleteTenant(postgres, 'app/user/ana')).toMatchObject({ tenants: ['app/user/ana'], left: 0 })
    const { tenants, rows, left } = await deleteTenant(postgres, 'app')
    expect(tenants).toEqual(['app', 'app/project/shop', 'app/team/core', 'app/user/ben'])
    expect([rows['daypack.tenant'], left]).toEqual([4, 0])
    const { rows: stay } = await owner.query('SELECT tenant FROM daypack.tenant ORDER BY 1')
    expect(stay.map(({ tenant }) => tenant as string)).toEqual(others.toSorted())
    // A graph has the tenant in its definition, a queue of jobs in its name.
    const chores = () => ({ retention: () => 0, consolidation: () => 0, embedding: () => 0 })
    const jobs = await startJobs({ url: server.url, chores })
    const waiting = () => owner.query('SELECT FROM graphile_worker._private_jobs')
    while ((await waiting()).rowCount !== 0) await sleep(20)
    await jobs.due('embedding')
    await jobs.stop()
    await owner.end()
    const dump = execFileSync(path.join(BIN, 'pg_dump'), [server.url], {
      env: { LD_LIBRARY_PATH: '' },
      encoding: 'utf8',
    })
    expect(dump).toContain('app/user/ana/x')
    expect(dump.split('\n').filter((line) => /user\/ben|penicillin|team\/core/.test(line))).toEqual([])
  })
})
