import { DaypackError } from 'daypack/internal'
import type { Postgres, Query } from './connect.ts'
import type { ObjectStore } from './object-store.ts'
import { checkTenant, READ_ONLY } from './tenant.ts'

export type DeletedTenant = {
  /** The tenant, and those of its memory scopes (`anna/user/ben`). */
  readonly tenants: readonly string[]
  /** Rows by table that were there; deleted unless it was only counted. */
  readonly rows: Readonly<Record<string, number>>
  readonly objects: number
  /** Rows and objects found when looked for again afterwards: 0, or somebody still serves this tenant. */
  readonly left: number
}

export type DeleteTenantOptions = {
  /** Where big blobs went. Without it a tenant that has some is refused. */
  readonly objects?: ObjectStore
  readonly count?: boolean
}

/**
 * A tenant with its memory scopes. Runs as the role that sees one tenant alone; objects go first, so calling it again after a
 * failure goes on.
 *
 * @example
 * import { connectPostgres, deleteTenant } from 'daypack-postgres'
 *
 * const remove = (url: string) => deleteTenant(connectPostgres({ url }), 'anna')
 */
export async function deleteTenant(
  postgres: Postgres,
  tenant: string,
  { objects, count = false }: DeleteTenantOptions = {},
): Promise<DeletedTenant> {
  const scopes = await postgres.transaction(checkTenant(tenant), 'Listing scopes', (query) => query(SCOPES), READ_ONLY)
  const tenants = [tenant, ...scopes.rows.map(({ name }) => name as string)]
  const rows: Record<string, number> = {}
  const sums = { objects: 0, left: 0 }
  for (const name of tenants) {
    const found = await contentsOf(postgres, name, objects)
    for (const [table, each] of Object.entries(found.rows)) rows[table] = (rows[table] ?? 0) + each
    sums.objects += found.objects.length
    if (!count) {
      for (let at = 0; at < found.objects.length; at += AT_ONCE)
        await Promise.all(found.objects.slice(at, at + AT_ONCE).map(async (key) => objects?.remove(key)))
      await postgres.transaction(name, 'Deleting a tenant', deleteRows)
    }
    const after = count ? found : await contentsOf(postgres, name, objects)
    sums.left += after.objects.length + Object.values(after.rows).reduce((sum, each) => sum + each, 0)
  }
  return { tenants, rows, ...sums }
}

/** Objects removed at the same time. */
const AT_ONCE = 16
const SCOPES = 'SELECT daypack.scopes() AS name'

export function prefixOf(tenant: string): string {
  return `${encodeURIComponent(tenant)}/`
}

const TABLES = `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'daypack'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attname = 'tenant' ORDER BY c.relname`

async function tablesOf(query: Query): Promise<string[]> {
  return (await query(TABLES)).rows.map(({ name }) => `daypack.${name as string}`)
}

async function contentsOf(postgres: Postgres, tenant: string, objects: ObjectStore | undefined) {
  const read = async (query: Query) => {
    const rows: Record<string, number> = {}
    for (const table of await tablesOf(query))
      rows[table] = Number((await query(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.['n'])
    const stored = await query('SELECT object FROM daypack.blob WHERE object IS NOT NULL')
    return { rows, keys: stored.rows.map(({ object }) => object as string) }
  }
  const { rows, keys } = await postgres.transaction(tenant, 'Counting a tenant', read, READ_ONLY)
  if (keys.length > 0 && objects === undefined)
    throw new DaypackError(
      'bad-config',
      `${keys.length} blobs of ${tenant} are in an object store; give it as \`objects\`.`,
    )
  return { rows, objects: [...new Set([...keys, ...((await objects?.list?.(prefixOf(tenant))) ?? [])])] }
}

async function deleteRows(query: Query): Promise<void> {
  for (const table of await tablesOf(query)) await query(`DELETE FROM ${table}`)
}
