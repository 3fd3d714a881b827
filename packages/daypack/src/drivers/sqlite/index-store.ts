import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type {
  IndexChange,
  IndexedFile,
  IndexReader,
  IndexState,
  EmbeddedIndex,
  Scope,
} from '../../model/index-store.ts'
import { rollBack, sqliteFailure } from '../shared/sqlite.ts'
import { postingCache } from './posting-cache.ts'
import { segmentReader } from './reader.ts'
import { inodeOf, isDamage, openDatabase, removeDatabase, type Opened } from './schema.ts'
import { mergeSegments } from './merge.ts'
import { readSegment, segmentIds, type Segment } from './segments.ts'
import { prepareOnce } from './statements.ts'
import { dueForMerge } from './tiers.ts'
import { sqliteCache, sqliteVectors } from './vectors.ts'
import { applyChanges, dropGenerations, generation, liveUnits, meta, setMeta } from './changes.ts'

export type SqliteIndexOptions = {
  /** The database file; its folder is made when missing. */
  readonly file: string
  /** Decoded postings kept in memory; default 64 MiB. */
  readonly cacheBytes?: number
}

const CACHE_BYTES = 64 * 1024 * 1024

type Known = { segments: Segment[]; live: Set<number>; reader?: IndexReader }

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
  const { file } = options
  const cache = postingCache(options.cacheBytes ?? CACHE_BYTES)
  let opened: Opened | undefined
  let claimed = ''
  let why: string | undefined
  let dataVersion = 0
  let scopes = new Map<Scope, Known>()

  const connection = (): DatabaseSync => {
    if (opened && opened.inode !== inodeOf(file)) {
      close()
      why = 'the index file was removed'
    }
    if (opened === undefined) {
      opened = openDatabase(file)
      if (opened.why !== undefined) why = opened.why
      changed()
    }
    return opened.db
  }
  const close = (): void => {
    opened?.db.close()
    opened = undefined
    scopes = new Map()
  }
  const changed = (): void => {
    scopes = new Map()
  }
  const use = <T>(work: (db: DatabaseSync) => T): T => {
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
  const transaction = <T>(work: (db: DatabaseSync) => T): T =>
    use((db) => {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work(db)
        db.exec('COMMIT')
        return result
      } catch (error) {
        rollBack(db)
        throw error
      }
    })
  const refresh = (): void =>
    use((db) => {
      const { data_version: seen } = prepareOnce(db, 'PRAGMA data_version').get() as { data_version: number }
      if (seen !== dataVersion) {
        dataVersion = seen
        changed()
      }
    })
  const known = (db: DatabaseSync, scope: Scope): Known => {
    let found = scopes.get(scope)
    if (found === undefined) {
      const gen = generation(db)
      const ids = prepareOnce(db, 'SELECT id FROM file WHERE gen = ? AND scope = ?').all(gen, scope) as { id: number }[]
      found = {
        segments: segmentIds(db, { gen, scope }).map((id) => readSegment(db, id)),
        live: new Set(ids.map(({ id }) => id)),
      }
      scopes.set(scope, found)
    }
    return found
  }
  /** Own writes keep what is known up to date instead of reading everything again. */
  const write = (changes: readonly IndexChange[]): void => {
    refresh()
    const written = transaction((db) => applyChanges(db, generation(db), changes))
    for (const { scope, removed, added, segment } of written) {
      const state = scopes.get(scope)
      if (state === undefined) continue
      for (const id of removed) state.live.delete(id)
      for (const id of added) state.live.add(id)
      if (segment) state.segments.push(segment)
      delete state.reader
    }
    for (const scope of new Set(changes.map((change) => change.scope))) tidy(scope)
  }
  const merge = (scope: Scope, choose: (state: Known) => readonly { id: number }[]): boolean => {
    const { state, segments } = transaction((db) => {
      const found = known(db, scope)
      const chosen = new Set(choose(found).map(({ id }) => id))
      if (chosen.size === 0) return { state: found }
      const [old, others] = [true, false].map((is) => found.segments.filter(({ id }) => chosen.has(id) === is))
      const made = mergeSegments(db, { gen: generation(db), scope }, old ?? [], (id) => found.live.has(id))
      return { state: found, segments: [...(others ?? []), ...(made ? [made] : [])] }
    })
    if (segments === undefined) return false
    state.segments = segments
    delete state.reader
    return true
  }
  const tidy = (scope: Scope): void => {
    while (
      merge(scope, (state) =>
        dueForMerge(state.segments.map((segment) => ({ ...segment, live: liveUnits(segment, state.live) }))),
      )
    )
      continue
  }

  const store: EmbeddedIndex = {
    name: 'sqlite',
    claim(analysis): IndexState {
      claimed = analysis
      return use((db) => {
        const made = meta(db, 'analysis')
        const empty = prepareOnce(db, 'SELECT 1 FROM file WHERE gen = ? LIMIT 1').get(generation(db)) === undefined
        if (empty && made !== analysis) setMeta(db, 'analysis', analysis)
        if (empty) return { state: 'empty', ...(why !== undefined && { why }) }
        return made === analysis
          ? { state: 'ready' }
          : { state: 'stale', why: `the index was made by ${made}, now ${analysis}` }
      })
    },
    write,
    files: (scope) =>
      use((db) => {
        const rows = db
          .prepare('SELECT path, hash, modified, indexed AS indexedAt, units FROM file WHERE gen = ? AND scope = ?')
          .all(generation(db), scope)
        return new Map((rows as IndexedFile[]).map((row) => [row.path, { ...row }]))
      }),
    newest: (scopes) =>
      use((db) => {
        const latest = prepareOnce(db, 'SELECT max(indexed) AS at FROM file WHERE gen = ? AND scope = ?')
        const times = scopes
          .map((scope) => (latest.get(generation(db), scope) as { at: number | null }).at)
          .filter((at) => at !== null)
        return times.length === 0 ? undefined : Math.max(...times)
      }),
    reader(scope) {
      refresh()
      return use((db) => {
        const state = known(db, scope)
        return (state.reader ??= segmentReader(db, state.segments, (id) => state.live.has(id), cache))
      })
    },
    next() {
      const gen = use((db) => generation(db)) + 1
      transaction((db) => dropGenerations(db, 'gen > ?', gen - 1))
      return {
        write: (changes) => void transaction((db) => applyChanges(db, gen, changes)),
        publish() {
          transaction((db) => {
            setMeta(db, 'gen', String(gen))
            setMeta(db, 'analysis', claimed)
            dropGenerations(db, 'gen <> ?', gen)
          })
          changed()
          for (const scope of ['notes', 'dialog', 'results'] as const) tidy(scope)
        },
        discard: () => transaction((db) => dropGenerations(db, 'gen = ?', gen)),
      }
    },
    vectors: sqliteVectors(use, transaction),
    cache: sqliteCache(use, transaction),
    scrub() {
      for (const scope of ['notes', 'dialog', 'results'] as const) {
        merge(scope, (state) => state.segments.filter((segment) => liveUnits(segment, state.live) < segment.units))
      }
      use((db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    },
    bytes: () =>
      ['', '-wal'].reduce((sum, ending) => sum + (statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0), 0),
    close,
  }
  use(() => undefined)
  return store
}
