import { EventEmitter } from 'node:events'
import {
  Logger,
  makeWorkerUtils,
  parseCronItems,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { DAY_MS, reasonOf, type Awaitable } from 'daypack/internal'
import { cronOf, KINDS, type ChoreKind } from './chores.ts'
import { failure } from './failure.ts'
import { buildGraphs, dropEmptyGraphs } from './graphs.ts'

/** What is to be done for a tenant now and then: usually calls of its pack. */
export type Chores = {
  /** `pack.sweep()`: blobs nobody needs any more. Every hour. */
  readonly retention: () => Awaitable<unknown>
  /** `pack.memory.consolidate()`: finished days into long-term memory. Once a day; catches up on days that were missed. */
  readonly consolidation: () => Awaitable<unknown>
  /** `pack.memory.embed()`: what was written elsewhere is indexed and embedded, all of it. Every hour. */
  readonly embedding: () => Awaitable<unknown>
  readonly close?: () => Awaitable<unknown>
}

export type PostgresJobsOptions = {
  /** As the owner of the schema: jobs are made for every tenant there is. */
  readonly url: string
  readonly chores: (tenant: string) => Awaitable<Chores>
  /** Jobs at once in this process. Default 2. */
  readonly concurrency?: number
}

export type PostgresJobs = {
  /** Make the jobs of all tenants with work; those waiting already are not made twice. Answers how many. */
  due(kind: ChoreKind): Promise<number>
  stop(): Promise<void>
}

/** What was to be done while no worker ran is made up for, this far back. */
const BACKFILL_MS = 7 * DAY_MS

/**
 * Chores of all tenants by graphile-worker, shared by any number of processes; make their packs without own timers.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { postgresDriver, startJobs } from 'daypack-postgres'
 *
 * const work = (url: string) =>
 *   startJobs({
 *     url,
 *     async chores(tenant) {
 *       const driver = postgresDriver({ url, tenant })
 *       const pack = await createDaypack({ driver, retention: { maxAgeMs: 30 * 86_400_000 } })
 *       const close = () => pack.close().then(() => driver.close())
 *       const { memory } = pack
 *       return { retention: () => pack.sweep(), consolidation: () => memory.consolidate(), embedding: () => memory.embed(), close }
 *     },
 *   })
 */
export async function startJobs(options: PostgresJobsOptions): Promise<PostgresJobs> {
  const { url, chores, concurrency = 2 } = options
  // It would tell of every job on the standard output.
  const logger = new Logger(() => (level, said) => {
    if (level === 'error' || level === 'warning') console.error(`daypack: jobs: ${said}`)
  })
  try {
    const utils = await makeWorkerUtils({ connectionString: url, noPreparedStatements: true, logger })
    await utils.migrate()
    const due = async (kind: ChoreKind): Promise<number> => {
      const { rows } = await utils.withPgClient((client) => client.query<{ tenant: string }>(DUE, [kind]))
      for (const { tenant } of rows) {
        const how = { queueName: `daypack ${tenant}`, jobKey: `daypack ${kind} ${tenant}`, maxAttempts: 12 }
        await utils.addJob(nameOf(kind), { tenant }, { ...how, jobKeyMode: 'preserve_run_at' })
      }
      if (kind === 'embedding') await tidy()
      return rows.length
    }
    /** What deleted tenants leave behind outside of their own rows, their names included. */
    const tidy = async () => {
      await utils.withPgClient((client) => dropEmptyGraphs((text) => client.query(text)))
      await utils.cleanup({ tasks: ['GC_JOB_QUEUES'] })
    }
    const isThere = async (tenant: string): Promise<boolean> => {
      const asked = 'SELECT FROM daypack.tenant WHERE tenant = $1'
      return (await utils.withPgClient((client) => client.query(asked, [tenant]))).rowCount === 1
    }
    const one = async (kind: ChoreKind, tenant: string) => {
      // Opening a tenant that was deleted meanwhile would make it again.
      if (!(await isThere(tenant))) return
      const started = performance.now()
      const ran = new Date()
      const note = (failed: string | null) =>
        utils.withPgClient((client) => client.query(RAN, [tenant, kind, ran, performance.now() - started, failed]))
      const own = await chores(tenant)
      try {
        await own[kind]()
        await note(null)
      } catch (error) {
        await note(reasonOf(error))
        throw error
      } finally {
        await own.close?.()
      }
      if (kind !== 'embedding') return
      await utils.withPgClient((client) =>
        buildGraphs((text, values) => client.query(text, values && [...values]), tenant),
      )
    }
    const running = new Set<Promise<void>>()
    const tracked = (work: Promise<void>) => {
      running.add(work)
      return work.finally(() => running.delete(work))
    }
    const taskList: TaskList = Object.fromEntries(
      KINDS.flatMap((kind) => [
        [nameOf(kind), (payload) => tracked(one(kind, (payload as { tenant: string }).tenant))],
        [`${nameOf(kind)}_all`, async () => void (await due(kind))],
      ]),
    )
    const events: WorkerEvents = new EventEmitter()
    let pool = ''
    events.on('pool:create', ({ workerPool }) => (pool = workerPool.id))
    const runner: Runner = await run({
      events,
      connectionString: url,
      concurrency,
      noHandleSignals: true,
      logger,
      taskList,
      parsedCronItems: parseCronItems(
        KINDS.map((kind) => ({
          task: `${nameOf(kind)}_all`,
          identifier: nameOf(kind),
          match: cronOf(kind),
          options: { backfillPeriod: BACKFILL_MS, jobKey: `${nameOf(kind)}_all`, jobKeyMode: 'replace' },
        })),
      ),
    })
    return {
      due,
      async stop() {
        await runner.stop()
        await Promise.allSettled(running)
        // A job that was fetched while it stopped stays locked, and with it all jobs of its tenant for hours.
        await utils.forceUnlockWorkers([pool])
        await utils.release()
      },
    }
  } catch (error) {
    throw failure('Starting the jobs', error, url)
  }
}

/** Tenants in which something changed since the chore ran; retention, those that have something to keep or drop. */
const DUE = `SELECT t.tenant FROM daypack.tenant t LEFT JOIN daypack.chore c ON c.tenant = t.tenant AND c.kind = $1
  WHERE c.ran IS NULL OR c.failed IS NOT NULL
    OR $1 = 'retention' AND EXISTS (SELECT FROM daypack.blob b WHERE b.tenant = t.tenant AND NOT b.gone)
    OR $1 <> 'retention' AND (
      EXISTS (SELECT FROM daypack.session s WHERE s.tenant = t.tenant AND s.changed > c.ran)
      OR EXISTS (SELECT FROM daypack.note n WHERE n.tenant = t.tenant AND n.modified > extract(epoch FROM c.ran) * 1000))
  ORDER BY t.tenant`
const RAN = `INSERT INTO daypack.chore (tenant, kind, ran, ms, failed) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (tenant, kind) DO UPDATE SET ran = excluded.ran, ms = excluded.ms, failed = excluded.failed`

function nameOf(kind: ChoreKind): string {
  return `daypack_${kind}`
}
