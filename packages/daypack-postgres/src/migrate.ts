import { DaypackError } from 'daypack/internal'
import type { Query } from './connect.ts'
import { MIGRATIONS } from './schema.ts'
import { identifier, ROLE } from './setup.ts'

export type Migrated = {
  readonly done: readonly string[]
  /** What is still to be done: only where nothing was to be applied. */
  readonly pending: readonly string[]
}

/** Bring the schema up to date, all of it or nothing. Processes that start together wait for one another. */
export async function migrate(query: Query, { apply }: { apply: boolean }): Promise<Migrated> {
  try {
    const pending = pendingAfter(await appliedSteps(query))
    if (pending.length === 0 || !apply) return { done: [], pending }
    return { done: await applyAll(query), pending: [] }
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function applyAll(query: Query): Promise<string[]> {
  await query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('daypack migration', 0))`)
  await prepare(query)
  await query(SEARCH_PATH)
  await runOrExplain(query, TABLE)
  const done = pendingAfter(await appliedSteps(query))
  for (const name of done) {
    await runOrExplain(query, MIGRATIONS[name] as string, `the step ${name}`)
    await query('INSERT INTO daypack.migration (name, timestamp) VALUES ($1, $2)', [name, new Date().toISOString()])
  }
  await query('COMMIT')
  return done
}

const TABLE =
  'CREATE TABLE IF NOT EXISTS daypack.migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)'
const SEARCH_PATH = `SELECT set_config('search_path', quote_ident(n.nspname), true) FROM pg_extension e
  JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`
const STATE = `SELECT current_user AS who,
  EXISTS (SELECT FROM pg_namespace WHERE nspname = 'daypack') AS "hasSchema",
  EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') AS "hasVector",
  EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') AS "hasRole"`
const RIGHTS = `SELECT has_schema_privilege('${ROLE}', 'daypack', 'USAGE') AS "mayUse",
  pg_has_role(current_user, '${ROLE}', 'MEMBER') AS "isMember"`

/** What an administrator may have made already, made where it is missing: see `setupSql`. */
async function prepare(query: Query): Promise<void> {
  const { who, hasSchema, hasVector, hasRole } = (await query(STATE)).rows[0] as Record<string, unknown>
  // `IF NOT EXISTS` asks for the right to make it even where it is there.
  if (!hasSchema) await runOrExplain(query, 'CREATE SCHEMA daypack')
  if (!hasVector) await runOrExplain(query, 'CREATE EXTENSION vector')
  if (!hasRole) await runOrExplain(query, `CREATE ROLE ${ROLE} NOLOGIN`)
  const { mayUse, isMember } = (await query(RIGHTS)).rows[0] as Record<string, unknown>
  if (!mayUse) await runOrExplain(query, `GRANT USAGE ON SCHEMA daypack TO ${ROLE}`)
  // Whoever brings the schema up to date need not be the one that serves.
  if (isMember) return
  await query('SAVEPOINT membership')
  await query(`GRANT ${ROLE} TO ${identifier(String(who))}`).catch(() => query('ROLLBACK TO SAVEPOINT membership'))
}

const NO_RIGHT = '42501'

/** A statement this role may lack the right for: then the error names both. */
async function runOrExplain(query: Query, statement: string, what = `"${statement}"`): Promise<void> {
  try {
    await query(statement)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== NO_RIGHT) throw error
    throw new DaypackError(
      'bad-config',
      `This role may not run ${what}: ${message}. Let an administrator run what \`daypack postgres init --print\` prints, once in this database, then migrate again as the owner it names.`,
      { cause: error, details: { sqlstate: code, statement: what } },
    )
  }
}

/** Steps the server lacks, and steps of a newer version it has. */
export async function migrationState(query: Query): Promise<{ pending: string[]; newer: string[] }> {
  const known = await appliedSteps(query)
  return { pending: Object.keys(MIGRATIONS).filter((name) => !known.has(name)), newer: newerIn(known) }
}

function newerIn(known: ReadonlySet<string>): string[] {
  return [...known].filter((name) => !(name in MIGRATIONS))
}

function pendingAfter(known: ReadonlySet<string>): string[] {
  const newer = newerIn(known)
  if (newer.length > 0)
    throw new DaypackError(
      'unsupported',
      `The schema is newer than this version of daypack-postgres (it has ${newer.join(', ')}); update the package.`,
      { details: { newer } },
    )
  return Object.keys(MIGRATIONS).filter((name) => !known.has(name))
}

const NO_TABLE = '42P01'
const NO_SCHEMA = '3F000'
const APPLIED = 'SELECT name FROM daypack.migration'

/** The role of a program that serves may have its rights only by acting as ours. */
async function appliedSteps(query: Query): Promise<ReadonlySet<string>> {
  const { rows } = await query(`SELECT to_regnamespace('daypack') IS NOT NULL AS "hasSchema",
    pg_catalog.has_schema_privilege(to_regnamespace('daypack'), 'USAGE') AS "mayUse"`)
  if (rows[0]?.['hasSchema'] !== true) return new Set()
  try {
    if (rows[0]['mayUse'] === true) return namesOf(await query(APPLIED))
    const answers = (await query(`BEGIN; SET LOCAL ROLE ${ROLE}; ${APPLIED}; COMMIT`)) as unknown as Answers
    return namesOf(answers[2] as Answers[number])
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === NO_TABLE || code === NO_SCHEMA) return new Set()
    throw error
  }
}

type Answers = readonly { readonly rows: readonly Record<string, unknown>[] }[]

function namesOf({ rows }: Answers[number]): ReadonlySet<string> {
  return new Set(rows.map(({ name }) => name as string))
}
