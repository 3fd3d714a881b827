import type * as kysely from 'kysely'
import type * as migration from 'kysely/migration'
import type { Pool } from 'pg'
import { MIGRATIONS } from './schema.ts'
import { peer } from './peer.ts'

export type Migrated = {
  /** What was done now, in order. */
  readonly done: readonly string[]
  /** What is still to be done: only where nothing was to be applied. */
  readonly pending: readonly string[]
}

const SCHEMA = 'daypack'
const TABLE = 'migration'

/** Bring the schema up to date. Processes that start together wait for one another. */
export async function migrate(pool: Pool, { apply }: { apply: boolean }): Promise<Migrated> {
  const known = await applied(pool)
  const pending = Object.keys(MIGRATIONS).filter((name) => !known.has(name))
  if (pending.length === 0 || !apply) return { done: [], pending }
  const { Kysely, PostgresDialect, sql } = await peer<typeof kysely>('kysely')
  const { Migrator } = await peer<typeof migration>('kysely', 'kysely/migration')
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrations = Object.entries(MIGRATIONS).map(([name, text]) => [
    name,
    { up: async (on: typeof db) => void (await sql.raw(text).execute(on)) },
  ])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableSchema: SCHEMA,
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return { done: results.map(({ migrationName }) => migrationName), pending: [] }
}

async function applied(pool: Pool): Promise<ReadonlySet<unknown>> {
  try {
    const { rows } = await pool.query<{ name: string }>(`SELECT name FROM ${SCHEMA}.${TABLE}`)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === NO_TABLE || code === NO_SCHEMA) return new Set()
    throw error
  }
}

const NO_TABLE = '42P01'
const NO_SCHEMA = '3F000'
