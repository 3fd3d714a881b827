import { randomUUID } from 'node:crypto'
import type { IndexedFile, IndexReader, IndexStore, Scope } from '../../model/index-store.ts'
import { rowsOf, type Work } from './ask.ts'
import { applyChanges, dropGenerations } from './changes.ts'
import { compactChunks } from './chunks.ts'
import { generation, setMeta, stateNow } from './meta.ts'
import { heldIn, rowReader } from './reader.ts'

/** Runs work; a database that was cut off may run it again from its beginning. */
export type Run = <T>(work: () => Work<T>) => Promise<T>

export type RowDatabase = {
  readonly read: Run
  /** All of it or nothing, one writer at a time. */
  readonly write: Run
  /** Why the tables are empty, where that is known. */
  readonly why?: () => string | undefined
  /** Decoded postings of a scope kept in memory. */
  readonly cacheBytes: number
}

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']

/**
 * The index in the tables `meta`, `file`, `unit`, `chunk` and `posting` of any database: it keeps what is found, and the
 * search engine weighs it. Readers are made again when `version` says that somebody wrote.
 */
export function rowIndex({ read, write, why, cacheBytes }: RowDatabase): Omit<IndexStore, Others> {
  const readers = new Map<Scope, IndexReader>()
  let version: string | null | undefined
  let claimed = ''
  /** For changes to what readers show. */
  const change = (work: () => Work<void>) =>
    write(function* () {
      yield* work()
      yield* setMeta('version', randomUUID())
    })

  return {
    async claim(analysis) {
      claimed = analysis
      const { isFilled, made } = await read(stateNow)
      if (!isFilled && made !== analysis) await write(() => setMeta('analysis', analysis))
      const reason = why?.()
      if (!isFilled) return { state: 'empty', ...(reason !== undefined && { why: reason }) }
      return made === analysis
        ? { state: 'ready' }
        : { state: 'stale', why: `the index was made by ${made}, now ${analysis}` }
    },
    write: (changes) =>
      change(function* () {
        yield* applyChanges(yield* generation(), changes)
      }),
    async files(scope) {
      const columns = 'path, hash, modified, indexed AS "indexedAt", units'
      const rows = await read(function* () {
        const all = `SELECT ${columns} FROM file WHERE gen = ? AND scope = ?`
        return yield* rowsOf<IndexedFile>(all, yield* generation(), scope)
      })
      return new Map(rows.map((row) => [row.path, { ...row }]))
    },
    reader: (scope) =>
      read(function* () {
        const state = yield* stateNow()
        if (state.version !== version) readers.clear()
        version = state.version
        const place = { gen: state.gen, scope }
        const reader = readers.get(scope) ?? rowReader(yield* heldIn(place), read, place, cacheBytes)
        readers.set(scope, reader)
        return reader
      }),
    async next() {
      const gen = await write(function* () {
        const current = yield* generation()
        yield* dropGenerations('gen <> ?', current)
        return current + 1
      })
      return {
        write: (changes) => write(() => applyChanges(gen, changes)),
        publish: () =>
          change(function* () {
            yield* setMeta('gen', String(gen))
            yield* setMeta('analysis', claimed)
            yield* dropGenerations('gen <> ?', gen)
          }),
        discard: () => write(() => dropGenerations('gen = ?', gen)),
      }
    },
    scrub: () =>
      change(function* () {
        const gen = yield* generation()
        for (const scope of SCOPES) yield* compactChunks({ gen, scope }, 1)
      }),
  }
}

type Others = 'name' | 'vectors' | 'cache' | 'bytes' | 'close'
