import type { DatabaseSync, StatementSync } from 'node:sqlite'

const known = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** A statement of a connection, prepared once: preparing costs more than most of them take to run. */
export function prepareOnce(db: DatabaseSync, sql: string): StatementSync {
  let statements = known.get(db)
  if (statements === undefined) known.set(db, (statements = new Map()))
  let statement = statements.get(sql)
  if (statement === undefined) statements.set(sql, (statement = db.prepare(sql)))
  return statement
}
