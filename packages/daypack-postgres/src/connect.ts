import { DaypackError } from 'daypack/internal'
import { failure, isLost, isTimeout } from './failure.ts'
import { migrate, type Migrated } from './migrate.ts'
import {
  type Answer,
  type Connection,
  type Connections,
  connectWithin,
  openPool,
  type PoolOptions,
  withTimeout,
} from './pool.ts'
import { literal, ROLE } from './setup.ts'

export type PostgresOptions = (PoolOptions | { readonly pool: Connections }) & {
  /** A question that is not answered for so long has failed. Default 30,000. */
  readonly timeoutMs?: number
  /** Bring the schema up to date at the first use. Default true; with false an older schema is refused. */
  readonly migrate?: boolean
  /** Told of transactions that failed, were done again or took longer than a second: never what was in them. */
  readonly log?: (record: PostgresRecord) => void
}

export type PostgresRecord = {
  readonly event: 'failed' | 'retried' | 'slow'
  readonly what: string
  readonly tenant: string
  readonly ms: number
  readonly code?: string
}

export type Query = (text: string, values?: readonly unknown[]) => Promise<Answer>
/** Work inside one transaction. `again`: the connection was lost before, and what was asked then may have been done. */
export type Work<T> = (query: Query, again: boolean) => Promise<T>
export type TransactionOptions = {
  /** Held until the transaction ends; others who name the same wait. */
  readonly lock?: string
  readonly readOnly?: boolean
  /** How long it waits for a row that others have, before it fails with `locked`. Default `timeoutMs`. */
  readonly lockMs?: number
}

export type Postgres = {
  /** A transaction that sees, and writes, the rows of one tenant only. Done again once when the connection is lost. */
  transaction<T>(tenant: string, what: string, work: Work<T>, options?: TransactionOptions): Promise<T>
  counts(): {
    readonly transactions: number
    readonly failed: number
    readonly retried: number
    readonly seconds: number
  }
  migrate(): Promise<Migrated>
  /** Closes what it opened; an application's own pool stays open. */
  close(): Promise<void>
}

/**
 * Connections to a PostgreSQL server (15 or newer, with pgvector), made when they are first needed, or those of your own
 * `Pool`: a server that is down is an error of the call, and the next call tries again.
 *
 * @example
 * import { connectPostgres, postgresDriver } from 'daypack-postgres'
 *
 * const postgres = connectPostgres({ url: 'postgres://app@127.0.0.1/daypack' })
 * const drivers = ['anna', 'ben'].map((tenant) => postgresDriver({ postgres, tenant }))
 * for (const driver of drivers) await driver.close()
 * await postgres.close()
 */
export function connectPostgres(options: PostgresOptions): Postgres {
  const { timeoutMs = 30_000 } = options
  const url = 'url' in options ? options.url : ''
  let own: ReturnType<typeof openPool> | undefined
  let ready: Promise<string> | undefined
  let closed = false
  const counts = { transactions: 0, failed: 0, retried: 0, seconds: 0 }

  const opened = (): Connections => {
    if (closed) throw new DaypackError('closed', 'The connections to PostgreSQL were closed; connect again.')
    return 'pool' in options ? options.pool : (own ??= openPool(options, timeoutMs))
  }
  const withClient = async <T>(work: (client: Connection) => Promise<T>): Promise<T> => {
    const client = await connectWithin(opened(), timeoutMs)
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }
  const prepared = async (client: Connection): Promise<string> => {
    const query = withTimeout(client, timeoutMs)
    const { pending } = await migrate(query, { apply: options.migrate ?? true })
    if (pending.length > 0)
      throw new DaypackError(
        'bad-config',
        `The schema lacks ${pending.join(', ')}; run \`daypack postgres migrate\` (or migratePostgres) as its owner first.`,
        { details: { pending } },
      )
    return ((await query(VECTOR_SCHEMA)).rows[0]?.['name'] as string | undefined) ?? 'public'
  }
  const current = (): Promise<string> =>
    (ready ??= withClient(prepared).catch((error: unknown) => {
      ready = undefined
      throw error
    }))

  const once = async <T>(start: Start, work: Work<T>, again: boolean): Promise<T> => {
    const searchPath = await current()
    const client = await connectWithin(opened(), timeoutMs)
    const query = withTimeout(client, timeoutMs)
    // Not waited for: where it fails, the server refuses everything that follows in this transaction.
    const begun = query(beginSql(start, searchPath, timeoutMs))
    begun.catch(() => undefined)
    try {
      const result = await work(query, again)
      await begun
      const ended = query('COMMIT').then(() => client.release())
      // What was only read is there already: nobody waits for the end.
      if (start.readOnly) void ended.catch((error: Error) => client.release(error))
      else await ended
      return result
    } catch (error) {
      const first = await begun.then(
        () => error,
        (reason: unknown) => reason,
      )
      client.release(await rolledBack(query, first))
      throw first
    }
  }

  return {
    async transaction(tenant, what, work, { lock, readOnly = false, lockMs = timeoutMs } = {}) {
      const start = { tenant, lock, readOnly, lockMs }
      const started = performance.now()
      const tell = (event: PostgresRecord['event'], error?: unknown) => {
        const code = (error as { code?: string } | undefined)?.code
        const ms = Math.round(performance.now() - started)
        options.log?.({ event, what, tenant, ms, ...(code !== undefined && { code }) })
      }
      try {
        const result = await once(start, work, false).catch((error: unknown) => {
          if (!isLost(error)) throw error
          counts.retried++
          tell('retried', error)
          return once(start, work, true)
        })
        counts.transactions++
        if (performance.now() - started > SLOW_MS) tell('slow')
        return result
      } catch (error) {
        counts.failed++
        const failed = failure(what, error, url)
        tell('failed', failed)
        throw failed
      } finally {
        counts.seconds += (performance.now() - started) / 1000
      }
    },
    counts: () => ({ ...counts }),
    async migrate() {
      // However long it takes.
      const apply = (client: Connection) => migrate(withTimeout(client, undefined), { apply: true })
      return withClient(apply).catch((error: unknown) => {
        throw failure('Bringing the schema up to date', error, url)
      })
    },
    async close() {
      if (closed) return
      closed = true
      await own?.end()
    },
  }
}

const SLOW_MS = 1_000
const VECTOR_SCHEMA = `SELECT quote_ident(n.nspname) AS name FROM pg_extension e
  JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`

type Start = Required<Omit<TransactionOptions, 'lock'>> & { readonly tenant: string; readonly lock: string | undefined }

/** One message to the server: role and tenant hold for this transaction only, so that any pool in between will do. */
function beginSql({ tenant, lock, readOnly, lockMs }: Start, searchPath: string, timeoutMs: number): string {
  const parts = [
    `BEGIN${readOnly ? ' READ ONLY' : ''}`,
    `SET LOCAL ROLE ${ROLE}`,
    `SET LOCAL search_path = daypack, ${searchPath}`,
    `SET LOCAL daypack.tenant = ${literal(tenant)}`,
  ]
  // A process that stalls inside a transaction keeps nobody waiting for longer.
  if (!readOnly)
    parts.push(`SET LOCAL idle_in_transaction_session_timeout = ${2 * timeoutMs}; SET LOCAL lock_timeout = ${lockMs}`)
  if (lock !== undefined) parts.push(`SELECT pg_advisory_xact_lock(${lockKey(tenant, lock)})`)
  return parts.join('; ')
}

function lockKey(tenant: string, name: string): string {
  return `hashtextextended(${literal(JSON.stringify([tenant, name]))}, 0)`
}

/** Undefined when the connection can be used again. A server that did not answer in time is not asked a second time. */
async function rolledBack(query: Query, error: unknown): Promise<Error | undefined> {
  if (isTimeout(error)) return error as Error
  try {
    await query('ROLLBACK')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
