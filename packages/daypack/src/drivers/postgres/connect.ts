import type * as pgPackage from 'pg'
import type { Pool, PoolClient } from 'pg'
import { DaypackError } from '../../model/errors.ts'
import { failure, isLost } from './failure.ts'
import { migrate, type Migrated } from './migrate.ts'
import { peer } from './peer.ts'
import { ROLE } from './role.ts'

export type PostgresOptions = {
  /** `postgres://user:password@host/database` of a role that may act as `daypack_app`. */
  readonly url: string
  /** Connections this process keeps at most, beside one for locks. Default 10. */
  readonly connections?: number
  /** A question that is not answered for so long has failed. Default 30,000. */
  readonly timeoutMs?: number
  /** Bring the schema up to date at the first use. Default true; with false an older schema is refused. */
  readonly migrate?: boolean
}

/** What the server answers; written out here, so that the types of `pg` are no part of ours. */
export type Answer = { readonly rows: Record<string, unknown>[]; readonly rowCount: number | null }
export type Query = (text: string, values?: readonly unknown[]) => Promise<Answer>
/** Work inside one transaction. `again`: the connection was lost before, and what was asked then may have been done. */
export type Work<T> = (query: Query, again: boolean) => Promise<T>
export type TransactionOptions = {
  /** Held until the transaction ends; others who name the same wait. */
  readonly lock?: string
  readonly readOnly?: boolean
}

/** The connections of one process to one server. Any number of tenants share them. */
export type Postgres = {
  readonly url: string
  /** A transaction that sees, and writes, the rows of one tenant only. Done again once when the connection is lost. */
  transaction<T>(tenant: string, what: string, work: Work<T>, options?: TransactionOptions): Promise<T>
  /** The schema, brought up to date; what was done. */
  migrate(): Promise<Migrated>
  close(): Promise<void>
}

/**
 * Connections to a PostgreSQL server (15 or newer, with pgvector), made when they are first needed: a server that is down
 * is an error of the call, and the next call tries again.
 *
 * @example
 * import { connectPostgres, postgresDriver } from 'daypack/drivers'
 *
 * const postgres = connectPostgres({ url: 'postgres://app@127.0.0.1/daypack' })
 * const drivers = ['anna', 'ben'].map((tenant) => postgresDriver({ postgres, tenant }))
 * for (const driver of drivers) await driver.close()
 * await postgres.close()
 */
export function connectPostgres(options: PostgresOptions): Postgres {
  const { url, connections = 10, timeoutMs = 30_000 } = options
  let pool: Promise<Pool> | undefined
  let ready: Promise<void> | undefined
  let closed = false

  const opened = (): Promise<Pool> => {
    if (closed) throw new DaypackError('closed', 'The connections to PostgreSQL were closed; connect again.')
    return (pool ??= open(url, connections, timeoutMs))
  }
  const migrated = async (): Promise<void> => {
    const own = await opened()
    const done = await migrate(own, { apply: options.migrate ?? true })
    if (done.pending.length > 0) {
      throw new DaypackError(
        'bad-config',
        `The schema lacks ${done.pending.join(', ')}; run migratePostgres as its owner first.`,
        { details: { pending: done.pending } },
      )
    }
  }
  const current = (): Promise<void> =>
    (ready ??= migrated().catch((error: unknown) => {
      ready = undefined
      throw error
    }))

  const once = async <T>({ begin, readOnly }: Beginning, work: Work<T>, again: boolean): Promise<T> => {
    await current()
    const client = await (await opened()).connect()
    try {
      await client.query(begin)
      const result = await work((text, values) => client.query(text, values as unknown[]), again)
      const ended = client.query('COMMIT').then(() => client.release())
      // What was only read is there already: nobody waits for the end.
      if (readOnly) void ended.catch((error: Error) => client.release(error))
      else await ended
      return result
    } catch (error) {
      client.release(await rolledBack(client))
      throw error
    }
  }

  return {
    url,
    async transaction(tenant, what, work, { lock, readOnly } = {}) {
      const begin = beginning(tenant, lock, readOnly ?? false)
      try {
        return await once(begin, work, false).catch((error: unknown) => {
          if (!isLost(error)) throw error
          return once(begin, work, true)
        })
      } catch (error) {
        throw failure(what, error, url)
      }
    },
    async migrate() {
      try {
        return await migrate(await opened(), { apply: true })
      } catch (error) {
        throw failure('Bringing the schema up to date', error, url)
      }
    },
    async close() {
      if (closed) return
      closed = true
      await (await pool?.catch(() => undefined))?.end()
    },
  }
}

async function open(url: string, max: number, timeoutMs: number): Promise<Pool> {
  const { default: pg } = await peer<typeof pgPackage>('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.min(timeoutMs, 10_000),
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'daypack',
    allowExitOnIdle: true,
  })
  // A connection that breaks is replaced by the next call; who was using it is told by the call itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type Beginning = { readonly begin: string; readonly readOnly: boolean }

/** One message to the server: role and tenant hold for this transaction only, so that any pool in between will do. */
function beginning(tenant: string, lock: string | undefined, readOnly: boolean): Beginning {
  const parts = [
    `BEGIN${readOnly ? ' READ ONLY' : ''}`,
    `SET LOCAL ROLE ${ROLE}`,
    `SET LOCAL daypack.tenant = ${literal(tenant)}`,
  ]
  if (lock !== undefined) parts.push(`SELECT pg_advisory_xact_lock(${lockKey(tenant, lock)})`)
  return { begin: parts.join('; '), readOnly }
}

/** A number for a name, alike in all processes. */
export function lockKey(tenant: string, name: string): string {
  return `hashtextextended(${literal(JSON.stringify([tenant, name]))}, 0)`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Undefined when the connection can be used again. */
async function rolledBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
