import { randomUUID } from 'node:crypto'
import type { IndexedFile, IndexReader, IndexStore, Scope, IndexChange } from '../../model/index-store.ts'
import { rowsOf, forEach, type Work, type Values } from './ask.ts'
import { compactChunks, chunkWriter, figuresOf, type Place } from './chunks.ts'
import { generation, setMeta, stateAnd, newIds, type State } from './meta.ts'
import { changedMeanwhile, heldIn, rowReader } from './reader.ts'

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
  /** A question costs a round trip: what was true last is taken for true until the rows of an answer are read. */
  readonly isFar?: true
}

/** What one version of the index is, and its readers. */
type Known = { state: State; readonly readers: Map<Scope, IndexReader>; isAssumed: boolean }

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']

/**
 * The index in the tables `meta`, `file`, `unit`, `chunk` and `posting` of any database: it keeps what is found, and the
 * search engine weighs it. Readers are made again when `version` says that somebody wrote.
 */
export function rowIndex({ read, write, why, cacheBytes, isFar }: RowDatabase): Omit<IndexStore, Others> {
  let known: Known | undefined
  let claimed = ''
  const learn = (state: State): Known => {
    if (known?.state.version !== state.version) known = { state, readers: new Map(), isAssumed: false }
    return Object.assign(known, { state, isAssumed: false })
  }
  const assumed = (): Known | undefined => {
    if (!isFar || !known?.state.isFilled) return undefined
    known.isAssumed = true
    return known
  }
  const asked = function* () {
    return learn((yield* stateAnd()).state)
  }
  const checked = (own: Known) => (state: State) => {
    if (state.version === own.state.version) return
    if (known === own) known = undefined
    if (own.isAssumed) throw changedMeanwhile()
  }
  /** For changes to what readers show. */
  const change = async (work: () => Work<void>) => {
    try {
      await write(function* () {
        yield* work()
        yield* setMeta('version', randomUUID())
      })
    } finally {
      known = undefined
    }
  }

  return {
    async claim(analysis) {
      claimed = analysis
      const { isFilled, made } = (assumed() ?? (await read(asked))).state
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
      assumed()?.readers.get(scope) ??
      read(function* () {
        const own = yield* asked()
        const place = { gen: own.state.gen, scope }
        const init = { read, place, check: checked(own), cacheBytes }
        const reader = own.readers.get(scope) ?? rowReader(yield* heldIn(place), init)
        own.readers.set(scope, reader)
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

type Others = 'name' | 'vectors' | 'bytes' | 'close'

/** A chunk is rewritten when not even one unit in so many is left of it. */
const LEAST_LIVE = 2

export function* applyChanges(gen: number, changes: readonly IndexChange[]): Work<void> {
  for (const [scope, own] of Map.groupBy(changes, (change) => change.scope)) {
    const place = { gen, scope }
    const last = new Map(own.map((each) => [each.path, each]))
    yield* dropFiles(place, [...last.keys()])
    let id = yield* newIds(last.size)
    const chunks = chunkWriter(place)
    const [files, texts]: [Values[], Values[]] = [[], []]
    for (const change of last.values()) {
      if ('removed' in change) continue
      const { path, hash, units } = change
      const { chunk, first } = yield* chunks.add(units)
      const [modified, indexed] = [Math.round(change.modified), Math.round(change.indexedAt)]
      files.push([id, gen, scope, path, hash, modified, indexed, units.length, chunk, first, figuresOf(units)])
      for (const [ord, { startLine, endLine, text, heading, speaker = null, continues, hash }] of units.entries())
        texts.push([id, ord, startLine, endLine, text, heading, speaker, continues ? 1 : 0, hash])
      id++
    }
    yield* forEach(FILE, files)
    yield* forEach(UNIT, texts)
    yield* chunks.end()
    yield* compactChunks(place, LEAST_LIVE)
  }
}

const FILE = `INSERT INTO file (id, gen, scope, path, hash, modified, indexed, units, chunk, first, figures)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const UNIT = `INSERT INTO unit (file, ord, first, last, text, heading, speaker, continues, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

type Dropped = { readonly id: number; readonly chunk: number; readonly units: number }

function* dropFiles({ gen, scope }: Place, paths: readonly string[]): Work<void> {
  const drop = 'DELETE FROM file WHERE gen = ? AND scope = ? AND path = ? RETURNING id, chunk, units'
  const asked = paths.map((path) => [gen, scope, path])
  const dropped = yield* forEach<Dropped>(drop, asked)
  const ids = dropped.map(({ id }) => [id])
  yield* forEach('DELETE FROM unit WHERE file = ?', ids)
  const counts = dropped.map(({ chunk, units }) => [units, chunk])
  yield* forEach('UPDATE chunk SET live = live - ? WHERE id = ?', counts)
}

/** `which`: a condition on the generation, such as `gen > ?`. */
export function* dropGenerations(which: string, gen: number): Work<void> {
  yield* rowsOf(`DELETE FROM unit WHERE file IN (SELECT id FROM file WHERE ${which})`, gen)
  yield* rowsOf(`DELETE FROM posting WHERE chunk IN (SELECT id FROM chunk WHERE ${which})`, gen)
  for (const table of ['file', 'chunk']) yield* rowsOf(`DELETE FROM ${table} WHERE ${which}`, gen)
}
