import { statSync } from 'node:fs'
import type { EmbeddedIndex, VectorRows } from '../../model/index-store.ts'
import type { Ask, Work } from '../rows/ask.ts'
import { rowIndex } from '../rows/store.ts'
import { rollBack, sqliteFailure } from '../shared/sqlite.ts'
import { inodeOf, isDamage, openDatabase, removeDatabase, type Opened, type Sql } from './schema.ts'
import { sumOf } from '../../model/json.ts'

export type SqliteIndexOptions = {
  /** The database file; its folder is made when missing. */
  readonly file: string
  /** Decoded postings of a scope kept in memory; default 64 MiB. */
  readonly cacheBytes?: number
}

const CACHE_BYTES = 64 * 1024 * 1024

/**
 * The index in SQLite, shared between processes. Derived data: damage or deletion leads to a new empty index.
 *
 * @example
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { memoryDriver, sqliteIndexStore } from 'daypack/drivers'
 * import { createMemory } from 'daypack/memory'
 *
 * const index = sqliteIndexStore({ file: (await mkdtemp(`${tmpdir()}/pack-`)) + '/memory.db' })
 * const memory = createMemory({ driver: memoryDriver(), index, now: Date.now, schedule: false })
 * await memory.remember('The boat lies at pier nine.')
 * if ((await memory.search('pier')).hits.length !== 1) throw new Error('it is found')
 * await memory.close()
 */
export function sqliteIndexStore(options: SqliteIndexOptions): EmbeddedIndex {
  const { file, cacheBytes = CACHE_BYTES } = options
  let opened: Opened | undefined
  let why: string | undefined

  const connection = (): Opened => {
    if (opened && opened.inode !== inodeOf(file)) {
      close()
      why = 'the index file was removed'
    }
    if (opened === undefined) {
      opened = openDatabase(file)
      why = opened.why ?? why
    }
    return opened
  }
  const close = (): void => {
    opened?.db.close()
    opened = undefined
  }
  const using = <T>(work: (opened: Opened) => T): T => {
    try {
      return work(connection())
    } catch (error) {
      if (!isDamage(error)) throw sqliteFailure('Writing the memory index', error)
      close()
      removeDatabase(file)
      why = `the index was damaged (${(error as Error).message})`
      return work(connection())
    }
  }
  const use = <T>(work: (sql: Sql) => T): T => using(({ sql }) => work(sql))
  const transaction = <T>(work: (sql: Sql) => T): T =>
    using(({ db, sql }) => {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work(sql)
        db.exec('COMMIT')
        return result
      } catch (error) {
        rollBack(db)
        throw error
      }
    })
  const rows = rowIndex({
    read: async (work) => use((sql) => runNow(sql, work())),
    write: async (work) => transaction((sql) => runNow(sql, work())),
    why: () => why,
    cacheBytes,
  })
  use(() => undefined)
  return {
    ...rows,
    name: 'sqlite',
    vectors: sqliteVectors(use, transaction),
    async scrub() {
      await rows.scrub()
      use((sql) => sql('PRAGMA wal_checkpoint(TRUNCATE)').get())
    },
    bytes: () => sumOf(['', '-wal'], (ending) => statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0),
    close,
  }
}

/** All at once: nobody else comes in between. */
export function runNow<T>(sql: Sql, work: Work<T>): T {
  let step = work.next()
  while (step.done !== true) step = work.next(step.value.map((ask) => answer(sql, ask)))
  return step.value
}

function answer(sql: Sql, { text, keys, rows }: Ask): object[] {
  const statement = sql(keys ? `${text} WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}` : text)
  return rows.flatMap((values) => statement.all(...values))
}

type Use = <T>(work: (sql: Sql) => T) => T
type DataRow = { data: Uint8Array } | undefined

export function sqliteVectors(use: Use, transaction: Use): VectorRows {
  return {
    get: (space, hashes) =>
      use((sql) =>
        hashes.map((hash) => {
          const row = sql('SELECT data FROM vector WHERE space = ? AND hash = ?').get(space, hash) as DataRow
          return row && new Int8Array(row.data.buffer, row.data.byteOffset, row.data.byteLength)
        }),
      ),
    put: (space, entries) =>
      transaction((sql) => {
        const insert = sql('INSERT OR REPLACE INTO vector VALUES (?, ?, ?)')
        for (const { hash, vector } of entries) insert.run(space, hash, bytesOf(vector))
      }),
    prune: (space) =>
      transaction((sql) => {
        sql('DELETE FROM vector WHERE space <> ?').run(space ?? '')
        sql('DELETE FROM vector WHERE hash NOT IN (SELECT hash FROM unit)').run()
      }),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
