import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDaypack } from '../../daypack/src/daypack.ts'
import { isNight, size } from '../../daypack-testing/test/size.ts'
import { connected, type RealServer, startReal } from '../test/real.ts'
import { buildGraphs, graphScope } from './graphs.ts'
import { connectPostgres, postgresDriver, type Postgres } from './index.ts'
import { graphQuery } from './vectors.ts'

const DIMS = 64
const EXACT_MAX = size(4_000, 20_000)
/** Vectors of each tenant; those above `EXACT_MAX` get a graph. */
const SIZES = isNight()
  ? [100_000, 50_000, ...repeat(3, 30_000), ...repeat(5, 10_000), ...repeat(40, 1_000)]
  : [6_000, ...repeat(7, 500)]

let server: RealServer | undefined
let postgres: Postgres
beforeAll(async () => {
  server = await startReal()
  if (server === undefined) return
  postgres = connectPostgres({ url: server.url, connections: 4, timeoutMs: 120_000 })
  await postgres.migrate()
  for (const [nth, count] of SIZES.entries()) await fill(`tenant ${nth}`, count)
  const admin = await connected(server.url)
  await admin.query('ANALYZE')
  const query = (text: string, values?: readonly unknown[]) => admin.query(text, values && [...values])
  for (const nth of SIZES.keys()) await buildGraphs(query, `tenant ${nth}`, EXACT_MAX)
  await admin.end()
}, 1_800_000)
afterAll(async () => {
  await postgres?.close()
  await server?.stop()
})

let seed = 1
/** In whole numbers of 32 bits: a product that is rounded soon repeats itself, and with it the vectors. */
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
/** Alike in all tenants: around one of forty centres. */
const centres = Array.from({ length: 40 }, () => Array.from({ length: DIMS }, () => random() * 2 - 1))
function vectorNear(centre: number): Float32Array {
  return Float32Array.from(centres[centre] ?? [], (value) => value + (random() - 0.5) * 0.8)
}

async function fill(tenant: string, count: number): Promise<void> {
  const driver = postgresDriver({ postgres, tenant })
  const { vectors } = driver.index
  if (!('nearest' in vectors)) throw new Error('it finds no vectors')
  await driver.index.claim('test')
  await postgres.transaction(tenant, 'Filling', (query) => query(UNITS, [count]))
  for (let from = 0; from < count; from += 2_000) {
    const entries = Array.from({ length: Math.min(2_000, count - from) }, (_, at) => ({
      hash: `h${from + at}`,
      vector: scaled(vectorNear(Math.floor(random() * 40))),
    }))
    await vectors.put('model@64', entries)
  }
  await driver.close()
}

const UNITS = `WITH one AS (INSERT INTO daypack.file (id, gen, scope, path, hash, modified, indexed, units, chunk, first, figures)
    VALUES (1, 1, 'notes', 'a.md', '', 0, 0, $1::int, 1, 0, ''))
  INSERT INTO daypack.unit (file, ord, first, last, text, heading, continues, hash)
  SELECT 1, n, 1, 1, '', '', 0, 'h' || n FROM generate_series(0, $1::int - 1) AS n`

function repeat(times: number, count: number): number[] {
  return Array.from({ length: times }, () => count)
}

function scaled(vector: Float32Array): Int8Array {
  const most = Math.max(...vector.map(Math.abs))
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127))
}

describe('G-161 vectors of many tenants', () => {
  test('the big tenant has a graph of its own, and the planner walks it', async ({ skip }) => {
    if (server === undefined) return skip()
    const where = graphScope('tenant 0', 'model@64', DIMS)
    const asked = `[${vectorNear(3).join(',')}]`
    const plan = await postgres.transaction('tenant 0', 'Explaining', async (query) =>
      (await query(`EXPLAIN ${graphQuery(where, DIMS, 20)}`, [asked])).rows.map((row) => String(row['QUERY PLAN'])),
    )
    expect(plan.join('\n')).toMatch(/Index Scan using vector_[0-9a-f]{24} on vector/)
  })

  test('each graph finds at least 95 % of what comparing all of them finds', async ({ skip }) => {
    if (server === undefined) return skip()
    const EXACT = `SELECT 1 - (v <=> $1::halfvec) AS cosine FROM daypack.vector WHERE space = 'model@64' ORDER BY v <=> $1::halfvec, hash LIMIT 10`
    for (const [nth, count] of SIZES.entries()) {
      if (count <= EXACT_MAX) continue
      const driver = postgresDriver({ postgres, tenant: `tenant ${nth}` })
      const { vectors } = driver.index
      if (!('nearest' in vectors)) throw new Error('it finds no vectors')
      let [found, of, ms] = [0, 0, 0]
      for (let question = 0; question < 40; question++) {
        const asked = vectorNear(question)
        const started = performance.now()
        const { hits } = await vectors.nearest('notes', 'model@64', asked, 10)
        ms += performance.now() - started
        const { rows } = await postgres.transaction(`tenant ${nth}`, 'Comparing', (query) =>
          query(EXACT, [`[${asked.join(',')}]`]),
        )
        // By distance: of two that are as near either will do.
        const least = Number(rows.at(-1)?.['cosine']) - 1e-6
        found += hits.filter(({ cosine }) => cosine >= least).length
        of += rows.length
      }
      await driver.close()
      console.log(
        `recall@10 ${found} of ${of}, ${count} vectors of one of ${SIZES.length} tenants, ${(ms / 40).toFixed(1)} ms each`,
      )
      expect(found / of).toBeGreaterThanOrEqual(0.95)
    }
  }, 600_000)

  test('a replica answers searches by the graph, and is asked to write nothing', async ({ skip }) => {
    if (server === undefined) return skip()
    const primary = postgresDriver({ postgres, tenant: 'tenant 0' })
    const replica = await startReal({}, server.url)
    if (replica === undefined) return skip()
    const there = connectPostgres({ url: replica.url, migrate: false })
    const driver = postgresDriver({ postgres: there, tenant: 'tenant 0' })
    const [own, theirs] = [primary.index.vectors, driver.index.vectors]
    if (!('nearest' in own && 'nearest' in theirs)) throw new Error('it finds no vectors')
    const asked = vectorNear(1)
    expect(await theirs.nearest('notes', 'model@64', asked, 10)).toEqual(
      await own.nearest('notes', 'model@64', asked, 10),
    )
    expect(there.counts().failed).toBe(0)
    for (const each of [driver, primary]) await each.close()
    await there.close()
    await replica.stop()
  })

  test('two models are kept side by side while everything is embedded again', async ({ skip }) => {
    if (server === undefined) return skip()
    const { vectors } = postgresDriver({ postgres, tenant: 'tenant 1' }).index
    if (!('nearest' in vectors)) throw new Error('it finds no vectors')
    await vectors.put('other@2', [{ hash: 'h0', vector: new Int8Array([1, 2]) }])
    await vectors.prune('model@64')
    expect((await vectors.covered('notes', 'other@2')).units).toBe(1)
  })

  test('the embedding chore is done when it says so, and fails where the endpoint does', async ({ skip }) => {
    if (server === undefined) return skip()
    const driver = postgresDriver({ postgres, tenant: 'embedded' })
    let isDown = true
    const embed = {
      model: 'words',
      dimensions: 2,
      async embed(texts: readonly string[]) {
        if (isDown) throw new Error('the endpoint is down')
        return texts.map((text) => new Float32Array([text.length, 1]))
      },
    }
    const open = () =>
      createDaypack({ driver, retention: false, memory: { embed, schedule: false }, warn: () => undefined })
    const lines = Array.from({ length: 300 }, (_, nth) => `## Topic ${nth}\n\nThe ${nth}th thing is true.\n`).join('\n')
    await driver.notes.write('memory/many.md', lines, { expect: undefined })
    const first = await open()
    await expect(first.memory.embed()).rejects.toThrow(/have no vector: .*the endpoint is down/)
    await first.close()
    isDown = false
    const second = await open()
    await second.memory.embed()
    await second.close()
    const third = await open()
    const { covered, of } = (await third.memory.status()).index.vectors
    await third.close()
    expect(of).toBeGreaterThan(100)
    expect(covered).toBe(of)
  }, 120_000)
})
