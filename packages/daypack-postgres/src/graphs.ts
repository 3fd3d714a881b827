import type { Query } from './connect.ts'
import { literal } from './setup.ts'

/** Up to this many vectors of a tenant are compared one by one: exact, and as fast as a graph. */
export const EXACT_MAX = 20_000
/** What pgvector indexes in half precision. */
const MOST_DIMENSIONS = 4_000

/** Of a tenant, a model and its dimensions, in SQL: no name may be longer than 63 bytes. */
export const graphName = (tenant: string, space: string, dims: string): string =>
  `'vector_' || left(md5(concat_ws(chr(31), ${tenant}, ${space}, ${dims})), 24)`

const BIG = `SELECT space, dims, ${graphName('tenant', 'space', 'dims')} AS name
  FROM daypack.vector WHERE tenant = $1 AND dims <= ${MOST_DIMENSIONS} GROUP BY tenant, space, dims HAVING count(*) > $2`
const KNOWN = `SELECT i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'daypack'::regnamespace AND c.relname = $1`

/** One HNSW graph per tenant and model: a shared graph is filtered too late and finds other tenants' vectors. */
export async function buildGraphs(query: Query, tenant: string, exactMax = EXACT_MAX): Promise<string[]> {
  const built: string[] = []
  for (const { space, dims, name } of (await query(BIG, [tenant, exactMax])).rows) {
    const graph = name as string
    const [known] = (await query(KNOWN, [graph])).rows
    if (known?.['valid'] === true) continue
    // One that was broken off stays behind invalid.
    if (known !== undefined) await query(`DROP INDEX CONCURRENTLY IF EXISTS daypack.${graph}`)
    await query(`CREATE INDEX CONCURRENTLY ${graph} ON daypack.vector USING hnsw
      ((v::halfvec(${String(dims)})) halfvec_cosine_ops) WHERE ${graphScope(tenant, space as string, dims as number)}`)
    built.push(graph)
  }
  return built
}

const GRAPHS = `SELECT c.relname AS name, pg_get_expr(i.indpred, i.indrelid) AS scope FROM pg_index i
  JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
  WHERE i.indrelid = 'daypack.vector'::regclass AND a.amname = 'hnsw'`

/** Graphs of tenants that were deleted, and of models nobody uses any more. */
export async function dropEmptyGraphs(query: Query): Promise<void> {
  for (const { name, scope } of (await query(GRAPHS)).rows) {
    const { rowCount } = await query(`SELECT FROM daypack.vector WHERE ${String(scope)} LIMIT 1`)
    if (rowCount === 0) await query(`DROP INDEX CONCURRENTLY IF EXISTS daypack.${String(name)}`)
  }
}

/** As literals: only so does the planner see that a graph holds all that is asked for. */
export function graphScope(tenant: string, space: string, dims: number): string {
  return `tenant = ${literal(tenant)} AND space = ${literal(space)} AND dims = ${dims}`
}

/** The tenant of the transaction, and whether it has a graph for these vectors. */
export const GRAPH = `SELECT current_setting('daypack.tenant') AS tenant, EXISTS (
  SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'daypack'::regnamespace AND i.indisvalid
    AND c.relname = ${graphName(`current_setting('daypack.tenant')`, '$1::text', '$2::int')}) AS "hasGraph"`
