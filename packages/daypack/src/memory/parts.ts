import { promptsIn } from './write/prompt.ts'
import { reasonOf } from '../model/errors.ts'
import type { Driver, Hold, NoteStore, SessionId } from '../model/driver.ts'
import type { Millis } from '../model/json.ts'
import { type CallCaps, capCalls } from '../model/call-caps.ts'
import type { Summarize } from '../passes/pass.ts'
import { byBytes } from '../tokens/count.ts'
import type { MemoryInit } from './api.ts'
import { type PageLine, readLines } from './notes/lines.ts'
import { dayOf } from '../model/day.ts'
import { withoutMarks } from './notes/source.ts'
import type { Update } from './notes/update.ts'
import { memoryIndexStore } from './index/memory-store.ts'
import type { Searcher } from './index/search-api.ts'
import { createSearcher } from './search/searcher.ts'
import { openState } from './notes/state.ts'
import { ingress, tombstones } from './trust/tombstones.ts'
import { redactor } from '../secrets/redact.ts'
import { type Indexer, indexerOf } from './index/watch/indexer.ts'
import type { Scanner } from './index/watch/scan.ts'
import { writeByAgent } from './write/agent.ts'
import { noteFiles } from './write/files.ts'
import { flush } from './write/flush.ts'
import { followSessions } from './write/follow.ts'
import { withPatience } from './write/patience.ts'
import { flushQueue } from './write/queue.ts'

/** A loop of several calls is waited for longer than one call. */
const AGENT_MS = 3 * 60 * 1000
const IDLE_MINUTES = 10

export function idleMsOf({ idleMinutes = IDLE_MINUTES }: MemoryInit): Millis {
  return idleMinutes * 60_000
}

/** What a memory is made of, once its state has been read. */
export type Parts = Awaited<ReturnType<typeof openParts>>

type PartsBy = {
  /** When something was last said in the sessions that are followed. */
  readonly lastSaid: Map<SessionId, Millis>
  readonly onWritten: <T extends Pick<Update, 'path' | 'changed'>>(update: T) => Promise<T>
  /** The models that sessions talk to, each offered with every request: one is used for its own session, and dropped then. */
  readonly offered: Map<SessionId, Summarize>
}

export async function openParts(
  init: MemoryInit,
  notes: NoteStore,
  zone: string,
  scanner: Scanner | undefined,
  { lastSaid, onWritten, offered }: PartsBy,
) {
  const { driver, now, onEvent } = init
  const state = await openState(driver.log, now)
  const gone = tombstones(state)
  const redact = redactor(state.key, init.findSecrets)
  const prepare = async (text: string): Promise<string> => gone.masked(withoutMarks(await redact(text)))
  const admit = ingress(redact, gone)
  const count = init.count ?? byBytes().count
  const calls = { count: 0, tokens: 0 }
  const patient = (given: Summarize, caps: CallCaps): Summarize => {
    const asked = withPatience(capCalls(promptsIn(init.language, given), caps, { now, count }), now)
    return async (ask) => {
      calls.count++
      calls.tokens += count(ask.system) + count(ask.prompt)
      const reply = await asked(ask)
      calls.tokens += count(reply)
      return reply
    }
  }
  const own = init.summarize ? patient(init.summarize, init.caps ?? {}) : undefined
  /** Models of hosts are many, their caps and their rest one: jobs run one after the other. */
  let inUse: Summarize | undefined
  const hosts = patient((ask) => inUse!(ask), init.caps ?? {})
  const modelFor = (session: SessionId): { summarize?: Summarize } => {
    if (own !== undefined) return { summarize: own }
    inUse = init.summarize === false ? undefined : offered.get(session)
    return inUse === undefined ? {} : { summarize: hosts }
  }
  const searcher: Searcher = createSearcher({
    store: init.index ?? driver.index ?? memoryIndexStore(),
    now,
    options: { timeZone: zone, ...init.search },
    ...(init.embed && { embed: init.embed }),
    refill: async () => {
      await indexer.refill()
    },
  })
  const indexer: Indexer = indexerOf({
    notes,
    searcher,
    prepare,
    ...(scanner === undefined ? {} : { scanner }),
    onUnreadable: (path, error) => onEvent?.({ type: 'failed', what: `reading ${path}`, why: reasonOf(error) }),
    onProgress: (progress) => onEvent?.({ type: 'indexing', ...progress }),
  })
  const page = async (): Promise<PageLine[]> => {
    await state.refresh()
    return readLines(notes, state, dayOf(now(), zone))
  }
  const how = { zone, page, ...(init.requests && { requests: true }) }
  const files = noteFiles({
    notes,
    notesDir: init.notesDir ?? init.dir,
    stores: storesOf(driver),
    state,
    tombstones: gone,
    redact,
    admit,
    today: () => dayOf(now(), zone),
    onWritten,
  })
  const run = init.flushAgent && withPatience(init.flushAgent, now, AGENT_MS)
  const agent = run && { agent: writeByAgent(files, run) }
  const hold = driver.hold ?? alone()
  const stop = new AbortController()
  const queue = flushQueue({
    hold,
    state,
    now,
    zone,
    run: async (job, entries) => {
      const result = await flush(
        job,
        { notes, admit, ...modelFor(job.session), ...agent, ...how, ...storesOf(driver), signal: stop.signal },
        entries,
      )
      offered.delete(job.session)
      await onWritten({ path: result.path, changed: result.state === 'written' })
      onEvent?.({ type: 'flushed', result })
      return result
    },
  })
  return {
    state,
    /** Own calls to a model so far. */
    calls,
    /** The lines that hold now. */
    page,
    tombstones: gone,
    /** What the index may hold of a text. */
    prepare,
    admit,
    files,
    searcher,
    indexer,
    queue,
    /** Undefined without a log: there is nothing to follow. */
    follower: driver.log && followSessions(lastSaid, { log: driver.log, queue, now, idleMs: idleMsOf(init) }),
    /** Cuts off whoever is asked to write notes; the job stays. */
    stop,
    consolidation: { notes, state, admit, now, zone, hold },
  }
}

/** For drivers that know no other processes: one after the other. */
function alone(): Hold {
  const queues = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const result = (queues.get(name) ?? Promise.resolve()).then(work)
    queues.set(
      name,
      result.catch(() => undefined),
    )
    return result
  }
}

export function storesOf(driver: Driver): Pick<Driver, 'log' | 'blobs' | 'days'> {
  const { log, blobs, days } = driver
  return { ...(log && { log }), ...(blobs && { blobs }), ...(days && { days }) }
}
