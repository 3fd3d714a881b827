import type * as worker from 'graphile-worker'
import type { Runner, TaskList } from 'graphile-worker'
import type { Awaitable } from '../../model/json.ts'
import { failure } from './failure.ts'
import { peer } from './peer.ts'

/** What is to be done for a tenant now and then: usually calls of its pack. */
export type Chores = {
  /** `pack.sweep()`: blobs nobody needs any more. Every hour. */
  readonly retention: () => Awaitable<unknown>
  /** `pack.memory.consolidate()`: finished days into long-term memory. Once a day; catches up on days that were missed. */
  readonly consolidation: () => Awaitable<unknown>
  /** `pack.memory.ready()`: what was written elsewhere is indexed and embedded. Every hour. */
  readonly embedding: () => Awaitable<unknown>
  /** Called after each job. */
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
  /** Make the jobs that are due now, for every tenant; those waiting already are not made twice. Answers how many. */
  due(kind: ChoreKind): Promise<number>
  stop(): Promise<void>
}

export type ChoreKind = 'retention' | 'consolidation' | 'embedding'

const DAY_MS = 86_400_000
/** What was to be done while no worker ran is made up for, this far back. */
const BACKFILL_MS = 7 * DAY_MS
const TIMES: Readonly<Record<ChoreKind, string>> = {
  retention: '7 * * * *',
  consolidation: '5 0 * * *',
  embedding: '37 * * * *',
}

/**
 * Do the chores of all tenants, by graphile-worker: any number of processes share the work, a tenant's jobs run one after
 * the other, and a job that fails is tried again later. Packs that serve should then be made without their own timers.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { postgresDriver, startJobs } from 'daypack/drivers'
 *
 * const work = (url: string) =>
 *   startJobs({
 *     url,
 *     async chores(tenant) {
 *       const driver = postgresDriver({ url, tenant })
 *       const pack = await createDaypack({ driver, retention: { maxAgeMs: 30 * 86_400_000 } })
 *       const close = () => pack.close().then(() => driver.close())
 *       const { memory } = pack
 *       return { retention: () => pack.sweep(), consolidation: () => memory.consolidate(), embedding: () => memory.ready(), close }
 *     },
 *   })
 */
export async function startJobs(options: PostgresJobsOptions): Promise<PostgresJobs> {
  const { url, chores, concurrency = 2 } = options
  const { Logger, makeWorkerUtils, parseCronItems, run } = await peer<typeof worker>('graphile-worker')
  const kinds = Object.keys(TIMES) as ChoreKind[]
  // It would tell of every job on the standard output.
  const logger = new Logger(() => (level, said) => {
    if (level === 'error' || level === 'warning') console.error(`daypack: jobs: ${said}`)
  })
  try {
    const utils = await makeWorkerUtils({ connectionString: url, noPreparedStatements: true, logger })
    await utils.migrate()
    const due = async (kind: ChoreKind): Promise<number> => {
      const { rows } = await utils.withPgClient((client) =>
        client.query<{ tenant: string }>('SELECT tenant FROM daypack.tenant ORDER BY tenant'),
      )
      for (const { tenant } of rows) {
        const how = { queueName: `daypack ${tenant}`, jobKey: `daypack ${kind} ${tenant}`, maxAttempts: 12 }
        await utils.addJob(nameOf(kind), { tenant }, { ...how, jobKeyMode: 'preserve_run_at' })
      }
      return rows.length
    }
    const one = (kind: ChoreKind) => async (payload: unknown) => {
      const own = await chores((payload as { tenant: string }).tenant)
      try {
        await own[kind]()
      } finally {
        await own.close?.()
      }
    }
    const taskList: TaskList = Object.fromEntries(
      kinds.flatMap((kind) => [
        [nameOf(kind), one(kind)],
        [`${nameOf(kind)}_all`, async () => void (await due(kind))],
      ]),
    )
    const runner: Runner = await run({
      connectionString: url,
      concurrency,
      noHandleSignals: true,
      logger,
      taskList,
      parsedCronItems: parseCronItems(
        kinds.map((kind) => ({
          task: `${nameOf(kind)}_all`,
          identifier: nameOf(kind),
          match: TIMES[kind],
          options: { backfillPeriod: BACKFILL_MS, jobKey: `${nameOf(kind)}_all`, jobKeyMode: 'replace' },
        })),
      ),
    })
    return {
      due,
      async stop() {
        await runner.stop()
        await utils.release()
      },
    }
  } catch (error) {
    throw failure('Starting the jobs', error, url)
  }
}

function nameOf(kind: ChoreKind): string {
  return `daypack_${kind}`
}
