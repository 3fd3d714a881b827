import type { Postgres } from './connect.ts'
import type { PostgresStatus } from './status.ts'
import type { TenantPacks } from './tenants.ts'

/** Name, what it says, and its value: one number, or some by a label. */
type Metric = readonly [name: string, help: string, value: number | ByLabel]
type ByLabel = readonly [label: string, values: readonly (readonly [string, number | undefined])[]]

export type ProcessCounts = {
  readonly transactions: ReturnType<Postgres['counts']>
  readonly packs: ReturnType<TenantPacks['counts']>
}

/**
 * A status as Prometheus reads it, and what this process did itself: figures only, no tenant's name.
 *
 * @example
 * import { metricsText, postgresStatus } from 'daypack-postgres'
 *
 * const page = async (url: string) => metricsText(await postgresStatus({ url }))
 */
export function metricsText(status: PostgresStatus, own?: ProcessCounts): string {
  return [...serverMetrics(status), ...(own ? processMetrics(own) : [])].map(textOf).join('')
}

function serverMetrics({ server, leases, waits, tables, replicas, jobs, indexes, schema }: PostgresStatus): Metric[] {
  const byTable = (value: (table: (typeof tables)[number]) => number): ByLabel => [
    'table',
    tables.map((table) => [table.name, value(table)]),
  ]
  const byJob = (value: (job: (typeof jobs)[number]) => number | undefined): ByLabel => [
    'kind',
    jobs.map((job) => [job.kind, value(job)]),
  ]
  const lags = [
    ...replicas.map(({ name, lagSeconds }) => [name, lagSeconds] as const),
    ['this', server.lagSeconds] as const,
  ]
  return [
    ['tenants', 'Tenants there are', leases.tenants],
    ['sessions', 'Sessions of all tenants', leases.sessions],
    ['leases_held', 'Names that are held', leases.held],
    ['connections', 'Connections to the database', server.connections],
    ['connections_max', 'Connections the server allows', server.maxConnections],
    ['oldest_transaction_seconds', 'Age of the oldest open transaction', waits.oldestTransactionSeconds],
    ['waiting_for_locks', 'Connections that wait for a lock', waits.waiting],
    ['table_rows', 'Live rows, estimated', byTable(({ rows }) => rows)],
    ['table_dead_rows', 'Dead rows, estimated', byTable(({ dead }) => dead)],
    ['table_bytes', 'Bytes with indexes', byTable(({ bytes }) => bytes)],
    ['replica_lag_seconds', 'How far behind a replica is', ['replica', lags]],
    ['job_tenants', 'Tenants a job ran for', byJob(({ ran }) => ran)],
    ['job_failed', 'Tenants whose last run failed', byJob(({ failed }) => failed)],
    ['job_waiting', 'Jobs that wait', byJob(({ due }) => due)],
    ['job_last_run_seconds', 'When a job ran last, as Unix time', byJob(({ lastRun }) => unixTime(lastRun))],
    ['job_next_run_seconds', 'When it is due next, as Unix time', byJob(({ nextRun }) => unixTime(nextRun))],
    ['indexes_invalid', 'Indexes that are not used because they were broken off', indexes.invalid.length],
    ['graphs_missing', 'Tenants and models whose vectors are compared one by one', indexes.missingGraphs],
    ['schema_pending', 'Steps of the schema that are missing', schema.pending.length],
  ]
}

function processMetrics({ transactions, packs }: ProcessCounts): Metric[] {
  return [
    ['transactions_total', 'Transactions of this process that were done', transactions.transactions],
    ['transactions_failed_total', 'Those that failed', transactions.failed],
    ['transactions_retried_total', 'Those done again because the connection was lost', transactions.retried],
    ['transaction_seconds_total', 'Time spent in them', transactions.seconds],
    ['packs_open', 'Tenants whose pack is open here', packs.open],
    ['packs_in_use', 'Those that are in use', packs.inUse],
    ['packs_opened_total', 'Packs that were opened', packs.opened],
  ]
}

function textOf([name, help, value]: Metric): string {
  const type = name.endsWith('_total') ? 'counter' : 'gauge'
  const [label, values] = typeof value === 'number' ? ['', [['', value] as const]] : value
  const lines = values.flatMap(([of, each]) => {
    const where = label === '' ? '' : `{${label}="${of.replaceAll(/["\\\n]/g, '_')}"}`
    return each === undefined ? [] : [`daypack_${name}${where} ${each}\n`]
  })
  return `# HELP daypack_${name} ${help}\n# TYPE daypack_${name} ${type}\n${lines.join('')}`
}

function unixTime(date: Date | undefined): number | undefined {
  return date && Math.floor(date.getTime() / 1000)
}
