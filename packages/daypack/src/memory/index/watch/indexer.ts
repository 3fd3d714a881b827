import type { NoteStore } from '../../../model/driver.ts'
import { isDaypackError } from '../../../model/errors.ts'
import type { FileToIndex, Searcher } from '../search-api.ts'
import { isMarkdown } from '../../notes/path.ts'
import type { Scanner } from './scan.ts'

/** Keeps the index equal to the notes. */
export type Indexer = {
  /** Bring these notes up to date; resolves when a search finds them as they are. */
  sync(paths: readonly string[], options?: { force?: boolean }): Promise<void>
  /** Look at every note: by its stats, or by its content where it was not read since the last time. */
  reconcile(options?: { byContent?: boolean; signal?: AbortSignal }): Promise<{ readonly changed: readonly string[] }>
  /** Everything anew, beside the index in use. */
  rebuild(): Promise<{ files: number; units: number }>
  /** The index was lost: everything into it again. */
  refill(): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Notes not brought up to date yet. */
  readonly backlog: number
}

export type IndexerInit = {
  readonly notes: NoteStore
  readonly searcher: Searcher
  /** What the index may hold of a note: line for line the same, without secrets, marks and forgotten lines. */
  readonly prepare: (text: string) => Promise<string>
  readonly scanner?: Scanner
  readonly onUnreadable?: (path: string, error: unknown) => void
  readonly onProgress?: (progress: { done: number; of: number; path: string }) => void
}

const AHEAD = 8

export function indexerOf(init: IndexerInit): Indexer {
  const { notes, searcher, prepare, scanner, onProgress, onUnreadable } = init
  const known = new Map<string, string>()
  const checked = new Set<string>()
  const gone: string[] = []
  /** What could not be indexed is tried again with the next. */
  const failed = new Set<string>()
  let loaded: Promise<void> | undefined
  let waiting = new Map<string, boolean>()
  let working: Promise<void> = Promise.resolve()
  let backlog = 0

  const load = (): Promise<void> => (loaded ??= readKnown())
  const readKnown = async (): Promise<void> => {
    for (const [path, file] of await searcher.files('notes')) known.set(path, file.hash)
  }

  /** Reads ahead: the disk is slower than the index. */
  async function* changed(paths: ReadonlyMap<string, boolean>): AsyncGenerator<FileToIndex> {
    const all = [...paths]
    const reads: Promise<FileToIndex | undefined>[] = []
    const start = ([path, force]: [string, boolean]): void => {
      reads.push(fileToIndex(path, force))
      reads.at(-1)?.catch(() => {})
    }
    all.slice(0, AHEAD).forEach(start)
    for (const [index, [path]] of all.entries()) {
      const file = await reads.shift()
      const next = all[index + AHEAD]
      if (next !== undefined) start(next)
      backlog--
      if (file !== undefined) yield file
      if (all.length > 1) onProgress?.({ done: index + 1, of: all.length, path })
    }
  }
  /** Undefined when the index has it already, when it cannot be read, or when it is gone. */
  const fileToIndex = async (path: string, force: boolean): Promise<FileToIndex | undefined> => {
    const note = await read(path)
    if (note === 'unreadable') return undefined
    if (note === undefined) {
      if (known.delete(path)) gone.push(path)
      return undefined
    }
    checked.add(path)
    if (!force && known.get(path) === note.hash) return undefined
    known.set(path, note.hash)
    const modified = scanner?.modified(path) ?? note.modified
    return { path, text: await prepare(note.text), meta: { scope: 'notes', hash: note.hash, modified } }
  }
  /** A link, or a folder in its place, is no note; a note that cannot be read just now keeps its place in the index. */
  const read = async (path: string): Promise<Awaited<ReturnType<NoteStore['read']>> | 'unreadable'> => {
    try {
      return await notes.read(path)
    } catch (error) {
      if (isDaypackError(error, 'unsafe-path')) return undefined
      onUnreadable?.(path, error)
      return 'unreadable'
    }
  }
  const differs = async (path: string): Promise<boolean> => {
    const note = await read(path)
    if (note === 'unreadable') return false
    checked.add(path)
    return note?.hash !== known.get(path)
  }
  const work = async (paths: ReadonlyMap<string, boolean>): Promise<void> => {
    await load()
    backlog += paths.size
    try {
      await searcher.indexMany(changed(paths))
      await searcher.remove(gone.splice(0), 'notes')
    } catch (error) {
      backlog = 0
      for (const path of paths.keys()) {
        known.delete(path)
        failed.add(path)
      }
      throw error
    }
  }
  const sync: Indexer['sync'] = (paths, { force = false } = {}) => {
    for (const path of failed) waiting.set(path, true)
    failed.clear()
    for (const path of paths) if (isMarkdown(path)) waiting.set(path, force || (waiting.get(path) ?? false))
    if (waiting.size === 0) return working
    const next = after(working, async () => {
      const batch = waiting
      waiting = new Map()
      if (batch.size > 0) await work(batch)
    })
    working = quietly(next)
    return next
  }

  return {
    sync,
    async reconcile({ byContent = false, signal } = {}) {
      await load()
      const touched = scanner === undefined ? undefined : new Set(await scanner.scan())
      const indexed = await searcher.files('notes')
      const there = new Set((await notes.list()).filter(isMarkdown))
      const changed = [...indexed.keys()].filter((path) => !there.has(path))
      for (const path of there) {
        const file = indexed.get(path)
        const looksSame = touched !== undefined && (!touched.has(path) || scanner?.modified(path) === file?.modified)
        if (signal?.aborted === true) break
        const unread = byContent && !checked.has(path)
        if (file === undefined || !looksSame || (unread && (await differs(path)))) changed.push(path)
      }
      if (byContent) checked.clear()
      await sync(changed)
      return { changed }
    },
    async rebuild() {
      const paths = (await notes.list()).filter(isMarkdown)
      known.clear()
      loaded = Promise.resolve()
      const all = new Map(paths.map((path) => [path, true]))
      backlog += all.size
      const next = after(working, () => searcher.rebuild(changed(all)))
      working = quietly(next)
      return next
    },
    async refill() {
      known.clear()
      loaded = Promise.resolve()
      await sync((await notes.list()).filter(isMarkdown), { force: true })
    },
    settled: () => (failed.size > 0 ? sync([]) : working),
    get backlog() {
      return backlog + waiting.size
    },
  }
}

async function after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  await before
  return work()
}

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {})
}
