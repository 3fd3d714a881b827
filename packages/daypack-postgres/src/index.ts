import { dayOf, DaypackError, type Driver, type Millis, type IndexStore } from 'daypack/internal'
import { postgresBlobs } from './blobs.ts'
import { connectPostgres, type Postgres, type PostgresOptions } from './connect.ts'
import { postgresDays } from './days.ts'
import { postgresIndex } from './index-store.ts'
import { leasesOf, type LeaseOptions } from './lease.ts'
import { postgresLog } from './log.ts'
import type { Migrated } from './migrate.ts'
import { postgresNotes } from './notes.ts'
import type { ObjectStore } from './object-store.ts'
import { checkTenant, inTenantOf } from './tenant.ts'

export { connectPostgres, type Postgres, type PostgresOptions, type PostgresRecord } from './connect.ts'
export { deleteTenant, type DeletedTenant, type DeleteTenantOptions } from './delete-tenant.ts'
export { s3Store, type ObjectStore, type S3Options } from './object-store.ts'
export type { Migrated } from './migrate.ts'
export type { Connections, TlsOptions } from './pool.ts'
export { setupSql, type SetupOptions } from './setup.ts'
export type { ChoreKind } from './chores.ts'
export { startJobs, type Chores, type PostgresJobs, type PostgresJobsOptions } from './jobs.ts'
export { metricsText, type ProcessCounts } from './metrics.ts'
export { postgresStatus, type JobStatus, type PostgresStatus, type TableStatus } from './status.ts'
export { tenantZone } from './tenant.ts'
export { tenantPacks, type TenantPacks, type TenantPacksOptions } from './tenants.ts'

export type PostgresDriverOptions = (PostgresOptions | { readonly postgres: Postgres }) &
  LeaseOptions & {
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
    readonly index: IndexStore
  }

const INLINE_MAX_BYTES = 1024 * 1024

/**
 * Everything of one tenant in PostgreSQL (15 or newer, with pgvector); any number of processes may serve it.
 *
 * @example
 * import { postgresDriver } from 'daypack-postgres'
 *
 * const driver = postgresDriver({ url: 'postgres://app@127.0.0.1/daypack', tenant: 'anna', zone: 'Europe/Rome' })
 * await driver.close()
 */
export function postgresDriver(options: PostgresDriverOptions): PostgresDriver {
  const { now = Date.now, zone = 'UTC', objects, inlineMaxBytes = INLINE_MAX_BYTES } = options
  const tenant = checkTenant(options.tenant)
  // An application's connections, or our own, which are closed with the driver.
  const own = 'postgres' in options ? undefined : connectPostgres(options)
  const postgres = own ?? (options as { readonly postgres: Postgres }).postgres
  let closing: Promise<void> | undefined
  const open = () => {
    if (closing !== undefined) throw new DaypackError('closed', 'The postgres driver was closed; make a new one.')
  }
  const leases = leasesOf(inTenantOf(postgres, tenant, zone, open), options)
  const { inTenant } = leases
  return {
    name: 'postgres',
    zone,
    log: postgresLog(inTenant, zone),
    blobs: postgresBlobs(inTenant, tenant, { now, objects, inlineMaxBytes }),
    days: postgresDays(inTenant, (at) => dayOf(at, zone)),
    notes: postgresNotes(inTenant, now),
    index: postgresIndex(inTenant),
    scope: (name) => postgresDriver({ ...options, postgres, tenant: `${tenant}/${name}` }),
    async hold(name, work) {
      open()
      return leases.hold(name, work)
    },
    async close() {
      closing ??= leases.close().then(() => own?.close())
      await closing
    },
  }
}

/**
 * Bring the schema up to date, as its owner: for deployments where the programs that serve may not.
 *
 * @example
 * import { migratePostgres } from 'daypack-postgres'
 *
 * await migratePostgres('postgres://owner@127.0.0.1:1/daypack').catch((error) => error.message) // nobody listens there
 */
export async function migratePostgres(place: string | PostgresOptions): Promise<Migrated> {
  const postgres = connectPostgres(typeof place === 'string' ? { url: place, connections: 2 } : place)
  try {
    return await postgres.migrate()
  } finally {
    await postgres.close()
  }
}
