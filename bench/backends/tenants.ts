// Many tenants in one process on one PostgreSQL, each with several sessions, through `tenantPacks`; prints a table:
//   nice node --conditions=daypack-source bench/backends/tenants.ts
// TENANTS=1000 SESSIONS=10 OPEN=100 say how many, and how many packs stay open. Each tenant comes back only after all others, so
// that hardly any pack is still open: the worst case. Exit code 1 where a turn is lost or a bound is broken.
import { createDaypack } from '../../packages/daypack/src/daypack.ts'
import { aiSdk } from '../../packages/daypack/src/codecs/ai-sdk/index.ts'
import {
  connectPostgres,
  migratePostgres,
  postgresDriver,
  tenantPacks,
} from '../../packages/daypack-postgres/src/index.ts'
import { connected } from '../../packages/daypack-postgres/test/real.ts'
import { startServer } from '../../scripts/postgres/server.mjs'

const [tenants, sessions, maxOpen] = ['TENANTS', 'SESSIONS', 'OPEN'].map((name, at) =>
  Number(process.env[name] ?? [1_000, 10, 100][at]),
) as [number, number, number]
const CONNECTIONS = 10
const AT_ONCE = 32

const server = await startServer()
await migratePostgres(server.url)
const postgres = connectPostgres({ url: server.url, connections: CONNECTIONS, migrate: false })
const packs = tenantPacks({
  driver: (tenant) => postgresDriver({ postgres, tenant }),
  pack: (driver) => createDaypack({ driver, window: 64_000, retention: false, memory: { schedule: false } }),
  maxOpen,
})

const admin = await connected(server.url)
let [mostConnections, mostMemory, mostOpen, failed] = [0, 0, 0, 0]
const watch = setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage().rss)
  mostOpen = Math.max(mostOpen, packs.counts().open)
  void admin
    .query(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'daypack'`)
    .then(({ rows }) => (mostConnections = Math.max(mostConnections, (rows[0] as { n: number }).n)))
}, 500)

/** What a request does, without the model: the question is logged, the request made, the reply logged. */
async function turn(tenant: string, name: string): Promise<void> {
  await packs.use(tenant, async (pack) => {
    const session = await pack.session(name)
    await session.append({ role: 'user', blocks: [{ type: 'text', text: `What does ${tenant} want in ${name}?` }] })
    await session.render(aiSdk, { messages: [], model: 'claude-sonnet-5-5' })
    await session.record(aiSdk, { content: [{ type: 'text', text: `It is ${name} that ${tenant} wants.` }] })
  })
}

const times: number[] = []
const todo = Array.from({ length: tenants * sessions }, (_, nth) => nth)
const started = performance.now()
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let nth = todo.shift(); nth !== undefined; nth = todo.shift()) {
      const begun = performance.now()
      await turn(`tenant ${nth % tenants}`, `session ${Math.floor(nth / tenants)}`).catch(() => failed++)
      times.push(performance.now() - begun)
    }
  }),
)
const seconds = (performance.now() - started) / 1000
const { opened, open } = packs.counts()
const closing = performance.now()
await packs.close()
const closedMs = performance.now() - closing
clearInterval(watch)
const { rows } = await admin.query(
  `SELECT count(*)::int AS sessions, count(DISTINCT tenant)::int AS tenants, sum(head)::int AS entries FROM daypack.session
    WHERE name LIKE '"session%'`,
)
await admin.end()
await postgres.close()
server.stop()

const kept = rows[0] as { sessions: number; tenants: number; entries: number }
times.sort((a, b) => a - b)
const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(0)
console.log(
  '| tenants | sessions | turns a second | p50 ms | p99 ms | failed | packs opened | open at most | connections at most | memory, MB |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
console.log(
  `| ${kept.tenants} | ${kept.sessions} | ${(times.length / seconds).toFixed(0)} | ${at(0.5)} | ${at(0.99)} | ${failed} | ${opened} | ${mostOpen} | ${mostConnections} | ${Math.round(mostMemory / 1e6)} |`,
)
console.log(`all packs (${open}) closed in ${closedMs.toFixed(0)} ms; ${kept.entries} entries in the logs`)
const isBounded = mostOpen <= maxOpen + AT_ONCE && mostConnections <= CONNECTIONS
const isWhole = failed === 0 && kept.tenants === tenants && kept.sessions === tenants * sessions
if (!isBounded || !isWhole) process.exitCode = 1
