import { dayOf } from '../../model/day.ts'
import type { Driver } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { SearchIndex } from '../../model/index-store.ts'
import type { Millis } from '../../model/json.ts'
import { postgresBlobs } from './blobs.ts'
import { connectPostgres, type Postgres, type PostgresOptions } from './connect.ts'
import { postgresDays } from './days.ts'
import { locksOf } from './hold.ts'
import { postgresIndex } from './index-store.ts'
import { postgresLog } from './log.ts'
import type { Migrated } from './migrate.ts'
import { postgresNotes } from './notes.ts'
import type { ObjectStore } from './object-store.ts'
import { checkTenant, inTenantOf } from './tenant.ts'

export { connectPostgres, type Postgres, type PostgresOptions } from './connect.ts'
export { s3Store, type ObjectStore, type S3Options } from './object-store.ts'
export type { Migrated } from './migrate.ts'
export { startJobs, type Chores, type ChoreKind, type PostgresJobs, type PostgresJobsOptions } from './jobs.ts'

export type PostgresDriverOptions = (PostgresOptions | { readonly postgres: Postgres }) & {
  /** Whose rows: no other tenant's are ever seen. */
  readonly tenant: string
  /** IANA zone whose calendar names the days; kept with the tenant. Default UTC. */
  readonly zone?: string
  readonly now?: () => Millis
  /** Where blobs above `inlineMaxBytes` go; without it all stay in the database. */
  readonly objects?: ObjectStore
  /** Default 1 MiB. */
  readonly inlineMaxBytes?: number
}
export type PostgresDriver = Driver &
  Required<Pick<Driver, 'zone' | 'log' | 'blobs' | 'days' | 'notes' | 'hold' | 'close'>> & {
    readonly index: SearchIndex
  }

const INLINE_MAX_BYTES = 1024 * 1024

/**
 * Everything of one tenant in PostgreSQL (15 or newer, with pgvector); any number of processes may serve it at once.
 * Connects at the first use: while the server is down calls fail, and the next one tries again.
 *
 * @example
 * import { postgresDriver } from 'daypack/drivers'
 *
 * const driver = postgresDriver({ url: 'postgres://app@127.0.0.1/daypack', tenant: 'anna', zone: 'Europe/Rome' })
 * await driver.close()
 */
export function postgresDriver(options: PostgresDriverOptions): PostgresDriver {
  const { now = Date.now, zone = 'UTC', objects, inlineMaxBytes = INLINE_MAX_BYTES } = options
  const tenant = checkTenant(options.tenant)
  const own = 'postgres' in options ? undefined : connectPostgres(options)
  const postgres = 'postgres' in options ? options.postgres : (own as Postgres)
  const locks = locksOf(postgres.url)
  let closing: Promise<void> | undefined
  const open = () => {
    if (closing !== undefined) throw new DaypackError('closed', 'The postgres driver was closed; make a new one.')
  }
  const inTenant = inTenantOf(postgres, tenant, zone, open)
  const hold = locks.hold(tenant)
  return {
    name: 'postgres',
    zone,
    log: postgresLog(inTenant),
    blobs: postgresBlobs(inTenant, tenant, { now, objects, inlineMaxBytes }),
    days: postgresDays(inTenant, (at) => dayOf(at, zone)),
    notes: postgresNotes(inTenant, now),
    // The driver closes the connections, not who searches.
    index: postgresIndex(inTenant, async () => undefined),
    async hold(name, work) {
      open()
      return hold(name, work)
    },
    async close() {
      closing ??= locks.close().then(() => own?.close())
      await closing
    },
  }
}

export type PostgresIndexOptions = (PostgresOptions | { readonly postgres: Postgres }) & { readonly tenant: string }

/**
 * Only the index in PostgreSQL; everything else stays where it is.
 *
 * @example
 * import { postgresIndexStore } from 'daypack/drivers'
 *
 * const index = postgresIndexStore({ url: 'postgres://app@127.0.0.1/daypack', tenant: 'anna' })
 * await index.close()
 */
export function postgresIndexStore(options: PostgresIndexOptions): SearchIndex {
  const tenant = checkTenant(options.tenant)
  const own = 'postgres' in options ? undefined : connectPostgres(options)
  const postgres = 'postgres' in options ? options.postgres : (own as Postgres)
  return postgresIndex(
    (what, work, how) => postgres.transaction(tenant, what, work, how),
    async () => own?.close(),
  )
}

/**
 * Bring the schema up to date, as its owner: for deployments where the programs that serve may not.
 *
 * @example
 * import { migratePostgres } from 'daypack/drivers'
 *
 * await migratePostgres('postgres://owner@127.0.0.1:1/daypack').catch((error) => error.message) // nobody listens there
 */
export async function migratePostgres(url: string): Promise<Migrated> {
  const postgres = connectPostgres({ url, connections: 2 })
  try {
    return await postgres.migrate()
  } finally {
    await postgres.close()
  }
}
