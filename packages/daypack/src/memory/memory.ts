import { dayOf, systemZone } from '../model/day.ts'
import type { SessionId } from '../model/driver.ts'
import { DaypackError } from '../model/errors.ts'
import type { Summarize } from '../passes/pass.ts'
import { byBytes } from '../tokens/count.ts'
import type { Memory, MemoryInit } from './api.ts'
import { indexArchive } from './index/watch/archive.ts'
import type { SearchOptions } from './index/search-api.ts'
import { changeDiff, changes, revertChange } from './notes/history.ts'
import { memoryLines } from './notes/line-edits.ts'
import { PERSON } from './notes/provenance.ts'
import { originOf, placeOf } from './notes/read.ts'
import { countChecked } from './notes/state.ts'
import { type Open, openingOf, within } from './opening.ts'
import { storesOf } from './parts.ts'
import { briefOf } from './recall/brief.ts'
import { recallFor } from './recall/recall.ts'
import { reasonsFor } from './recall/why.ts'
import { memoryTools } from './tools/tools.ts'
import { eraseIn } from './trust/erase.ts'
import { forget } from './trust/forget.ts'
import { isWished, withoutWishes } from './trust/forget-wish.ts'

const ARCHIVE_EVERY_MS = 60 * 1000
/** Characters of a query that are looked at: a pasted file asks nothing, and would hold up everybody else. */
const MOST_ASKED = 20_000
/** A turn does not wait longer than this for the index to be built. */
const RECALL_WAIT_MS = 1_000
/** Nor for what a session begins with: it is left out then. */
const BRIEF_WAIT_MS = 10_000
/** At most this many of the lines that were not merged are shown. */
const MAX_LEFT = 50
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
  const count = init.count ?? byBytes().count
  const offered = new Map<SessionId, Summarize>()
  const opening = openingOf(init, notes, zone, offered)
  const { parts, open, later, onWritten } = opening
  let archivedAt = -Infinity
  const today = (): string => dayOf(now(), zone)

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
      const backlog = await opening.settle()
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
    follow: (session) => opening.follow(session),
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
        text = await briefOf({ notes, state, today: today(), count, prepare }, maxTokens)
      }
      if (!(await within(read(), BRIEF_WAIT_MS)))
        onEvent?.({ type: 'failed', what: 'brief', why: `the notes were not read within ${BRIEF_WAIT_MS} ms` })
      return text === undefined ? undefined : { role: 'user', blocks: [{ type: 'text', text }] }
    },
    async recall(said, entries = [], options) {
      if (!opening.isOpen && !(await within(later('open', open()), RECALL_WAIT_MS))) {
        return { message: undefined, hits: [], why: 'the notes are still being indexed' }
      }
      const { state } = await open()
      const search = (query: string, how: SearchOptions) => memory.search(query, how)
      return recallFor(said, entries, { search, origin: (hit) => originOf(notes, hit), count, key: state.key }, options)
    },
    origin: (hit) => originOf(notes, hit),
    tools: (over = memory) => memoryTools(over, init.output && { output: init.output }),
    async reindex() {
      const done = await (await open()).indexer.rebuild()
      archivedAt = -Infinity
      return done
    },
    async status() {
      const { searcher, indexer, queue, tombstones, background, state, calls, page } = await open()
      const wanted = new Set(state.all('flushed').flatMap(({ data }) => data.forget ?? []))
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
        left: state
          .all('consolidated')
          .flatMap(({ data }) => data.left ?? [])
          .slice(-MAX_LEFT),
        failures: [
          ...background.failures,
          ...(index.vectors.lastError === undefined ? [] : [`embedding: ${index.vectors.lastError}`]),
        ],
      }
    },
    close: opening.close,
  }
  return memory
}
