import { statSync } from 'node:fs'
import type { EmbeddedIndex, IndexedFile, IndexReader, IndexState, Scope } from '../../model/index-store.ts'
import { rollBack, sqliteFailure } from '../shared/sqlite.ts'
import { applyChanges, dropGenerations, generation, meta, setMeta } from './changes.ts'
import { compactChunks } from './chunks.ts'
import { chunkReader } from './reader.ts'
import { inodeOf, isDamage, openDatabase, removeDatabase, type Opened, type Sql } from './schema.ts'
import { sqliteCache, sqliteVectors } from './vectors.ts'
import { sumOf } from '../../model/json.ts'

export type SqliteIndexOptions = {
  /** The database file; its folder is made when missing. */
  readonly file: string
  /** Decoded postings of a scope kept in memory; default 64 MiB. */
  readonly cacheBytes?: number
}

const CACHE_BYTES = 64 * 1024 * 1024
const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']

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
  let claimed = ''
  let why: string | undefined
  let dataVersion = 0
  const readers = new Map<Scope, IndexReader>()

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
    readers.clear()
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
  /** For changes to what readers show. */
  const change = (work: (sql: Sql) => void): void => {
    transaction(work)
    readers.clear()
  }

  const store: EmbeddedIndex = {
    name: 'sqlite',
    claim(analysis): IndexState {
      claimed = analysis
      return use((sql) => {
        const made = meta(sql, 'analysis')
        const empty = sql('SELECT 1 FROM file WHERE gen = ? LIMIT 1').get(generation(sql)) === undefined
        if (empty && made !== analysis) setMeta(sql, 'analysis', analysis)
        if (empty) return { state: 'empty', ...(why !== undefined && { why }) }
        return made === analysis
          ? { state: 'ready' }
          : { state: 'stale', why: `the index was made by ${made}, now ${analysis}` }
      })
    },
    write: (changes) => change((sql) => applyChanges(sql, generation(sql), changes)),
    files: (scope) =>
      use((sql) => {
        const columns = 'path, hash, modified, indexed AS indexedAt, units'
        const rows = sql(`SELECT ${columns} FROM file WHERE gen = ? AND scope = ?`).all(generation(sql), scope)
        return new Map((rows as IndexedFile[]).map((row) => [row.path, { ...row }]))
      }),
    newest: (scopes) =>
      use((sql) => {
        const latest = sql('SELECT max(indexed) AS at FROM file WHERE gen = ? AND scope = ?')
        const times = scopes.flatMap((scope) => (latest.get(generation(sql), scope) as { at: number | null }).at ?? [])
        return times.length === 0 ? undefined : Math.max(...times)
      }),
    reader: (scope) =>
      use((sql) => {
        const { data_version: seen } = sql('PRAGMA data_version').get() as { data_version: number }
        if (seen !== dataVersion) readers.clear()
        dataVersion = seen
        const reader = readers.get(scope) ?? chunkReader(sql, { gen: generation(sql), scope }, cacheBytes)
        readers.set(scope, reader)
        return reader
      }),
    next() {
      const gen = use(generation) + 1
      transaction((sql) => dropGenerations(sql, 'gen > ?', gen - 1))
      return {
        write: (changes) => transaction((sql) => applyChanges(sql, gen, changes)),
        publish: () =>
          change((sql) => {
            setMeta(sql, 'gen', String(gen))
            setMeta(sql, 'analysis', claimed)
            dropGenerations(sql, 'gen <> ?', gen)
          }),
        discard: () => transaction((sql) => dropGenerations(sql, 'gen = ?', gen)),
      }
    },
    vectors: sqliteVectors(use, transaction),
    cache: sqliteCache(use, transaction),
    scrub() {
      change((sql) => {
        for (const scope of SCOPES) compactChunks(sql, { gen: generation(sql), scope }, 1)
      })
      use((sql) => sql('PRAGMA wal_checkpoint(TRUNCATE)').get())
    },
    bytes: () => sumOf(['', '-wal'], (ending) => statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0),
    close,
  }
  use(() => undefined)
  return store
}
