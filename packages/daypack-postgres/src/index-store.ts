import { type Ask, type IndexStore, rowIndex, type Work } from 'daypack/internal'
import type { Query } from './connect.ts'
import { READ_ONLY, readRows, type InTenant } from './tenant.ts'
import { postgresVectors } from './vectors.ts'

/** For each of the tenants a process serves; a hundred thousand units fill it. */
const CACHE_BYTES = 32 * 1024 * 1024
const LOCK = { lock: 'index' }

/** The index in rows, as SQLite has it; vectors are compared by the server. */
export function postgresIndex(inTenant: InTenant): IndexStore {
  return {
    ...rowIndex({
      read: (work) => inTenant('Reading the index', READ_ONLY, (query) => run(query, work())),
      write: (work) => inTenant('Writing the index', LOCK, (query) => run(query, work())),
      cacheBytes: CACHE_BYTES,
      isFar: true,
    }),
    name: 'postgres',
    vectors: postgresVectors(inTenant),
    async bytes() {
      return (await readRows(inTenant, 'Reading the index', BYTES))[0]?.['bytes'] as number
    },
    // The driver closes the connections, not who searches.
    close() {},
  }
}

const BYTES = `SELECT (SELECT coalesce(sum(octet_length(text) + 200), 0) FROM daypack.unit)::float8
  + (SELECT coalesce(sum(octet_length(data) + 60), 0) FROM daypack.posting)::float8
  + (SELECT coalesce(sum(2 * dims + 100), 0) FROM daypack.vector)::float8 AS bytes`

async function run<T>(query: Query, work: Work<T>): Promise<T> {
  let step = work.next()
  while (step.done !== true) step = work.next(await Promise.all(step.value.map((ask) => answer(query, ask))))
  return step.value
}

/** What one statement may have. */
const MOST_VALUES = 30_000

/** One statement for all rows where it selects by keys or inserts; the others follow each other without waiting. */
async function answer(query: Query, { text, keys, rows }: Ask): Promise<object[]> {
  const all = rows.map((row) => row.map((value) => (typeof value === 'string' ? storable(value) : value)))
  if (keys) return (await query(...selected(text, keys, all))).rows
  const most = text.startsWith('INSERT') ? Math.max(1, Math.floor(MOST_VALUES / (all[0]?.length ?? 1))) : 1
  const asked: Promise<{ rows: object[] }>[] = []
  for (let from = 0; from < all.length; from += most) {
    const own = all.slice(from, from + most)
    asked.push(query(most === 1 ? numbered(text) : inserting(text, own), own.flat()))
  }
  return (await Promise.all(asked)).flatMap((result) => result.rows)
}

function selected(text: string, keys: readonly string[], rows: Ask['rows']): [string, unknown[][]] {
  const columns = keys.map((_, at) => rows.map((row) => row[at]))
  const types = columns.map(([value], at) => `$${at + 1}::${typeof value === 'number' ? 'int' : 'text'}[]`)
  return [`${text} JOIN unnest(${types.join()}) AS asked(${keys.join()}) USING (${keys.join()})`, columns]
}

function inserting(text: string, rows: Ask['rows']): string {
  let count = 0
  const tuples = rows.map((row) => `(${row.map(() => `$${++count}`).join()})`).join()
  return ofTenant(text.replace(/VALUES \([^)]*\)/, `VALUES ${tuples}`))
}

function numbered(text: string): string {
  let count = 0
  return ofTenant(text).replaceAll('?', () => `$${++count}`)
}

/** Keys begin with the tenant here. */
function ofTenant(text: string): string {
  return text.replace('ON CONFLICT (', 'ON CONFLICT (tenant, ').replace('AS BLOB', 'AS bytea')
}

/** A text column holds no NUL and no half of a surrogate pair; the index is derived, and may show them as a mark. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd')
}
