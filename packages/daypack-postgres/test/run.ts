// The PostgreSQL driver against a real server: node packages/daypack-postgres/test/run.ts [share]
// A second argument names the scenarios that are run, by a part of their names.
// DAYPACK_PG_URL names one that runs; without it Debian's PostgreSQL 17 with pgvector is fetched and started.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startServer } from '../../../scripts/postgres/server.mjs'
import { createDaypack } from '../../daypack/src/daypack.ts'
import { connectPostgres, postgresDriver, startJobs, type PostgresDriver } from '../src/index.ts'
import { isStored } from '../../daypack/src/model/message.ts'
import { textReader } from '../../daypack/src/session/planning.ts'
import { driverSuite } from '../../daypack-testing/src/driver-suite/suite.ts'
import { indexSuite, type IndexSuiteOptions } from '../../daypack-testing/src/index-suite/suite.ts'
import { byBytes } from '../../daypack/src/tokens/count.ts'
import { story } from '../../daypack/test/compaction/story.ts'
import { failures } from './failures.ts'
import { moves } from './moves.ts'

const share = Number(process.argv[2] ?? 1)
const given = process.env['DAYPACK_PG_URL']
const server = given === undefined ? await startServer() : undefined
const url = given ?? server?.url ?? ''
const postgres = connectPostgres({ url, connections: 8 })
const admin = new pg.Client(url)
admin.on('error', () => undefined)
await admin.connect()
await postgres.migrate()
const run = Date.now().toString(36)
let failed = 0
let held = 0

async function scenario(name: string, work: () => Promise<string | void>): Promise<void> {
  if (!name.includes(process.argv[3] ?? '')) return
  const started = performance.now()
  try {
    const said = await work()
    held++
    console.log(`ok    ${name}${said ? `: ${said}` : ''} (${Math.round(performance.now() - started)} ms)`)
  } catch (error) {
    failed++
    console.log(`FAILED ${name}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

type Line = { seq?: number; after?: number; transactions?: number; request?: unknown }

function child(tenant: string, mode: string, kill = ''): Promise<{ killed: boolean; said: Line[]; complaint: string }> {
  const file = path.join(import.meta.dirname, 'child.ts')
  const started = spawn(process.execPath, ['--conditions=daypack-source', file, url, tenant, mode, kill])
  let [out, complaint] = ['', '']
  started.stdout.on('data', (bytes) => (out += bytes))
  started.stderr.on('data', (bytes) => (complaint += bytes))
  return new Promise((resolve) => {
    started.on('close', (_, signal) => {
      const said = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
      resolve({ killed: signal === 'SIGKILL', said, complaint })
    })
  })
}

/** What the next process finds: every message readable, folded ones archived. How many batches folded something? */
async function look(driver: PostgresDriver): Promise<number> {
  const pack = await createDaypack({
    driver,
    window: 12_000,
    retention: false,
    memory: false,
    tuning: { counter: byBytes(4) },
  })
  const session = await pack.session('s')
  const read = textReader(driver.blobs)
  const said = []
  for (const { message } of session.view.slots) {
    const blocks = []
    for (const block of message.blocks) {
      const isAway = block.type === 'tool-result' && isStored(block.content)
      blocks.push(isAway ? { ...block, content: { text: await read(block.content) } } : block)
    }
    said.push({ ...message, blocks })
  }
  assert.deepEqual(said, story())
  const records = (await Promise.all((await driver.days.days()).map((day) => driver.days.read(day)))).flat()
  const archived = new Set(records.map(({ seq }) => seq))
  assert.equal(archived.size, records.length)
  for (const fold of session.view.items.filter((item) => item.kind === 'fold')) {
    for (const { seq } of session.view.slots)
      if (seq >= fold.seq && seq <= fold.to) assert.ok(archived.has(seq), `message ${seq} was folded, not archived`)
  }
  const { entries } = await driver.log.read('s')
  await pack.close()
  return entries.filter((entry) => entry.kind === 'edits' && entry.edits.some(({ op }) => op === 'fold')).length
}

type Runner = Pick<IndexSuiteOptions, 'describe' | 'test'>

/** The cases that a suite would give to a test runner, one after the other. */
async function suite(declare: (runner: Runner) => void): Promise<string> {
  const cases: [string, () => Promise<void>][] = []
  declare({ describe: (_, body) => body(), test: (name, body) => cases.push([name, body]) })
  for (const [name, body] of cases) {
    await body().catch((cause: unknown) => {
      throw new Error(name, { cause })
    })
  }
  return `${cases.length} cases`
}

await scenario('the driver suite', () =>
  suite((runner) =>
    driverSuite('real', ({ place, now, zone }) => postgresDriver({ postgres, tenant: `${run} ${place}`, now, zone }), {
      ...runner,
      durable: true,
    }),
  ),
)
await scenario('the index suite', () =>
  suite((runner) =>
    indexSuite('real', ({ place }) => postgresDriver({ postgres, tenant: `${run} ${place}` }).index, {
      ...runner,
      durable: true,
      overlap: 0.95,
    }),
  ),
)

await scenario('four programs bring a new database up to date at once', async () => {
  const name = `fresh_${run}`
  await admin.query(`CREATE DATABASE ${name}`)
  const there = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const drivers = Array.from({ length: 4 }, () => postgresDriver({ url: there, tenant: 't' }))
  const heads = await Promise.all(
    drivers.map((driver, index) =>
      driver.log.append(`s${index}`, [{ seq: 1, at: 1, kind: 'mark', name: 'x' }], { expect: 0 }),
    ),
  )
  assert.ok(heads.every((done) => 'head' in done && done.head === 1))
  assert.equal((await drivers[0]?.log.sessions())?.length, 4)
  for (const driver of drivers) await driver.close()
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
})

await scenario('5 tenants, 10,000 random reads each: no foreign row', async () => {
  const names = Array.from({ length: 5 }, (_, index) => `${run} reader ${index}`)
  const drivers = names.map((tenant) => postgresDriver({ postgres, tenant }))
  const refs = new Map<string, string>()
  for (const [index, driver] of drivers.entries()) {
    for (let session = 0; session < 20; session++) {
      const entry = { seq: 1, at: 1, kind: 'mark' as const, name: names[index] as string, data: session }
      await driver.log.append(`s${session}`, [entry], { expect: 0 })
    }
    await driver.notes.write('MEMORY.md', names[index] as string, { expect: undefined })
    refs.set((await driver.blobs.put(names[index] as string)).ref, names[index] as string)
  }
  const reads = Math.round(10_000 * share)
  let foreign = 0
  const one = async (index: number) => {
    const [driver, own] = [drivers[index] as PostgresDriver, names[index] as string]
    for (let read = 0; read < reads; read++) {
      const dice = Math.random()
      if (dice < 0.7) {
        const { entries } = await driver.log.read(`s${Math.floor(Math.random() * 20)}`)
        if (entries.length !== 1 || entries.some((entry) => entry.kind !== 'mark' || entry.name !== own)) foreign++
      } else if (dice < 0.85) {
        if ((await driver.notes.read('MEMORY.md'))?.text !== own) foreign++
      } else {
        const [ref, whose] = [...refs][Math.floor(Math.random() * 5)] as [string, string]
        const bytes = await driver.blobs.get(ref)
        if ((bytes !== undefined) !== (whose === own)) foreign++
      }
    }
  }
  await Promise.all(drivers.map((_, index) => one(index)))
  for (const tenant of names) {
    foreign += await postgres.transaction(tenant, 'a raw query', async (query) => {
      const tables = ['entry', 'session', 'blob', 'note'].map((table) => `SELECT tenant FROM daypack.${table}`)
      const { rowCount } = await query(`SELECT FROM (${tables.join(' UNION ALL ')}) AS t WHERE tenant <> $1`, [tenant])
      return rowCount ?? 0
    })
  }
  assert.equal(foreign, 0)
  return `${5 * reads} reads, ${foreign} foreign rows`
})

await scenario('kill -9 around every transaction of a compaction', async () => {
  const base = `${run} rehearsal`
  await child(base, 'say')
  const rehearsal = await child(base, 'compact')
  const { transactions = 0 } = rehearsal.said.at(-1) ?? {}
  assert.equal(await look(postgresDriver({ postgres, tenant: base })), 1)
  // Two of them at least, however small the share.
  const stride = Math.max(1, Math.min(Math.round(1 / share), Math.ceil(transactions / 2)))
  const outcomes = new Map<number, number>()
  let kills = 0
  for (let nth = 1; nth <= transactions; nth += stride) {
    for (const phase of ['before', 'inside', 'after']) {
      const tenant = `${run} killed ${nth} ${phase}`
      await child(tenant, 'say')
      const { killed } = await child(tenant, 'compact', `${nth}:${phase}`)
      if (killed) kills++
      const driver = postgresDriver({ postgres, tenant })
      const found = await look(driver)
      outcomes.set(found, (outcomes.get(found) ?? 0) + 1)
      if (found === 0) assert.equal((await child(tenant, 'compact')).complaint, '')
      assert.equal(await look(driver), 1, `after ${nth}:${phase}`)
    }
  }
  assert.ok(kills > 3)
  return `${kills} kills; the next process found the old context ${outcomes.get(0) ?? 0} times, the new one ${outcomes.get(1) ?? 0} times`
})

await scenario('four processes under pressure at once compact once', async () => {
  const tenant = `${run} together`
  await child(tenant, 'say')
  const done = await Promise.all(Array.from({ length: 4 }, () => child(tenant, 'render')))
  const requests = new Set(done.map(({ said }) => JSON.stringify(said[0]?.request)))
  assert.deepEqual(
    done.map(({ complaint }) => complaint),
    ['', '', '', ''],
  )
  assert.equal(requests.size, 1)
  assert.equal(await look(postgresDriver({ postgres, tenant })), 1)
})

/** Appends while something bad happens again and again: all that was acknowledged is there, once. */
async function disturbed(tenant: string, disturb: () => Promise<unknown>, pauseMs: number): Promise<string> {
  const running = new Set([tenant])
  const work = child(tenant, 'append').finally(() => running.delete(tenant))
  let times = 0
  while (running.size > 0) {
    await sleep(pauseMs)
    if (running.size > 0) await disturb().then(() => times++)
  }
  const { said, complaint } = await work
  assert.equal(complaint, '')
  const acknowledged = said.flatMap(({ seq }) => seq ?? [])
  assert.equal(acknowledged.length, 400)
  const { entries, head } = await postgresDriver({ postgres, tenant }).log.read('s')
  assert.equal(head, 400)
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    acknowledged,
  )
  return `${times} times in 400 appends`
}

await scenario('pg_terminate_backend while appending', () =>
  disturbed(
    `${run} terminated`,
    () => admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'daypack'`),
    60,
  ),
)

await scenario('jobs for all tenants, made up for and not made twice', async () => {
  const tenant = `${run} jobs`
  await postgresDriver({ postgres, tenant }).log.sessions()
  const did: string[] = []
  const chores = (whose: string) => {
    const did1 = (what: string) => async () => {
      if (whose === tenant) did.push(what)
    }
    return { retention: did1('retention'), consolidation: did1('consolidation'), embedding: did1('embedding') }
  }
  const jobs = await startJobs({ url, chores, concurrency: 4 })
  // A day's job that nobody was there to make: graphile-worker makes up for it at the next start.
  const missed = `UPDATE graphile_worker._private_known_crontabs SET known_since = now() - interval '3 days',
    last_execution = now() - interval '2 days' WHERE identifier = 'daypack_consolidation'`
  for (let waited = 0; waited < 200 && (await admin.query(missed)).rowCount === 0; waited++) await sleep(50)
  await jobs.stop()
  const again = await startJobs({ url, chores, concurrency: 4 })
  for (let waited = 0; waited < 200 && !did.includes('consolidation'); waited++) await sleep(50)
  assert.deepEqual([...new Set(did)], ['consolidation'])
  await again.due('retention')
  for (let waited = 0; waited < 200 && !did.includes('retention'); waited++) await sleep(50)
  assert.ok(did.includes('retention'))
  await again.stop()
})

const bench = { url, postgres, admin, server, run, share, scenario }
await failures(bench)
await moves(bench)

if (server) {
  await scenario('the server crashes and comes back while appending', () =>
    disturbed(`${run} restarted`, () => server.restart('immediate'), 400),
  )
}

await postgres.close()
await admin.end().catch(() => undefined)
server?.stop()
console.log(`${held} held, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
