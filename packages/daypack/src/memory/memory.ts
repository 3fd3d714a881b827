import { setTimeout } from 'node:timers'
import { dayOf, systemZone } from '../model/day.ts'
import type { SessionId } from '../model/driver.ts'
import { isDaypackError, reasonOf, DaypackError } from '../model/errors.ts'
import { waitFor } from '../model/foreign.ts'
import type { Millis } from '../model/json.ts'
import type { Summarize } from '../passes/pass.ts'
import { byBytes } from '../tokens/count.ts'
import type { Memory, MemoryInit } from './api.ts'
import { inLanguages } from './language/index.ts'
import { leftLines } from './notes/cursor.ts'
import { type Background, mergeDue, startBackground } from './background.ts'
import { changeDiff, changes, revertChange } from './notes/history.ts'
import { originOf, placeOf } from './notes/read.ts'
import type { Update } from './notes/update.ts'
import { memoryLines } from './notes/line-edits.ts'
import { countChecked, forgetAsked } from './notes/state.ts'
import { openParts, type Parts, storesOf } from './parts.ts'
import { indexArchive } from './index/watch/archive.ts'
import { briefOf } from './recall/brief.ts'
import { reasonsFor } from './recall/why.ts'
import { recallFor } from './recall/recall.ts'
import type { Hit, SearchOptions } from './index/search-api.ts'
import { memoryTools } from './tools/tools.ts'
import { eraseIn } from './trust/erase.ts'
import { forget } from './trust/forget.ts'
import { isWished, withoutWishes } from './trust/forget-wish.ts'
import { PERSON } from './notes/provenance.ts'
import { scannerOf } from './index/watch/scan.ts'

const ARCHIVE_EVERY_MS = 60 * 1000
/** Characters of a query that are looked at: a pasted file asks nothing, and would hold up everybody else. */
const MOST_ASKED = 20_000
/** Notes waiting to be indexed that a search still waits for. */
const MAX_WAIT = 500
/** A turn does not wait longer than this for the index to be built. */
const RECALL_WAIT_MS = 1_000
/** Nor for what a session begins with: it is left out then. */
const BRIEF_WAIT_MS = 10_000
/** A process that only looks something up opens no index for it. */
const OPEN_AFTER_MS = 2_000
/** Of lines that were not merged, so many are shown. */
const MAX_LEFT = 50
/** `close` does not wait longer than this for a model to write notes. */
const CLOSE_WAIT_MS = 15_000

/**
 * Long-term memory over a driver's notes and an index: the object behind `pack.memory`.
 *
 * @example
 * import { memoryDriver } from 'daypack/drivers'
 * import { createMemory } from 'daypack/memory'
 *
 * const memory = createMemory({ driver: memoryDriver(), now: Date.now, schedule: false })
 * await memory.remember('The boat lies at pier nine.')
 * if ((await memory.search('pier')).hits.length !== 1) throw new Error('it is found')
 * await memory.close()
 */
export function createMemory(init: MemoryInit): Memory {
  return inLanguages(init.languages, () => memoryOf(init))
}

function memoryOf(init: MemoryInit): Memory {
  const { driver, now, dir, notesDir = dir, onEvent } = init
  const { notes } = driver
  if (notes === undefined) {
    throw new DaypackError(
      'bad-config',
      `The driver ${driver.name} stores no notes; memory needs one that does, such as files.`,
    )
  }
  if (init.search?.keyword === false && !init.embed) {
    throw new DaypackError(
      'bad-config',
      'Keyword search is off and there is no embedder: nothing could be found. Leave `keyword` on, or give `embed`.',
    )
  }
  const zone = init.zone ?? driver.zone ?? systemZone()
  const scanner = notesDir === undefined ? undefined : scannerOf(notesDir)
  let made: Promise<Parts> | undefined
  let opened: Promise<Open> | undefined
  let isReady = false
  let closed = false
  let archivedAt = -Infinity
  let closing: Promise<void> | undefined
  const lastSaid = new Map<SessionId, Millis>()
  const offered = new Map<SessionId, Summarize>()
  let wake: ReturnType<typeof setTimeout> | undefined

  /** Enough for writing: state and queue, but not the index. */
  const parts = (): Promise<Parts> => {
    if (closed) throw new DaypackError('closed', 'The memory was closed; make a new one.')
    return (made ??= openParts(init, notes, zone, scanner, { lastSaid, onWritten, offered }).catch((error: unknown) => {
      made = undefined
      throw error
    }))
  }
  /** With an index that equals the notes. */
  const open = (): Promise<Open> => {
    if (closed) throw new DaypackError('closed', 'The memory was closed; make a new one.')
    return (opened ??= start().catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  }
  const start = async (): Promise<Open> => {
    const ours = await parts()
    const { index } = await ours.searcher.status()
    const { changed } = await ours.indexer.reconcile()
    if (changed.length > 0) onEvent?.({ type: 'indexed', paths: changed })
    const background = startBackground(init, ours, zone, scanner)
    if (index.state === 'stale') background.rebuild()
    isReady = true
    return { ...ours, background }
  }
  const later = (what: string, work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (!closed) onEvent?.({ type: 'failed', what, why: reasonOf(error) })
    })
  const today = (): string => dayOf(now(), zone)

  /**
   * Read-your-writes: our own writes are waited for, those of others seen by a glance at the disk. A large import is not
   * waited for; the answer says how much of it is missing.
   */
  const settle = async ({ indexer }: Open): Promise<number> => {
    const changed = scanner?.glance() ?? []
    const synced = later('index', changed.length > 0 ? indexer.sync(changed) : indexer.settled())
    if (indexer.backlog <= MAX_WAIT) await synced
    return indexer.backlog
  }
  /**
   * What is written is durable already: the index follows, and its failure is not the writer's. One that is not open finds it
   * when it is opened.
   */
  const onWritten = async <T extends Pick<Update, 'path' | 'changed'>>(update: T): Promise<T> => {
    if (opened === undefined || !update.changed) return update
    const { indexer } = await parts()
    const done = later('index', indexer.sync([update.path]))
    if (isReady && indexer.backlog <= MAX_WAIT) await done
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
  const drainSoon = async (): Promise<void> => {
    const { background } = await open()
    background.newDay()
    background.drain()
  }
  const origin = (hit: Hit): ReturnType<typeof originOf> => originOf(notes, hit)

  const memory: Memory = {
    async ready() {
      await open()
    },
    async embed() {
      const { searcher, indexer } = await open()
      await indexer.settled()
      const { covered, of, lastError } = await searcher.backfill()
      if (covered < of)
        throw new DaypackError(
          'io',
          `${of - covered} of ${of} units have no vector: ${lastError ?? 'the endpoint rests'}.`,
        )
    },
    async search(query, options) {
      const made = await open()
      made.background.newDay()
      const backlog = await settle(made)
      await freshArchive(made, options?.scope)
      const answer = await made.searcher.search(query.slice(0, MOST_ASKED), options)
      return backlog === 0
        ? answer
        : { ...answer, status: { ...answer.status, pending: answer.status.pending + backlog } }
    },
    get: async (...given) => (await parts()).files.get(...given),
    write: async (...given) => (await parts()).files.write(...given),
    edit: async (...given) => (await parts()).files.edit(...given),
    remember: async (...given) => (await parts()).files.remember(...given),
    async forget(what, options) {
      const made = await open()
      const words = 'query' in what ? what.query : 'wish' in what ? what.wish : what.source
      if (words.trim() === '')
        throw new DaypackError('bad-config', 'Nothing to forget was named; give a query or a source.')
      const reindex = async (): Promise<void> => {
        await made.indexer.rebuild()
        await archive(made, true)
        await made.searcher.purge()
      }
      const { tombstones } = made
      const context = {
        notes,
        stores: storesOf(driver),
        tombstones,
        now,
        reindex,
        ...(dir === undefined ? {} : { dir }),
      }
      return forget(what, context, options)
    },
    async forgetRequest(said) {
      const { text, wishes } = withoutWishes(said)
      const [wish] = wishes
      if (wish === undefined || text !== '') return undefined
      const lines = (await memory.lines.list()).filter((line) => isWished(line.text, wish))
      return lines.length === 0 ? undefined : { wish, lines }
    },
    async eraser() {
      const { tombstones } = await parts()
      await tombstones.refresh()
      return (value) => (tombstones.size === 0 ? value : eraseIn(value, (text) => tombstones.erased(text)))
    },
    lines: memoryLines({
      notes,
      state: async () => (await parts()).state,
      today,
      admit: async (text) => (await parts()).admit(text, PERSON),
      onWritten,
    }),
    offerModel(session, model) {
      offered.set(session, model)
    },
    async why(words) {
      return reasonsFor(words, { notes, ...(driver.log && { log: driver.log }) })
    },
    async log({ path, limit } = {}) {
      const place = path === undefined ? {} : { path: await placeOf(path, notesDir) }
      return changes(notes, { ...place, ...(limit === undefined ? {} : { limit }) })
    },
    async diff(id) {
      return changeDiff(notes, id)
    },
    async revert(id) {
      return onWritten(await revertChange(notes, id))
    },
    follow(session) {
      if (closing !== undefined || init.flush === false) return
      lastSaid.set(session, now())
      wake ??= setTimeout(
        () =>
          void later(
            'open',
            open().then(({ background }) => background.catchUp()),
          ),
        OPEN_AFTER_MS,
      )
      wake.unref()
    },
    async flush(session, to, entries) {
      const { queue } = await parts()
      await queue.add(session, to, entries && { entries })
      void later('flush', drainSoon())
    },
    async drain() {
      return (await open()).queue.drain()
    },
    async consolidate() {
      return (await open()).background.consolidate()
    },
    async brief({ maxTokens } = {}) {
      let text: string | undefined
      const read = async (): Promise<void> => {
        const { state, prepare } = await parts()
        await state.refresh()
        const count = init.count ?? byBytes().count
        text = await briefOf({ notes, state, today: today(), count, prepare }, maxTokens)
      }
      if (!(await within(read(), BRIEF_WAIT_MS)))
        onEvent?.({ type: 'failed', what: 'brief', why: `the notes were not read within ${BRIEF_WAIT_MS} ms` })
      return text === undefined ? undefined : { role: 'user', blocks: [{ type: 'text', text }] }
    },
    async recall(said, entries = [], options) {
      if (!isReady && !(await within(later('open', open()), RECALL_WAIT_MS))) {
        return { message: undefined, hits: [], why: 'the notes are still being indexed' }
      }
      const { state } = await open()
      const count = init.count ?? byBytes().count
      const search = (query: string, how: SearchOptions) => memory.search(query, how)
      return recallFor(said, entries, { search, origin, count, aliases: init.search?.aliases, key: state.key }, options)
    },
    tools() {
      return memoryTools({ ...memory, origin }, init.output && { output: init.output })
    },
    async reindex() {
      const done = await (await open()).indexer.rebuild()
      archivedAt = -Infinity
      return done
    },
    async status() {
      const { searcher, indexer, queue, tombstones, background, state, calls, page } = await open()
      const wanted = new Set(forgetAsked(state))
      const index = await searcher.status()
      return {
        index,
        watching: background.watching,
        reconciledAt: background.reconciledAt,
        pendingIndexing: indexer.backlog,
        pendingFlushes: queue.pending().length,
        nextConsolidation: background.nextConsolidation,
        tombstones: tombstones.size,
        ...countChecked(state),
        calls: { ...calls },
        asked: (await page()).filter(({ id }) => wanted.has(id)),
        left: leftLines(state).slice(-MAX_LEFT),
        failures: [
          ...background.failures,
          ...(index.vectors.lastError === undefined ? [] : [`embedding: ${index.vectors.lastError}`]),
        ],
      }
    },
    close: () => (closing ??= close()),
  }

  /** What was said is noted first, if that takes no longer than a person would wait; else by the next process. */
  const noteAll = async (): Promise<void> => {
    const { follower, queue } = await parts()
    await follower?.noteQuiet({ before: Infinity })
    // A process that lived for a moment came neither to this nor to its merge.
    if (opened === undefined) await follower?.noteLeftBehind()
    await queue.drain()
    if (opened === undefined && init.schedule !== false) await mergeDue(init, await parts())
  }
  const close = async (): Promise<void> => {
    clearTimeout(wake)
    if (lastSaid.size > 0) await within(later('note', noteAll()), CLOSE_WAIT_MS)
    closed = true
    const ours = await made?.catch(() => undefined)
    ours?.stop.abort()
    const running = await opened?.catch(() => undefined)
    await running?.background.close()
    await ours?.queue.idle()
    await ours?.indexer.settled().catch(() => {})
    await ours?.searcher.close()
  }
  return memory
}

type Open = Parts & { readonly background: Background }

/** Whether it settles in time. */
async function within(work: Promise<unknown>, ms: Millis): Promise<boolean> {
  try {
    await waitFor(work, { ms })
    return true
  } catch (error) {
    if (isDaypackError(error, 'unreachable')) return false
    throw error
  }
}
