import type { Postgres } from './connect.ts'
import type { PostgresStatus } from './status.ts'
import type { TenantPacks } from './tenants.ts'

type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number }

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
  const { server, leases, waits, tables, replicas, jobs, indexes, schema } = status
  const ofTables = (value: (table: (typeof tables)[number]) => number) =>
    tables.map((table) => ({ labels: { table: table.name }, value: value(table) }))
  const ofJobs = (value: (job: (typeof jobs)[number]) => number) =>
    jobs.map((job) => ({ labels: { kind: job.kind }, value: value(job) }))
  return [
    gauge('tenants', 'Tenants there are', [{ value: leases.tenants }]),
    gauge('sessions', 'Sessions of all tenants', [{ value: leases.sessions }]),
    gauge('leases_held', 'Names that are held', [{ value: leases.held }]),
    gauge('connections', 'Connections to the database', [{ value: server.connections }]),
    gauge('connections_max', 'Connections the server allows', [{ value: server.maxConnections }]),
    gauge('oldest_transaction_seconds', 'Age of the oldest open transaction', [
      { value: waits.oldestTransactionSeconds },
    ]),
    gauge('waiting_for_locks', 'Connections that wait for a lock', [{ value: waits.waiting }]),
    gauge(
      'table_rows',
      'Live rows, estimated',
      ofTables(({ rows }) => rows),
    ),
    gauge(
      'table_dead_rows',
      'Dead rows, estimated',
      ofTables(({ dead }) => dead),
    ),
    gauge(
      'table_bytes',
      'Bytes with indexes',
      ofTables(({ bytes }) => bytes),
    ),
    gauge('replica_lag_seconds', 'How far behind a replica is', [
      ...replicas.map(({ name, lagSeconds }) => ({ labels: { replica: name }, value: lagSeconds })),
      ...(server.lagSeconds === undefined ? [] : [{ labels: { replica: 'this' }, value: server.lagSeconds }]),
    ]),
    gauge(
      'job_tenants',
      'Tenants a job ran for',
      ofJobs(({ ran }) => ran),
    ),
    gauge(
      'job_failed',
      'Tenants whose last run failed',
      ofJobs(({ failed }) => failed),
    ),
    gauge(
      'job_waiting',
      'Jobs that wait',
      ofJobs(({ due }) => due),
    ),
    gauge(
      'job_last_run_seconds',
      'When a job ran last, as Unix time',
      ofJobs(({ lastRun }) => unixTime(lastRun)),
    ),
    gauge(
      'job_next_run_seconds',
      'When it is due next, as Unix time',
      ofJobs(({ nextRun }) => unixTime(nextRun)),
    ),
    gauge('indexes_invalid', 'Indexes that are not used because they were broken off', [
      { value: indexes.invalid.length },
    ]),
    gauge('graphs_missing', 'Tenants and models whose vectors are compared one by one', [
      { value: indexes.missingGraphs },
    ]),
    gauge('schema_pending', 'Steps of the schema that are missing', [{ value: schema.pending.length }]),
    ...(own ? ofProcess(own) : []),
  ].join('')
}

function ofProcess({ transactions, packs }: ProcessCounts): string[] {
  const { failed, retried, seconds } = transactions
  return [
    counter('transactions_total', 'Transactions of this process that were done', transactions.transactions),
    counter('transactions_failed_total', 'Those that failed', failed),
    counter('transactions_retried_total', 'Those done again because the connection was lost', retried),
    counter('transaction_seconds_total', 'Time spent in them', seconds),
    gauge('packs_open', 'Tenants whose pack is open here', [{ value: packs.open }]),
    gauge('packs_in_use', 'Those that are in use', [{ value: packs.inUse }]),
    counter('packs_opened_total', 'Packs that were opened', packs.opened),
  ]
}

function counter(name: string, help: string, value: number): string {
  return gauge(name, help, [{ value }], 'counter')
}

function gauge(name: string, help: string, samples: readonly Sample[], type = 'gauge'): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}="${text.replaceAll(/["\\\n]/g, '_')}"`)
    return `daypack_${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP daypack_${name} ${help}\n# TYPE daypack_${name} ${type}\n${lines.join('')}`
}

function unixTime(date: Date | undefined): number {
  return date === undefined ? 0 : Math.floor(date.getTime() / 1000)
}
