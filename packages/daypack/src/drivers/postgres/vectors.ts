import type { EmbeddingCache, Nearest, Scope, VectorSearch } from '../../model/index-store.ts'
import type { Query } from './connect.ts'
import { INDEXED_DIMENSIONS } from './schema.ts'

import type { InTenant } from './tenant.ts'
import { unitTextOf } from './units.ts'

/** Up to so many vectors all are compared: exact, and as fast as the graph. */
const EXACT_MAX = 20_000
/** Vectors that say how high the cosines of a model lie. */
const SAMPLE = 256
/** What the graph looks at; pgvector allows no more. */
const MOST_LOOKED_AT = 1_000

/** Vectors in half precision, nearest first by HNSW where there are many of a size that has an index. */
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
      await inTenant('Storing vectors', (query) => query(PUT, values))
    },

    async prune(space) {
      await inTenant('Pruning vectors', async (query) => {
        await query('DELETE FROM daypack.vector WHERE $1::text IS NULL OR space <> $1', [space ?? null])
        await query(`DELETE FROM daypack.vector v WHERE NOT EXISTS (
          SELECT FROM daypack.unit u WHERE u.tenant = v.tenant AND u.hash = v.hash)`)
      })
    },

    nearest: (scope, space, vector, k) =>
      inTenant('Searching vectors', (query) => nearest(query, scope, space, vector, k)),

    async missing(space, most) {
      const { rows } = await inTenant('Reading the index', (query) => query(MISSING, [space, most]), { readOnly: true })
      return rows.map((row) => ({ ...unitTextOf(row), hash: row['hash'] as string }))
    },

    async covered(scope, space) {
      const { rows } = await inTenant('Reading the index', (query) => query(COVERED, [scope, space]), {
        readOnly: true,
      })
      return { units: rows[0]?.['units'] as number, of: rows[0]?.['of'] as number }
    },
  }
}

const PUT = `INSERT INTO daypack.vector (space, hash, dims, v)
  SELECT DISTINCT ON (hash) $1, hash, dims, v::halfvec FROM unnest($2::text[], $3::int[], $4::text[]) AS given(hash, dims, v)
  ON CONFLICT (tenant, space, hash) DO UPDATE SET dims = excluded.dims, v = excluded.v`
const CURRENT = '(SELECT generation FROM daypack.index_state)'
const LIVE = `EXISTS (SELECT FROM daypack.unit u WHERE u.tenant = vector.tenant AND u.generation = ${CURRENT}
  AND u.scope = $1 AND u.hash = vector.hash)`
const MISSING = `SELECT DISTINCT ON (u.hash) u.hash, u.start_line, u.end_line, u.text, u.heading, u.speaker, u.continues
  FROM daypack.unit u
  WHERE u.generation = ${CURRENT} AND NOT EXISTS (
    SELECT FROM daypack.vector v WHERE v.tenant = u.tenant AND v.space = $1 AND v.hash = u.hash)
  ORDER BY u.hash LIMIT $2`
const COVERED = `SELECT count(v.hash)::float8 AS units, count(*)::float8 AS of FROM daypack.unit u
  LEFT JOIN daypack.vector v ON v.tenant = u.tenant AND v.space = $2 AND v.hash = u.hash
  WHERE u.generation = ${CURRENT} AND u.scope = $1`

async function nearest(query: Query, scope: Scope, space: string, vector: Float32Array, k: number): Promise<Nearest> {
  const dims = vector.length
  const asked = `[${vector.join(',')}]`
  const size = `SELECT count(*) AS n FROM (SELECT FROM daypack.vector WHERE space = $1 LIMIT ${EXACT_MAX + 1}) AS few`
  const many = Number((await query(size, [space])).rows[0]?.['n']) > EXACT_MAX
  const isIndexed = many && (INDEXED_DIMENSIONS as readonly number[]).includes(dims)
  // The graph is walked on until enough rows of this tenant and scope are found.
  if (isIndexed) await query(`SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.ef_search = ${lookedAt(k)}`)
  const cast = isIndexed ? `::halfvec(${dims})` : ''
  const { rows } = await query(
    `SELECT hash, 1 - (v${cast} <=> $3${cast || '::halfvec'}) AS cosine FROM daypack.vector
     WHERE space = $2 AND dims = ${dims} AND ${LIVE} ORDER BY v${cast} <=> $3${cast || '::halfvec'} LIMIT $4`,
    [scope, space, asked, k],
  )
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

function lookedAt(k: number): number {
  return Math.min(Math.max(2 * k, 100), MOST_LOOKED_AT)
}

/** Embeddings of recent texts; every use moves one to the front. */
export function postgresCache(inTenant: InTenant): EmbeddingCache {
  const used = '(extract(epoch FROM clock_timestamp()) * 1e6)::bigint'
  return {
    async get(key) {
      const { rows } = await inTenant('Reading the cache', (query) =>
        query(`UPDATE daypack.embedding SET used = ${used} WHERE key = $1 RETURNING data`, [key]),
      )
      const data = rows[0]?.['data'] as Buffer | undefined
      return data && new Float32Array(new Uint8Array(data).buffer)
    },
    async set(key, vector, maxEntries) {
      const data = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
      await inTenant(
        'Writing the cache',
        async (query) => {
          await query(
            `INSERT INTO daypack.embedding (key, data, used) VALUES ($1, $2, ${used})
             ON CONFLICT (tenant, key) DO UPDATE SET data = excluded.data, used = excluded.used`,
            [key, data],
          )
          await query(
            `DELETE FROM daypack.embedding WHERE key IN (
              SELECT key FROM daypack.embedding ORDER BY used DESC OFFSET $1)`,
            [maxEntries],
          )
        },
        { lock: 'embeddings' },
      )
    },
    async clear() {
      await inTenant('Emptying the cache', (query) => query('DELETE FROM daypack.embedding'))
    },
  }
}
