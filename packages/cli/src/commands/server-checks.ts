import { reasonOf } from 'daypack'
import type { PostgresStatus } from 'daypack-postgres'
import { shownPlace } from '../config/place.ts'
import { count } from '../show/words.ts'
import { postgresPackage } from '../workspace.ts'

export type Check = { readonly name: string; readonly state: 'good' | 'note' | 'bad'; readonly text: string }

/** What is wrong with something and what to do about it, or else what there is of it. */
export function check(
  name: string,
  wrong: string | false | undefined,
  good: string,
  as: 'note' | 'bad' = 'bad',
): Check {
  return wrong ? { name, state: as, text: wrong } : { name, state: 'good', text: good }
}

export async function serverChecks(url: string): Promise<Check[]> {
  try {
    const { postgresStatus } = await postgresPackage()
    return checksOf(await postgresStatus({ url }), shownPlace(url))
  } catch (error) {
    return [check('server', reasonOf(error), '')]
  }
}

const LONG_SECONDS = 60
const MANY_DEAD = 10_000
const LAG_SECONDS = 10

export function checksOf(status: PostgresStatus, place: string): Check[] {
  const { server, rights, schema, vector, indexes, tables, waits, replicas, leases, jobs } = status
  const bloated = tables.filter(({ rows, dead }) => dead > MANY_DEAD && dead > rows / 2)
  const megabytes = Math.round(tables.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)
  const followers = [...replicas, { name: 'this replica', lagSeconds: server.lagSeconds ?? 0 }]
  const lagging = followers.filter(({ lagSeconds }) => lagSeconds > LAG_SECONDS)
  const connections = `${server.connections} of ${server.maxConnections}`
  const [major = 0, minor = 0] = (vector ?? '').split('.').map(Number)
  return [
    check(
      'server',
      server.version < 150_000 && 'Daypack needs PostgreSQL 15 or newer',
      `${place}: PostgreSQL ${Math.floor(server.version / 10_000)}, ${server.isReplica ? 'a replica' : 'the primary'}, as ${server.user}`,
    ),
    check(
      'pgvector',
      vector === undefined
        ? 'is not installed in this database: CREATE EXTENSION vector'
        : major === 0 && minor < 7 && `${vector}; Daypack needs 0.7 or newer`,
      vector ?? '',
    ),
    check(
      'schema',
      schema.newer.length > 0
        ? `newer than this version of daypack-postgres (it has ${schema.newer.join(', ')}): update the package`
        : schema.pending.length > 0 &&
            `lacks ${schema.pending.join(', ')}: run \`daypack postgres migrate\` as its owner`,
      'up to date',
    ),
    check(
      'rights',
      rightsProblem(rights),
      `may serve${rights.isOwner ? '; owns the tables' : '; does not own the tables: jobs and counts of all tenants need their owner'}`,
    ),
    check(
      'indexes',
      indexes.invalid.length > 0 &&
        `broken off and not used: ${indexes.invalid.join(', ')}; REINDEX INDEX CONCURRENTLY them`,
      indexes.missingGraphs === 0
        ? 'all can be used'
        : `${indexes.missingGraphs} vector graphs are not built yet: the embedding job does that`,
    ),
    check(
      'bloat',
      bloated.length > 0 &&
        `more dead rows than vacuum keeps up with: ${bloated.map(({ name, dead }) => `${name} (${dead})`).join(', ')}`,
      `${count(tables.length, 'table')}, ${megabytes} MB`,
      'note',
    ),
    check(
      'locks',
      (waits.oldestTransactionSeconds >= LONG_SECONDS || waits.waiting > 0) &&
        `${waits.waiting} wait for a lock, the oldest transaction is ${Math.round(waits.oldestTransactionSeconds)} s old: see pg_stat_activity`,
      `nobody waits; ${count(leases.held, 'lease')} held`,
      'note',
    ),
    check(
      'lag',
      lagging.map(({ name, lagSeconds }) => `${name} is ${Math.round(lagSeconds)} s behind`).join(', '),
      replicas.length > 0 || server.isReplica
        ? 'no replica is behind'
        : 'no replica is to be seen; only a role in pg_monitor sees them',
      'note',
    ),
    check(
      'connections',
      server.connections > server.maxConnections * 0.8 &&
        `${connections}: put a pooler in front, or lower \`connections\``,
      connections,
    ),
    ...(rights.isOwner
      ? [check('tenants', false, `${leases.tenants}, with ${leases.sessions} sessions`), ...jobs.map(jobCheck)]
      : []),
  ]
}

function rightsProblem({ canServe, isUnsafe, open }: PostgresStatus['rights']): string | undefined {
  if (!canServe) return 'this role may not serve: GRANT daypack_app TO it (`daypack postgres init --print`)'
  if (isUnsafe)
    return 'daypack_app skips row-level security, so tenants are not apart: ALTER ROLE daypack_app NOSUPERUSER NOBYPASSRLS'
  return open.length > 0
    ? `tenants are not apart in ${open.join(', ')}: row-level security was switched off there`
    : undefined
}

function jobCheck({ kind, ran, failed, due, lastRun, nextRun, reason }: PostgresStatus['jobs'][number]): Check {
  const last = lastRun === undefined ? 'never ran' : `last ${lastRun.toISOString()}, for ${count(ran, 'tenant')}`
  const text = `${last}; next ${nextRun.toISOString()}${due > 0 ? `; ${due} waiting` : ''}`
  if (failed > 0) return check(kind, `${text}; ${failed} failed: ${reason ?? 'no reason'}`, '')
  return check(kind, lastRun === undefined && text, text, 'note')
}
