import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../shared/sqlite.ts'

/** Increase with every change of the tables: an index with another value is rebuilt. */
const LAYOUT = 3

const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE file (
  id INTEGER PRIMARY KEY AUTOINCREMENT, gen INTEGER NOT NULL, scope TEXT NOT NULL, path TEXT NOT NULL,
  hash TEXT NOT NULL, modified INTEGER NOT NULL, indexed INTEGER NOT NULL, units INTEGER NOT NULL
);
CREATE UNIQUE INDEX file_place ON file (gen, scope, path);
CREATE INDEX file_time ON file (gen, scope, indexed);
CREATE TABLE unit (
  file INTEGER NOT NULL, ord INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, text TEXT NOT NULL,
  heading TEXT NOT NULL, speaker TEXT, continues INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (file, ord)
) WITHOUT ROWID;
CREATE TABLE segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT, gen INTEGER NOT NULL, scope TEXT NOT NULL, units INTEGER NOT NULL,
  files BLOB NOT NULL, lengths BLOB NOT NULL, days BLOB NOT NULL, flags BLOB NOT NULL
);
CREATE TABLE posting (segment INTEGER NOT NULL, first TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (segment, first)) WITHOUT ROWID;
CREATE TABLE vector (space TEXT NOT NULL, hash TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (space, hash)) WITHOUT ROWID;
CREATE TABLE cache (key TEXT PRIMARY KEY, data BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX cache_used ON cache (used);
`

export type Opened = {
  readonly db: DatabaseSync
  readonly fresh: boolean
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
    return { ...connect(file), fresh: true, why: `the index was damaged (${(error as Error).message})` }
  }
}

export function removeDatabase(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
}

export function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? -1
}

/** Errors that only a new file mends: corrupt, not a database, a missing table or row where one must be. */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  if (code !== undefined)
    return (code & 0xff) === 11 || (code & 0xff) === 26 || /no such (?:table|column)/.test(String(error))
  return error instanceof DamagedIndex
}

export class DamagedIndex extends Error {}

function connect(file: string): Opened {
  let db = openSqlite(file)
  try {
    configure(db)
    const { user_version: layout } = db.prepare('PRAGMA user_version').get() as { user_version: number }
    if (layout === LAYOUT) return { db, fresh: false, inode: inodeOf(file) }
    if (layout !== 0) {
      db.close()
      removeDatabase(file)
      db = openSqlite(file)
      configure(db)
    }
    create(db)
    chmodSync(file, 0o600)
    return {
      db,
      fresh: true,
      inode: inodeOf(file),
      ...(layout !== 0 && { why: `the index had layout ${layout}, now ${LAYOUT}` }),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Removed text is overwritten on disk; a crash loses at most the last writes, which the next reconcile makes again. */
function configure(db: DatabaseSync): void {
  db.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000',
  )
}

function create(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE')
  const { user_version: layout } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (layout === 0) db.exec(`${TABLES} INSERT INTO meta VALUES ('gen', '1'); PRAGMA user_version = ${LAYOUT}`)
  db.exec('COMMIT')
}
