// One process of the server; start as many as you like behind a balancer, `JOBS=1` on at least one of them:
//   DATABASE_URL=postgres://daypack_server@db/daypack OWNER_URL=postgres://daypack_owner@db/daypack PORT=8001 \
//     node --conditions=daypack-source examples/server/main.ts
import { createAnthropic } from '@ai-sdk/anthropic'
import { serve } from '@hono/node-server'
import { createDaypack } from 'daypack'
import { connectPostgres, postgresDriver, startJobs, tenantPacks, type PostgresDriver } from 'daypack-postgres'
import { Pool } from 'pg'
import { createApp } from './app.ts'

const { DATABASE_URL = '', OWNER_URL = DATABASE_URL, PORT = '8000', ANTHROPIC_BASE_URL, JOBS, WINDOW } = process.env
const window = Number(WINDOW ?? 200_000)

/** A line of JSON for each thing worth knowing; nothing a user wrote is in it. */
const log = (record: object) => console.error(JSON.stringify({ at: new Date().toISOString(), ...record }))

// The application's own pool: Daypack takes connections from it and gives them back.
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 })
pool.on('error', (error) => log({ event: 'connection-lost', code: (error as { code?: string }).code }))
const postgres = connectPostgres({ pool, migrate: false, timeoutMs: 5_000, log })
const driver = (tenant: string) => postgresDriver({ postgres, tenant })
const pack = (of: PostgresDriver) =>
  createDaypack({ driver: of, window, retention: false, memory: { schedule: false }, tuning: { maxOutput: 1_000 } })
const tenants = tenantPacks({ driver, pack, maxOpen: 100 })

const anthropic = createAnthropic(ANTHROPIC_BASE_URL === undefined ? {} : { baseURL: `${ANTHROPIC_BASE_URL}/v1` })
let isStopping = false
const app = createApp({
  ...{ tenants, postgres, log },
  ownerUrl: OWNER_URL,
  model: anthropic('claude-sonnet-5-5'),
  isStopping: () => isStopping,
})
const jobs =
  JOBS === undefined
    ? undefined
    : await startJobs({
        url: OWNER_URL,
        async chores(tenant) {
          const own = driver(tenant)
          const opened = await pack(own)
          return {
            retention: () => opened.sweep(),
            consolidation: () => opened.memory.consolidate(),
            embedding: () => opened.memory.embed(),
            close: () => opened.close().then(() => own.close()),
          }
        },
      })

const server = serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) => log({ event: 'listening', port }))

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  log({ event: 'stopping' })
  // The balancer still hears that this process stops; answers under way are sent whole, only then are connections closed.
  await tenants.close()
  await new Promise((resolve) => server.close(resolve))
  await jobs?.stop()
  await postgres.close()
  await pool.end()
  log({ event: 'stopped' })
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
