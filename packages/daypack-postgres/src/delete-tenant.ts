import { DaypackError } from 'daypack/internal'
import type { Postgres, Query } from './connect.ts'
import type { ObjectStore } from './object-store.ts'
import { checkTenant } from './tenant.ts'

export type DeletedTenant = {
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
 * Runs as the role that sees this tenant alone; objects go first, so calling it again after a failure goes on.
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
  checkTenant(tenant)
  const found = await postgres.transaction(tenant, 'Counting a tenant', rowsOf, { readOnly: true })
  const keys = await postgres.transaction(tenant, 'Listing objects', objectsOf, { readOnly: true })
  if (keys.length > 0 && objects === undefined)
    throw new DaypackError(
      'bad-config',
      `${keys.length} blobs of ${tenant} are in an object store; give it as \`objects\`.`,
    )
  const stored = new Set([...keys, ...((await objects?.list?.(prefixOf(tenant))) ?? [])])
  if (count) return { rows: found, objects: stored.size, left: total(found) + stored.size }
  for (const key of stored) await objects?.remove(key)
  const rows = await postgres.transaction(tenant, 'Deleting a tenant', deleteRows)
  const after = await postgres.transaction(tenant, 'Counting a tenant', rowsOf, { readOnly: true })
  const orphans = (await objects?.list?.(prefixOf(tenant))) ?? []
  return { rows, objects: stored.size, left: total(after) + orphans.length }
}

export function prefixOf(tenant: string): string {
  return `${encodeURIComponent(tenant)}/`
}

const TABLES = `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'daypack'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attname = 'tenant' ORDER BY c.relname`

async function tablesOf(query: Query): Promise<string[]> {
  return (await query(TABLES)).rows.map(({ name }) => `daypack.${name as string}`)
}

async function rowsOf(query: Query): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of await tablesOf(query))
    rows[table] = Number((await query(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.['n'])
  return rows
}

async function deleteRows(query: Query): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of await tablesOf(query)) rows[table] = (await query(`DELETE FROM ${table}`)).rowCount ?? 0
  return rows
}

async function objectsOf(query: Query): Promise<string[]> {
  const { rows } = await query('SELECT object FROM daypack.blob WHERE object IS NOT NULL')
  return rows.map(({ object }) => object as string)
}

function total(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, each) => sum + each, 0)
}
