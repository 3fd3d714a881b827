import type { NearestUnits, Scope, UnitText, VectorSearch } from 'daypack/internal'
import type { Query } from './connect.ts'
import { GRAPH, graphScope } from './graphs.ts'
import { READ_ONLY, readRows, withoutNulls, type InTenant } from './tenant.ts'

const SAMPLE = 256
/** What a graph looks at, at least; and pgvector allows no more. */
const LEAST_LOOKED_AT = 200
const MOST_LOOKED_AT = 1_000
/** What it looks at in all, while too few of a scope are found. */
const MOST_SCANNED = 100_000

export function postgresVectors(inTenant: InTenant): VectorSearch {
  return {
    async put(space, entries) {
      if (entries.length === 0) return
      const values = [
        space,
        entries.map(({ hash }) => hash),
        entries.map(({ vector }) => vector.length),
        entries.map(({ vector }) => `[${vector.join(',')}]`),
      ]
      await inTenant('Storing vectors', {}, (query) => query(PUT, values))
    },

    async prune(space) {
      await inTenant('Pruning vectors', {}, async (query) => {
        await query(OTHERS, [space ?? null])
        await query(`DELETE FROM daypack.vector v WHERE NOT EXISTS (
          SELECT FROM daypack.unit u WHERE u.tenant = v.tenant AND u.hash = v.hash)`)
      })
    },

    nearest: (scope, space, vector, k) =>
      inTenant('Searching vectors', READ_ONLY, (query) => nearest(query, scope, space, vector, k)),

    async missing(space, most) {
      const rows = await readRows(inTenant, 'Reading the index', MISSING, [space, most])
      return rows.map((row) => withoutNulls(row) as UnitText & { hash: string })
    },

    async covered(scope, space) {
      return (await readRows(inTenant, 'Reading the index', COVERED, [scope, space]))[0] as {
        units: number
        of: number
      }
    },
  }
}

/** Models another process fills stay: two stand side by side while everything is embedded anew. */
const OTHERS = `DELETE FROM daypack.vector WHERE $1::text IS NULL OR space <> $1 AND space NOT IN (
  SELECT space FROM daypack.vector WHERE made > now() - interval '1 day')`
const PUT = `INSERT INTO daypack.vector (space, hash, dims, v)
  SELECT DISTINCT ON (hash) $1, hash, dims, v::halfvec FROM unnest($2::text[], $3::int[], $4::text[]) AS given(hash, dims, v)
  ON CONFLICT (tenant, space, hash) DO UPDATE SET dims = excluded.dims, v = excluded.v`
/** Units of the index that is searched, with the file they are in. */
const LIVE_UNITS = `daypack.unit u JOIN daypack.file f ON f.tenant = u.tenant AND f.id = u.file
  AND f.gen = coalesce((SELECT value::int FROM daypack.meta WHERE key = 'gen'), 1)`
const LIVE = `EXISTS (SELECT FROM ${LIVE_UNITS} WHERE u.tenant = vector.tenant AND f.scope = $1 AND u.hash = vector.hash)`
const MISSING = `SELECT DISTINCT ON (u.hash) u.hash, u.first AS "startLine", u.last AS "endLine", text, heading, speaker,
  nullif(continues, 0) = 1 AS continues FROM ${LIVE_UNITS} WHERE NOT EXISTS (
    SELECT FROM daypack.vector v WHERE v.tenant = u.tenant AND v.space = $1 AND v.hash = u.hash)
  ORDER BY u.hash LIMIT $2`
const COVERED = `SELECT count(v.hash)::float8 AS units, count(*)::float8 AS of FROM ${LIVE_UNITS}
  LEFT JOIN daypack.vector v ON v.tenant = u.tenant AND v.space = $2 AND v.hash = u.hash WHERE f.scope = $1`

async function nearest(
  query: Query,
  scope: Scope,
  space: string,
  vector: Float32Array,
  k: number,
): Promise<NearestUnits> {
  const dims = vector.length
  const asked = `[${vector.join(',')}]`
  const { tenant, hasGraph } = (await query(GRAPH, [space, dims])).rows[0] as { tenant: string; hasGraph: boolean }
  const rows = hasGraph
    ? await byGraph(query, scope, graphScope(tenant, space, dims), asked, dims, k)
    : (await query(EXACT(dims), [scope, space, asked, k])).rows
  const { rows: sample } = await query(
    `SELECT coalesce(avg(cosine), 0) AS mean, coalesce(stddev_pop(cosine), 0) AS deviation FROM (
      SELECT 1 - (v <=> $3::halfvec) AS cosine FROM daypack.vector WHERE space = $2 AND dims = ${dims} AND ${LIVE}
      ORDER BY hash LIMIT ${SAMPLE}) AS few`,
    [scope, space, asked],
  )
  return {
    hits: rows.map(({ hash, cosine }) => ({ hash: hash as string, cosine: cosine as number })),
    mean: sample[0]?.['mean'] as number,
    deviation: sample[0]?.['deviation'] as number,
  }
}

const EXACT = (dims: number) => `SELECT hash, 1 - (v <=> $3::halfvec) AS cosine FROM daypack.vector
  WHERE space = $2 AND dims = ${dims} AND ${LIVE} ORDER BY v <=> $3::halfvec LIMIT $4`
const ALIVE = `SELECT DISTINCT u.hash FROM ${LIVE_UNITS} WHERE f.scope = $1 AND u.hash = ANY($2)`

/** The graph does not know scopes: it is asked for more until enough of those wanted are among them. */
async function byGraph(query: Query, scope: Scope, where: string, asked: string, dims: number, k: number) {
  for (let count = 2 * k; ; count *= 4) {
    await query(`SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.max_scan_tuples = ${MOST_SCANNED};
      SET LOCAL hnsw.ef_search = ${Math.min(Math.max(2 * count, LEAST_LOOKED_AT), MOST_LOOKED_AT)}`)
    const { rows } = await query(graphQuery(where, dims, count), [asked])
    const alive = new Set((await query(ALIVE, [scope, rows.map(({ hash }) => hash)])).rows.map(({ hash }) => hash))
    const live = rows.filter(({ hash }) => alive.has(hash))
    if (live.length >= k || rows.length < count || count > MOST_SCANNED) return live.slice(0, k)
  }
}

export function graphQuery(where: string, dims: number, count: number): string {
  const distance = `v::halfvec(${dims}) <=> $1::halfvec(${dims})`
  return `SELECT hash, 1 - (${distance}) AS cosine FROM daypack.vector WHERE ${where} ORDER BY ${distance} LIMIT ${count}`
}
