import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openSqlite } from '../shared/sqlite.ts'

/** Increase with every change of the tables: an index with another value is rebuilt. */
const LAYOUT = 6

/** `file.figures`: length, day and flags of each of its units. `posting.data`: a number for each unit with the term, see `rows/chunks.ts`. */
const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE file (
  id INTEGER PRIMARY KEY, gen INTEGER NOT NULL, scope TEXT NOT NULL, path TEXT NOT NULL,
  hash TEXT NOT NULL, modified INTEGER NOT NULL, indexed INTEGER NOT NULL, units INTEGER NOT NULL,
  chunk INTEGER NOT NULL, first INTEGER NOT NULL, figures BLOB NOT NULL
);
CREATE UNIQUE INDEX file_place ON file (gen, scope, path);
CREATE INDEX file_time ON file (gen, scope, indexed);
CREATE INDEX file_chunk ON file (chunk);
CREATE TABLE unit (
  file INTEGER NOT NULL, ord INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, text TEXT NOT NULL,
  heading TEXT NOT NULL, speaker TEXT, continues INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (file, ord)
) WITHOUT ROWID;
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY, gen INTEGER NOT NULL, scope TEXT NOT NULL, used INTEGER NOT NULL, live INTEGER NOT NULL
);
CREATE TABLE posting (chunk INTEGER NOT NULL, term TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (chunk, term)) WITHOUT ROWID;
CREATE TABLE vector (space TEXT NOT NULL, hash TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (space, hash)) WITHOUT ROWID;
`

/** A statement of a connection, prepared once: preparing costs more than most of them take to run. */
export type Sql = (text: string) => StatementSync

export type Opened = {
  readonly db: DatabaseSync
  readonly sql: Sql
  readonly why?: string
  readonly inode: number
}

export function openDatabase(file: string): Opened {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    return connect(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    removeDatabase(file)
    return { ...connect(file), why: `the index was damaged (${(error as Error).message})` }
  }
}

export function removeDatabase(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
}

export function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? -1
}

/** Errors that only a new file mends: corrupt, not a database, a missing table or column. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  if (errcode === undefined) return false
  return [11, 26].includes(errcode & 0xff) || /no such (?:table|column)/.test(String(error))
}

function connect(file: string): Opened {
  let db = openSqlite(file)
  try {
    configure(db)
    const layout = layoutOf(db)
    if (layout !== 0 && layout !== LAYOUT) {
      db.close()
      removeDatabase(file)
      db = openSqlite(file)
      configure(db)
    }
    if (layout !== LAYOUT) create(db, file)
    const why = layout !== 0 && layout !== LAYOUT && { why: `the index had layout ${layout}, now ${LAYOUT}` }
    return { db, sql: preparing(db), inode: inodeOf(file), ...why }
  } catch (error) {
    db.close()
    throw error
  }
}

function preparing(db: DatabaseSync): Sql {
  const known = new Map<string, StatementSync>()
  return (text) => {
    const statement = known.get(text) ?? db.prepare(text)
    known.set(text, statement)
    return statement
  }
}

/** Removed text is overwritten on disk; a crash loses at most the last writes, which the next reconcile makes again. */
function configure(db: DatabaseSync): void {
  db.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000',
  )
}

function layoutOf(db: DatabaseSync): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}

function create(db: DatabaseSync, file: string): void {
  db.exec('BEGIN IMMEDIATE')
  if (layoutOf(db) === 0) db.exec(`${TABLES} PRAGMA user_version = ${LAYOUT}`)
  db.exec('COMMIT')
  chmodSync(file, 0o600)
}
