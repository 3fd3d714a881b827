import type { IndexChange, IndexedFile, Millis, Scope, SearchIndex } from 'daypack/internal'
import type { Query } from './connect.ts'
import { writeFiles } from './index-write.ts'
import { findUnits } from './search.ts'
import { READ_ONLY, readRows, type InTenant } from './tenant.ts'
import { postgresCache, postgresVectors } from './vectors.ts'

const MOST_POSTINGS = 200_000
const LOCK = { lock: 'index' }

/** One row per unit, postings packed per term and part; searches read the published generation. */
export function postgresIndex(inTenant: InTenant, close: () => Promise<void>, most = MOST_POSTINGS): SearchIndex {
  let claimed = ''
  /** Asked once; a search finds out by itself when it is no longer so. */
  let filledBy: string | undefined
  const write = (changes: readonly IndexChange[], generation?: number) =>
    inTenant('Writing the index', LOCK, async (query) =>
      writeFiles(query, generation ?? (await generationOf(query)), changes),
    )
  return {
    name: 'postgres',
    async claim(analysis) {
      claimed = analysis
      if (filledBy === analysis) return { state: 'ready' }
      const [state] = await readRows(inTenant, 'Opening the index', CLAIMED)
      const known = state?.['analysis'] as string | undefined
      if (state?.['filled'] !== true) {
        if (known !== analysis) await inTenant('Opening the index', {}, (query) => query(STATE, [analysis]))
        return { state: 'empty' }
      }
      if (known === analysis) {
        filledBy = analysis
        return { state: 'ready' }
      }
      return { state: 'stale', why: `its terms were made by ${known ?? 'nobody'}, ours by ${analysis}` }
    },
    write: (changes) => write(changes),

    async files(scope) {
      const rows = await readRows(inTenant, 'Reading the index', FILES, [scope])
      return new Map(rows.map((row) => [row['path'] as string, row as unknown as IndexedFile]))
    },

    async newest(scopes: readonly Scope[]) {
      const [row] = await readRows(inTenant, 'Reading the index', NEWEST, [scopes])
      return (row?.['newest'] as Millis | null) ?? undefined
    },

    async search(scope, wanted) {
      try {
        const find = (query: Query) => findUnits({ query, inTenant, scope, wanted, most, filledBy })
        return await inTenant('Searching the index', READ_ONLY, find)
      } catch (error) {
        filledBy = undefined
        throw error
      }
    },

    async next() {
      const generation = await inTenant('Rebuilding the index', LOCK, async (query) => {
        const current = await generationOf(query)
        await clear(query, 'generation <> $1', current)
        return current + 1
      })
      const discard = () =>
        inTenant('Rebuilding the index', LOCK, (query) => clear(query, 'generation = $1', generation))
      return {
        write: (changes) => write(changes, generation),
        publish: () =>
          inTenant('Publishing the index', LOCK, async (query) => {
            await query('UPDATE daypack.index_state SET generation = $1, analysis = $2', [generation, claimed])
            await clear(query, 'generation <> $1', generation)
          }),
        discard,
      }
    },

    vectors: postgresVectors(inTenant),
    cache: postgresCache(inTenant),

    async scrub() {
      await inTenant('Scrubbing the index', LOCK, async (query) => {
        await query(`DELETE FROM daypack.term t WHERE NOT EXISTS (SELECT FROM daypack.posting p
            WHERE p.tenant = t.tenant AND p.generation = t.generation AND p.term = t.id)`)
        await query('DELETE FROM daypack.embedding')
      })
    },

    async bytes() {
      return (await readRows(inTenant, 'Reading the index', BYTES))[0]?.['bytes'] as number
    },
    close,
  }
}

const BYTES = `SELECT (SELECT coalesce(sum(bytes), 0) FROM daypack.file)::float8
  + (SELECT coalesce(sum(2 * dims + 100), 0) FROM daypack.vector)::float8 AS bytes`
const CLAIMED = 'SELECT analysis, EXISTS (SELECT FROM daypack.file) AS filled FROM daypack.index_state'
const STATE = `INSERT INTO daypack.index_state (generation, analysis) VALUES (1, $1)
  ON CONFLICT (tenant) DO UPDATE SET analysis = excluded.analysis`
const CURRENT = '(SELECT generation FROM daypack.index_state)'
const FILES = `SELECT path, hash, modified, indexed_at AS "indexedAt", units FROM daypack.file
  WHERE generation = ${CURRENT} AND scope = $1`
const NEWEST = `SELECT max(each.newest) AS newest FROM unnest($1::text[]) AS asked(scope) CROSS JOIN LATERAL (
  SELECT max(indexed_at) AS newest FROM daypack.file f WHERE generation = ${CURRENT} AND f.scope = asked.scope) AS each`

async function generationOf(query: Query): Promise<number> {
  const { rows } = await query('SELECT generation FROM daypack.index_state')
  if (rows[0] !== undefined) return rows[0]['generation'] as number
  await query(STATE, [''])
  return 1
}

async function clear(query: Query, where: string, generation: number): Promise<void> {
  for (const table of ['posting', 'unit', 'file', 'term', 'index_scope'])
    await query(`DELETE FROM daypack.${table} WHERE ${where}`, [generation])
}
