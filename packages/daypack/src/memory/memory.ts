import { dayOf, systemZone } from '../model/day.ts'
import { DaypackError } from '../model/errors.ts'
import { byBytes } from '../tokens/count.ts'
import type { Memory, MemoryInit } from './api.ts'
import { type Background, startBackground } from './background.ts'
import { changeDiff, changes, revertChange } from './notes/history.ts'
import { dayLog, LONG_TERM } from './notes/path.ts'
import { linesOf, placeOf, provenanceOf } from './notes/read.ts'
import type { Update } from './notes/update.ts'
import { openParts, type Parts, storesOf } from './parts.ts'
import { indexArchive } from './recall/archive.ts'
import { recallFor } from './recall/recall.ts'
import type { Hit, SearchOptions } from './search/api.ts'
import { memoryTools } from './tools/tools.ts'
import { findForgettable, forget } from './trust/forget.ts'
import { sessionSource, type Source } from './trust/provenance.ts'
import { scannerOf } from './watch/scan.ts'
import { addToNote, editNote } from './write/compose.ts'
import { sourceFor } from './write/source-for.ts'

const ARCHIVE_EVERY_MS = 60 * 1000
/** Notes waiting to be indexed that a search still waits for. */
const MAX_WAIT = 500

/** Long-term memory over a driver's notes and an index: the object behind `pack.memory`. */
export function createMemory(init: MemoryInit): Memory {
  const { driver, now, dir, onEvent } = init
  const { notes } = driver
  if (notes === undefined) {
    throw new DaypackError(
      'bad-config',
      `The driver ${driver.name} stores no notes; memory needs one that does, such as files.`,
    )
  }
  const zone = init.zone ?? driver.zone ?? systemZone()
  const scanner = dir === undefined ? undefined : scannerOf(dir)
  let opened: Promise<Open> | undefined
  let closed = false
  let archivedAt = -Infinity

  const open = (): Promise<Open> => {
    if (closed) throw new DaypackError('closed', 'The memory was closed; make a new one.')
    return (opened ??= start())
  }
  const start = async (): Promise<Open> => {
    const parts = await openParts(init, notes, zone, scanner)
    const { index } = await parts.searcher.status()
    const { changed } = await parts.indexer.reconcile()
    if (changed.length > 0) onEvent?.({ type: 'indexed', paths: changed })
    const background = startBackground(init, parts, zone, scanner)
    if (index.state === 'stale') background.rebuild()
    return { ...parts, background }
  }
  const today = (): string => dayOf(now(), zone)

  /**
   * Read-your-writes: our own writes are waited for, those of others seen by a glance at the disk. A large import is not
   * waited for; the answer says how much of it is missing.
   */
  const settle = async ({ indexer }: Open): Promise<number> => {
    const changed = scanner?.glance() ?? []
    const synced = changed.length > 0 ? indexer.sync(changed) : indexer.settled()
    if (indexer.backlog <= MAX_WAIT) await synced
    return indexer.backlog
  }
  const indexed = async <T extends Update>({ indexer, background }: Open, update: T): Promise<T> => {
    if (!update.changed) return update
    if (indexer.backlog <= MAX_WAIT) await indexer.sync([update.path])
    else background.sync([update.path])
    return update
  }
  const archive = async ({ searcher, prepare }: Open, force: boolean): Promise<void> => {
    archivedAt = now()
    await indexArchive({ searcher, prepare, ...(dir === undefined ? {} : { dir }), ...storesOf(driver) }, { force })
  }
  const freshArchive = async (made: Open, scope: SearchOptions['scope'] = 'notes'): Promise<void> => {
    const asked = typeof scope === 'string' ? scope !== 'notes' : scope.some((each) => each !== 'notes')
    if (asked && now() - archivedAt >= ARCHIVE_EVERY_MS) await archive(made, false)
  }
  const provenance = (hit: Hit): ReturnType<typeof provenanceOf> => provenanceOf(notes, hit)

  const memory: Memory = {
    async ready() {
      await open()
    },
    async search(query, options) {
      const made = await open()
      made.background.newDay()
      const backlog = await settle(made)
      await freshArchive(made, options?.scope)
      const answer = await made.searcher.search(query, options)
      return backlog === 0
        ? answer
        : { ...answer, status: { ...answer.status, pending: answer.status.pending + backlog } }
    },
    async get(path, from = 1, lines = 200) {
      const { redact } = await open()
      return linesOf(notes, await placeOf(path, dir), from, lines, redact)
    },
    async write(text, options = {}) {
      const made = await open()
      const path = await placeOf(options.path ?? dayLog(today()), dir)
      const source = await sourceFor(text, options)
      return indexed(made, await addToNote(path, text, source, { notes, admit: made.admit, today: today() }))
    },
    async edit(path, old, next, options = {}) {
      const made = await open()
      const source = await sourceFor(next === '' ? old : next, options)
      const context = { notes, admit: made.admit, today: today() }
      return indexed(made, await editNote(await placeOf(path, dir), old, next, source, context))
    },
    async remember(text, { session, seq } = {}) {
      const made = await open()
      await made.tombstones.lift(text)
      const from = session === undefined || seq === undefined ? [] : [sessionSource(session, seq)]
      const source: Source = { by: 'user', from }
      return indexed(made, await addToNote(LONG_TERM, text, source, { notes, admit: made.admit, today: today() }))
    },
    async forget(what, { dryRun = false } = {}) {
      const made = await open()
      if (dryRun) return { lines: await findForgettable(notes, what), versions: 0, left: [], proven: false }
      const reindex = async (): Promise<void> => {
        await made.indexer.rebuild()
        await archive(made, true)
        await made.searcher.purge()
      }
      const { tombstones } = made
      return forget(what, { notes, tombstones, reindex, ...(dir === undefined ? {} : { dir }) })
    },
    async log(options) {
      return changes(notes, options)
    },
    async diff(id) {
      return changeDiff(notes, id)
    },
    async revert(id) {
      return indexed(await open(), await revertChange(notes, id))
    },
    async flush(session, to, entries) {
      const { queue, background } = await open()
      background.newDay()
      await queue.add(session, to, entries)
      background.drain()
    },
    async drain() {
      return (await open()).queue.drain()
    },
    async consolidate() {
      return (await open()).background.consolidate()
    },
    async recall(said, entries = [], options) {
      const { state } = await open()
      const count = init.count ?? byBytes().count
      const search = (query: string, how: SearchOptions) => memory.search(query, how)
      return recallFor(said, entries, { search, provenance, count, key: state.key }, options)
    },
    tools() {
      return memoryTools({
        search: (query, options) => memory.search(query, options),
        get: (path, from, lines) => memory.get(path, from, lines),
        write: (path, text, call) => memory.write(text, { ...call, ...(path === undefined ? {} : { path }) }),
        edit: (path, old, next, call) => memory.edit(path, old, next, call),
        provenance,
      })
    },
    async reindex() {
      const done = await (await open()).indexer.rebuild()
      archivedAt = -Infinity
      return done
    },
    async status() {
      const { searcher, indexer, queue, tombstones, background } = await open()
      return {
        index: await searcher.status(),
        watching: background.watching,
        reconciledAt: background.reconciledAt,
        pendingIndexing: indexer.backlog,
        pendingFlushes: queue.pending().length,
        nextConsolidation: background.nextConsolidation,
        tombstones: tombstones.size,
        failures: background.failures,
      }
    },
    async close() {
      if (closed) return
      closed = true
      const made = await opened?.catch(() => undefined)
      await made?.background.close()
      await made?.queue.idle()
      await made?.indexer.settled()
      await made?.searcher.close()
    },
  }
  return memory
}

type Open = Parts & { readonly background: Background }
