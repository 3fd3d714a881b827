import { reasonOf } from 'daypack'
import type { PostgresStatus } from 'daypack-postgres'
import { shownPlace } from '../config/place.ts'
import { count } from '../show/words.ts'
import { postgresPackage } from '../workspace.ts'

export type Check = { readonly name: string; readonly state: 'good' | 'note' | 'bad'; readonly text: string }

export function checkOf(name: string, state: Check['state'], text: string): Check {
  return { name, state, text }
}

export async function serverChecks(url: string): Promise<Check[]> {
  try {
    const { postgresStatus } = await postgresPackage()
    return checksOf(await postgresStatus({ url }), shownPlace(url))
  } catch (error) {
    return [checkOf('server', 'bad', reasonOf(error))]
  }
}

const OLDEST_VERSION = 150_000
const LONG_SECONDS = 60
const MANY_DEAD = 10_000
const LAG_SECONDS = 10

export function checksOf(status: PostgresStatus, place: string): Check[] {
  const { server, rights, schema, vector, indexes, tables, waits, replicas, leases, jobs } = status
  const bloated = tables.filter(({ rows, dead }) => dead > MANY_DEAD && dead > rows / 2)
  const lagging = [
    ...replicas.filter(({ lagSeconds }) => lagSeconds > LAG_SECONDS),
    ...((server.lagSeconds ?? 0) > LAG_SECONDS ? [{ name: 'this replica', lagSeconds: server.lagSeconds ?? 0 }] : []),
  ]
  const isFull = server.connections > server.maxConnections * 0.8
  return [
    check('server', server.version >= OLDEST_VERSION, [
      `${place}: PostgreSQL ${Math.floor(server.version / 10_000)}, ${server.isReplica ? 'a replica' : 'the primary'}, as ${server.user}`,
      'Daypack needs PostgreSQL 15 or newer',
    ]),
    vectorCheck(vector),
    schemaCheck(schema),
    check('rights', rights.canServe && !rights.isUnsafe && rights.open.length === 0, [
      `may serve${rights.isOwner ? '; owns the tables' : '; does not own the tables: jobs and counts of all tenants need their owner'}`,
      !rights.canServe
        ? 'this role may not serve: GRANT daypack_app TO it (`daypack postgres init --print`)'
        : rights.isUnsafe
          ? 'daypack_app skips row-level security, so tenants are not apart: ALTER ROLE daypack_app NOSUPERUSER NOBYPASSRLS'
          : `tenants are not apart in ${rights.open.join(', ')}: row-level security was switched off there`,
    ]),
    check('indexes', indexes.invalid.length === 0, [
      indexes.missingGraphs === 0
        ? 'all can be used'
        : `${indexes.missingGraphs} vector graphs are not built yet: the embedding job does that`,
      `broken off and not used: ${indexes.invalid.join(', ')}; REINDEX INDEX CONCURRENTLY them`,
    ]),
    note('bloat', bloated.length === 0, [
      `${count(tables.length, 'table')}, ${Math.round(tables.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)} MB`,
      `more dead rows than vacuum keeps up with: ${bloated.map(({ name, dead }) => `${name} (${dead})`).join(', ')}`,
    ]),
    note('locks', waits.oldestTransactionSeconds < LONG_SECONDS && waits.waiting === 0, [
      `nobody waits; ${count(leases.held, 'lease')} held`,
      `${waits.waiting} wait for a lock, the oldest transaction is ${Math.round(waits.oldestTransactionSeconds)} s old: see pg_stat_activity`,
    ]),
    note('lag', lagging.length === 0, [
      server.isReplica
        ? 'this replica is up to date'
        : replicas.length === 0
          ? 'no replica is to be seen; only a role in pg_monitor sees them'
          : `${count(replicas.length, 'replica')} up to date`,
      lagging.map(({ name, lagSeconds }) => `${name} is ${Math.round(lagSeconds)} s behind`).join(', '),
    ]),
    check('connections', !isFull, [
      `${server.connections} of ${server.maxConnections}`,
      `${server.connections} of ${server.maxConnections}: put a pooler in front, or lower \`connections\``,
    ]),
    ...(rights.isOwner
      ? [checkOf('tenants', 'good', `${leases.tenants}, with ${leases.sessions} sessions`), ...jobs.map(jobCheck)]
      : []),
  ]
}

function jobCheck({ kind, ran, failed, due, lastRun, nextRun, reason }: PostgresStatus['jobs'][number]): Check {
  const last = lastRun === undefined ? 'never ran' : `last ${lastRun.toISOString()}, for ${count(ran, 'tenant')}`
  const text = `${last}; next ${nextRun.toISOString()}${due > 0 ? `; ${due} waiting` : ''}`
  if (failed > 0) return checkOf(kind, 'bad', `${text}; ${failed} failed: ${reason ?? 'no reason'}`)
  return checkOf(kind, lastRun === undefined ? 'note' : 'good', text)
}

function vectorCheck(version: string | undefined): Check {
  if (version === undefined)
    return checkOf('pgvector', 'bad', 'is not installed in this database: CREATE EXTENSION vector')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return check('pgvector', major > 0 || minor >= 7, [version, `${version}; Daypack needs 0.7 or newer`])
}

function schemaCheck({ pending, newer }: PostgresStatus['schema']): Check {
  return check('schema', pending.length === 0 && newer.length === 0, [
    'up to date',
    newer.length > 0
      ? `newer than this version of daypack-postgres (it has ${newer.join(', ')}): update the package`
      : `lacks ${pending.join(', ')}: run \`daypack postgres migrate\` as its owner`,
  ])
}

function check(name: string, isGood: boolean, [good, bad]: [string, string]): Check {
  return isGood ? checkOf(name, 'good', good) : checkOf(name, 'bad', bad)
}

function note(name: string, isGood: boolean, [good, odd]: [string, string]): Check {
  return isGood ? checkOf(name, 'good', good) : checkOf(name, 'note', odd)
}
