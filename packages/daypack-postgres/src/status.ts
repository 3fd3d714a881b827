import { MEMORY_SESSION } from 'daypack/internal'
import type { Query } from './connect.ts'
import { failure } from './failure.ts'
import { EXACT_MAX, graphName } from './graphs.ts'
import { KINDS, nextRun, type ChoreKind } from './chores.ts'
import { migrationState } from './migrate.ts'
import { connectWithin, openPool, type PoolOptions, withTimeout } from './pool.ts'
import { ROLE } from './setup.ts'

export type PostgresStatus = {
  readonly server: {
    readonly version: number
    readonly user: string
    readonly isReplica: boolean
    readonly lagSeconds?: number
    readonly connections: number
    readonly maxConnections: number
  }
  /** The version of pgvector; undefined where it is not installed. */
  readonly vector?: string
  readonly schema: { readonly pending: readonly string[]; readonly newer: readonly string[] }
  readonly rights: {
    /** May act as `daypack_app`, so: may serve. */
    readonly canServe: boolean
    /** Owns the tables: sees all tenants, migrates, runs the jobs. Without it counts below are those it may see. */
    readonly isOwner: boolean
    /** `daypack_app` is a superuser or skips row-level security: tenants are not apart. */
    readonly isUnsafe: boolean
    /** Tables in which rows of one tenant are not hidden from others. */
    readonly open: readonly string[]
  }
  readonly indexes: { readonly invalid: readonly string[]; readonly missingGraphs: number }
  readonly tables: readonly TableStatus[]
  readonly waits: { readonly oldestTransactionSeconds: number; readonly waiting: number }
  readonly replicas: readonly { readonly name: string; readonly lagSeconds: number }[]
  readonly leases: { readonly held: number; readonly tenants: number; readonly sessions: number }
  readonly jobs: readonly JobStatus[]
}
export type TableStatus = {
  readonly name: string
  readonly rows: number
  readonly dead: number
  readonly bytes: number
}
export type JobStatus = {
  readonly kind: ChoreKind
  /** Tenants it ran for; those whose last run failed; those that wait. */
  readonly ran: number
  readonly failed: number
  readonly due: number
  readonly lastRun?: Date
  readonly nextRun: Date
  readonly reason?: string
}

/**
 * How a server does. Reads only, on a replica as well; as the schema's owner it sees all tenants.
 *
 * @example
 * import { postgresStatus } from 'daypack-postgres'
 *
 * await postgresStatus({ url: 'postgres://owner@127.0.0.1:1/daypack' }).catch((error) => error.message) // nobody listens there
 */
export async function postgresStatus(
  options: PoolOptions,
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<PostgresStatus> {
  const pool = openPool({ ...options, connections: 1 }, TIMEOUT_MS)
  try {
    const client = await connectWithin(pool, TIMEOUT_MS)
    try {
      return await read(withTimeout(client, TIMEOUT_MS), now())
    } finally {
      client.release(true)
    }
  } catch (error) {
    throw failure('Asking for the status', error, options.url)
  } finally {
    await pool.end()
  }
}

const TIMEOUT_MS = 30_000
const LOCK_MS = 3_000

async function read(query: Query, now: number): Promise<PostgresStatus> {
  const schema = await migrationState(query)
  // Nobody waits for a table that somebody holds, least of all who looks for that.
  await query(`BEGIN READ ONLY; SET LOCAL lock_timeout = ${LOCK_MS}`)
  const first = async <T>(text: string, values?: readonly unknown[]) =>
    ((await query(text, values)).rows[0] ?? {}) as unknown as T
  const server = await first<PostgresStatus['server'] & { lagSeconds: number | null }>(SERVER)
  const { version } = await first<{ version?: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'`,
  )
  const { lagSeconds, ...rest } = server
  const rights = await first<PostgresStatus['rights']>(RIGHTS)
  const hasTables = (await first<{ there: boolean }>(`SELECT to_regclass('daypack.chore') IS NOT NULL AS there`)).there
  return {
    server: { ...rest, ...(lagSeconds !== null && { lagSeconds }) },
    ...(version !== undefined && { vector: version }),
    schema,
    rights,
    indexes: {
      invalid: (await query(INVALID)).rows.map(({ name }) => name as string),
      missingGraphs: rights.isOwner && hasTables ? (await first<{ n: number }>(MISSING_GRAPHS)).n : 0,
    },
    tables: (await query(TABLES)).rows as unknown as TableStatus[],
    waits: await first(WAITS),
    replicas: (await query(REPLICAS)).rows as unknown as PostgresStatus['replicas'],
    leases: rights.isOwner && hasTables ? await first(COUNTS) : { held: 0, tenants: 0, sessions: 0 },
    jobs: rights.isOwner && hasTables ? await jobsOf(query, now) : [],
  }
}

async function jobsOf(query: Query, now: number): Promise<JobStatus[]> {
  const { rows } = await query(JOBS)
  const due = await query(`SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS there`)
  const waiting = due.rows[0]?.['there'] === true ? (await query(WAITING)).rows : []
  return KINDS.map((kind) => {
    const row = rows.find((each) => each['kind'] === kind) as
      | { ran: number; failed: number; last: Date; reason: string | null }
      | undefined
    return {
      kind,
      ran: row?.ran ?? 0,
      failed: row?.failed ?? 0,
      due: (waiting.find((each) => each['task'] === `daypack_${kind}`)?.['n'] as number | undefined) ?? 0,
      ...(row && { lastRun: row.last }),
      nextRun: nextRun(kind, now),
      ...(row?.reason && { reason: row.reason }),
    }
  })
}

const SERVER = `SELECT current_setting('server_version_num')::int AS version, current_user AS user,
  pg_is_in_recovery() AS "isReplica",
  CASE WHEN NOT pg_is_in_recovery() THEN NULL WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
    ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 END AS "lagSeconds",
  (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
  current_setting('max_connections')::int AS "maxConnections"`

const OURS = `c.relnamespace = to_regnamespace('daypack')`
const RIGHTS = `SELECT
  COALESCE((SELECT pg_has_role(current_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = '${ROLE}'), false) AS "canServe",
  COALESCE((SELECT bool_and(pg_has_role(current_user, c.relowner, 'USAGE')) FROM pg_class c
    WHERE ${OURS} AND c.relkind IN ('r', 'p')), false) AS "isOwner",
  EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}' AND (rolsuper OR rolbypassrls)) AS "isUnsafe",
  ARRAY(SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant'
    WHERE ${OURS} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT (c.relrowsecurity AND EXISTS (
      SELECT FROM pg_policy p WHERE p.polrelid = c.oid)) ORDER BY 1) AS open`

const INVALID = `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE ${OURS} AND NOT i.indisvalid
    AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = c.oid) ORDER BY 1`
const MISSING_GRAPHS = `SELECT count(*)::int AS n FROM (SELECT tenant, space, dims FROM daypack.vector
    GROUP BY tenant, space, dims HAVING count(*) > ${EXACT_MAX}) big
  WHERE NOT EXISTS (SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${OURS} AND i.indisvalid
    AND c.relname = ${graphName('big.tenant', 'big.space', 'big.dims')})`
const TABLES = `SELECT s.relname AS name, s.n_live_tup::float8 AS rows, s.n_dead_tup::float8 AS dead,
  current_setting('block_size')::float8 * (SELECT sum(greatest(c.relpages, 0)) FROM pg_class c
    WHERE c.oid IN (s.relid, t.reltoastrelid) OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = s.relid)) AS bytes
  FROM pg_stat_user_tables s JOIN pg_class t ON t.oid = s.relid WHERE s.schemaname = 'daypack' ORDER BY 1`
// Of other roles' transactions a plain role sees no age (GRANT pg_monitor shows it); locks it sees.
const WAITS = `SELECT COALESCE(max(extract(epoch FROM now() - xact_start)) FILTER (WHERE pid <> pg_backend_pid()), 0)::float8
    AS "oldestTransactionSeconds",
  (SELECT count(*)::int FROM pg_locks WHERE NOT granted) AS waiting
  FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`
const REPLICAS = `SELECT application_name AS name, COALESCE(extract(epoch FROM replay_lag), 0)::float8 AS "lagSeconds"
  FROM pg_stat_replication WHERE state IS NOT NULL ORDER BY 1`
const COUNTS = `SELECT (SELECT count(*)::int FROM daypack.lease WHERE until > now()) AS held,
  (SELECT count(*)::int FROM daypack.tenant) AS tenants, (SELECT count(*)::int FROM daypack.session
    WHERE name <> '${JSON.stringify(MEMORY_SESSION)}') AS sessions`
const JOBS = `SELECT kind, count(*)::int AS ran, (count(*) FILTER (WHERE failed IS NOT NULL))::int AS failed,
  max(ran) AS last, max(failed) AS reason FROM daypack.chore GROUP BY kind`
const WAITING = `SELECT task_identifier AS task, count(*)::int AS n FROM graphile_worker.jobs
  WHERE task_identifier LIKE 'daypack\\_%' AND task_identifier NOT LIKE '%\\_all' GROUP BY 1`
