import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { size } from '../../daypack-testing/test/size.ts'
import { type RealServer, startBouncer, startReal } from '../test/real.ts'
import { connectPostgres, postgresDriver } from './index.ts'

let server: RealServer | undefined
let bouncer: RealServer | undefined
beforeAll(async () => {
  server = await startReal()
  bouncer = server && (await startBouncer(server.url))
}, 300_000)
afterAll(async () => {
  await bouncer?.stop()
  await server?.stop()
})

const HOLDER = path.join(import.meta.dirname, '../test/holder.ts')
const LEASE_MS = 400
const LINES = 20

type Counts = { kills: number; stalls: number; refused: number; did: string[] }

/** One process after the other adds `lines`; each is killed, or stopped for longer than its lease, at random moments. */
async function disturbed(url: string, tenant: string, until: number, counts: Counts): Promise<void> {
  // On a busy machine it takes longer to have seen enough.
  while (performance.now() < until || counts.did.length < LINES) {
    const args = ['--conditions=daypack-source', HOLDER, url, tenant, '100000', String(LEASE_MS)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (bytes) => (out += bytes))
    const gone = new Promise((resolve) => child.once('close', resolve))
    await started(child)
    for (let stalls = 0; stalls < 2; stalls++) {
      await sleep(Math.random() * 600)
      child.kill('SIGSTOP')
      counts.stalls++
      await sleep(LEASE_MS * (0.5 + 2 * Math.random()))
      child.kill('SIGCONT')
    }
    await sleep(Math.random() * 300)
    child.kill('SIGKILL')
    counts.kills++
    await gone
    for (const line of out.split('\n')) {
      if (line.startsWith('did ')) counts.did.push(line.slice(4))
      if (line.startsWith('refused ')) counts.refused++
    }
  }
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.stdout?.once('data', () => resolve()))
}

describe('postgres: leases', () => {
  for (const way of ['straight', 'through PgBouncer'] as const) {
    const urlOf = () => (way === 'straight' ? server : bouncer)?.url

    test(`G-153 two processes, killed and stalled, ${way}: no line is lost, none is there twice`, async ({ skip }) => {
      const url = urlOf()
      if (url === undefined) return skip()
      const tenant = `ledger ${way}`
      const counts: Counts = { kills: 0, stalls: 0, refused: 0, did: [] }
      const until = performance.now() + size(8_000, 120_000)
      await Promise.all([disturbed(url, tenant, until, counts), disturbed(url, tenant, until, counts)])
      const driver = postgresDriver({ url, tenant })
      const lines = (await driver.notes.read('MEMORY.md'))?.text.trimEnd().split('\n') ?? []
      await driver.close()
      expect(lines.length).toBe(new Set(lines).size)
      expect(counts.did.filter((id) => !lines.includes(id))).toEqual([])
      // Written and not told: a kill between the two, one for each process.
      expect(lines.length - counts.did.length).toBeLessThanOrEqual(counts.kills)
      console.log(
        `${way}: ${lines.length} lines, ${counts.kills} kills, ${counts.stalls} stalls, ${counts.refused} refused`,
      )
    }, 300_000)

    test(`G-152 200 tenants hold a name at once, ${way}, on ten connections`, async ({ skip }) => {
      const url = urlOf()
      if (url === undefined || server === undefined) return skip()
      const postgres = connectPostgres({ url, connections: 10 })
      const drivers = Array.from({ length: 200 }, (_, nth) => postgresDriver({ postgres, tenant: `${way} ${nth}` }))
      const admin = new pg.Client(server.url)
      await admin.connect()
      let holding = 0
      let most = 0
      let open: () => void = () => undefined
      const all = new Promise<void>((resolve) => (open = resolve))
      await Promise.all(
        drivers.map((driver) =>
          driver.hold('flush', async () => {
            if (++holding === drivers.length) {
              const { rows } = await admin.query(
                `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'daypack'`,
              )
              most = rows[0].n
              open()
            }
            await all
          }),
        ),
      )
      for (const driver of drivers) await driver.close()
      await postgres.close()
      await admin.end()
      expect(holding).toBe(200)
      expect(most).toBeLessThanOrEqual(10)
    }, 120_000)
  }

  test('G-155 a name somebody is slow to take is waited for, not refused', async ({ skip }) => {
    if (server === undefined) return skip()
    const postgres = connectPostgres({ url: server.url, timeoutMs: 2_000 })
    await postgres.migrate()
    const admin = new pg.Client(server.url)
    await admin.connect()
    // Another process, which gets no processor between its first question and its commit.
    await admin.query(`BEGIN; INSERT INTO daypack.lease (tenant, name, owner, fence, until)
      VALUES ('slow', 'x', gen_random_uuid(), 1, '-infinity')`)
    const driver = postgresDriver({ postgres, tenant: 'slow' })
    const held = driver.hold('x', async () => 'mine')
    held.catch(() => undefined)
    while (postgres.counts().failed === 0) await sleep(10)
    await admin.query('COMMIT')
    await admin.end()
    expect(await held).toBe('mine')
    await driver.close()
    await postgres.close()
  })

  test('G-153 36 callers of four processes, through PgBouncer: one holder at a time, nothing refused', async ({
    skip,
  }) => {
    if (bouncer === undefined) return skip()
    const { url } = bouncer
    const drivers = Array.from({ length: 4 }, () => postgresDriver({ url, tenant: 'overlap', connections: 2 }))
    let [holders, most, done] = [0, 0, 0]
    const one = async (nth: number) =>
      drivers[nth % 4]?.hold('x', async () => {
        most = Math.max(most, ++holders)
        await sleep(5)
        holders--
        done++
      })
    await Promise.all(Array.from({ length: 36 }, (_, nth) => one(nth)))
    for (const driver of drivers) await driver.close()
    expect({ most, done }).toEqual({ most: 1, done: 36 })
  })
})
