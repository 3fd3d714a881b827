import type { EmbeddedIndex, IndexChange, IndexState } from '../../model/index-store.ts'
import { lineFile } from './line-file.ts'
import { fromLine, toLine, type LocalRecord } from './local-record.ts'
import { memoryIndexStore } from './memory-store.ts'

export type LocalIndexOptions = {
  /** The index file; its folder is made when missing. */
  readonly file: string
}

/** Below this the file is never written anew. */
const SPARE_BYTES = 1_000_000

type State = {
  inner: EmbeddedIndex
  analysis: string | undefined
  files: Map<string, IndexChange>
  vectors: Map<string, Map<string, Int8Array>>
}

/**
 * The index in memory, kept in one file of plain lines: no database, nothing native. Everything is read at the start, so it
 * suits workspaces of some ten thousand units. Derived data: a damaged file is an empty index that says why.
 */
export function localIndexStore({ file }: LocalIndexOptions): EmbeddedIndex {
  const lines = lineFile(file)
  let state = emptyState()
  let claimed = ''
  let why: string | undefined
  let compacted = 0

  /** What others wrote since; own lines were done already. */
  const refresh = (): State => {
    const { lines: added, anew } = lines.read()
    if (anew) {
      state = emptyState()
      if (lines.bytes() === 0) why = 'the index file was removed'
    }
    try {
      for (const line of added) apply(state, fromLine(line))
    } catch (error) {
      state = emptyState()
      why = `the index was damaged (${(error as Error).message})`
      lines.replace([])
    }
    return state
  }
  const record = (entry: LocalRecord): void => {
    refresh()
    lines.append(toLine(entry))
    apply(state, entry)
    if (lines.bytes() > SPARE_BYTES + 3 * compacted) rewrite()
  }
  const rewrite = (): void => {
    refresh()
    lines.replace(linesOf(state))
    compacted = lines.bytes()
  }
  return {
    name: 'local',
    claim(analysis): IndexState {
      claimed = analysis
      const { files, analysis: made } = refresh()
      if (files.size === 0) return { state: 'empty', ...(why !== undefined && { why }) }
      return made === analysis
        ? { state: 'ready' }
        : { state: 'stale', why: `the index was made by ${made}, now ${analysis}` }
    },
    write(changes) {
      if (refresh().analysis === undefined || state.files.size === 0) record({ do: 'claim', analysis: claimed })
      record({ do: 'write', changes })
    },
    files: (scope) => refresh().inner.files(scope),
    newest: (scopes) => refresh().inner.newest(scopes),
    reader: (scope) => refresh().inner.reader(scope),
    next() {
      const fresh = emptyState()
      return {
        write: (changes) => apply(fresh, { do: 'write', changes }),
        publish() {
          const { vectors } = refresh()
          fresh.analysis = claimed
          for (const [space, known] of vectors)
            apply(fresh, { do: 'vectors', space, entries: [...known].map(([hash, vector]) => ({ hash, vector })) })
          state = fresh
          lines.replace(linesOf(state))
        },
        discard() {},
      }
    },
    vectors: {
      get: (space, hashes) => refresh().inner.vectors.get(space, hashes),
      put: (space, entries) => record({ do: 'vectors', space, entries }),
      prune: (space) => record({ do: 'prune', ...(space !== undefined && { space }) }),
    },
    cache: {
      get: (key) => refresh().inner.cache.get(key),
      set: (key, vector, most) => record({ do: 'cache', key, vector, most }),
      clear: () => record({ do: 'clear' }),
    },
    scrub: rewrite,
    bytes: () => lines.bytes(),
    close() {},
  }
}

function emptyState(): State {
  return { inner: memoryIndexStore(), analysis: undefined, files: new Map(), vectors: new Map() }
}

/** The index in memory does all of this at once, so nothing is waited for. */
function apply(state: State, record: LocalRecord): void {
  const { inner, files, vectors } = state
  switch (record.do) {
    case 'claim':
      state.analysis = record.analysis
      return
    case 'write':
      void inner.write(record.changes)
      for (const change of record.changes) {
        const place = `${change.scope} ${change.path}`
        if ('removed' in change) files.delete(place)
        else files.set(place, change)
      }
      return
    case 'vectors': {
      void inner.vectors.put(record.space, record.entries)
      const known = vectors.get(record.space) ?? new Map<string, Int8Array>()
      for (const { hash, vector } of record.entries) known.set(hash, vector)
      vectors.set(record.space, known)
      return
    }
    case 'prune': {
      void inner.vectors.prune(record.space)
      const live = new Set([...files.values()].flatMap((change) => ('removed' in change ? [] : hashesOf(change))))
      for (const [space, known] of vectors) {
        if (space !== record.space) vectors.delete(space)
        for (const hash of known.keys()) if (!live.has(hash)) known.delete(hash)
      }
      return
    }
    case 'cache':
      void inner.cache.set(record.key, record.vector, record.most)
      return
    case 'clear':
      void inner.cache.clear()
  }
}

function hashesOf({ units }: Extract<IndexChange, { units: unknown }>): string[] {
  return units.map(({ hash }) => hash)
}

/** Recent embeddings are left out: those of what is indexed stand among the vectors. */
function* linesOf({ analysis, files, vectors }: State): Generator<string> {
  if (analysis !== undefined) yield toLine({ do: 'claim', analysis })
  for (const change of files.values()) yield toLine({ do: 'write', changes: [change] })
  for (const [space, known] of vectors)
    if (known.size > 0)
      yield toLine({ do: 'vectors', space, entries: [...known].map(([hash, vector]) => ({ hash, vector })) })
}
