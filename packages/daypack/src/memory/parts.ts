import { reasonOf } from '../model/errors.ts'
import type { Driver, Hold, NoteStore } from '../model/driver.ts'
import { capCalls } from '../handover/note/caps.ts'
import { byBytes } from '../tokens/count.ts'
import type { MemoryInit } from './api.ts'
import type { ConsolidateContext } from './consolidate/consolidate.ts'
import { placeOf } from './notes/read.ts'
import { withoutMarks } from './notes/source.ts'
import { memoryIndexStore } from './index/memory-store.ts'
import type { Searcher } from './index/search-api.ts'
import { createSearcher } from './search/searcher.ts'
import { type MemoryState, openState } from './notes/state.ts'
import { type Admit, ingress } from './trust/ingress.ts'
import { redactor } from './trust/redact.ts'
import { type Tombstones, tombstones } from './trust/tombstones.ts'
import { type Indexer, indexerOf } from './watch/indexer.ts'
import type { Scanner } from './watch/scan.ts'
import { itemsByAgent } from './write/agent.ts'
import { flush } from './write/flush.ts'
import { withPatience } from './write/patience.ts'
import { type FlushQueue, flushQueue } from './write/queue.ts'

/** A loop of several calls is waited for longer than one call. */
const AGENT_MS = 3 * 60 * 1000

/** What a memory is made of, once its state has been read. */
export type Parts = {
  readonly state: MemoryState
  readonly tombstones: Tombstones
  readonly redact: (text: string) => Promise<string>
  /** What the index may hold of a text. */
  readonly prepare: (text: string) => Promise<string>
  readonly admit: Admit
  readonly searcher: Searcher
  readonly indexer: Indexer
  readonly queue: FlushQueue
  readonly consolidation: ConsolidateContext
}

export async function openParts(init: MemoryInit, notes: NoteStore, zone: string, scanner?: Scanner): Promise<Parts> {
  const { driver, now, onEvent } = init
  const state = await openState(driver.log, now)
  const gone = tombstones(state)
  const redact = redactor(state.key, init.findSecrets)
  const prepare = async (text: string): Promise<string> => gone.masked(withoutMarks(await redact(text)))
  const admit = ingress(redact, gone)
  const count = init.count ?? byBytes().count
  const capped = init.summarize && capCalls(init.summarize, init.caps ?? {}, { now, count })
  const model = capped === undefined ? {} : { summarize: withPatience(capped, now) }
  const place = (given: string): Promise<string> => placeOf(given, init.notesDir ?? init.dir)
  const run = init.flushAgent && withPatience(init.flushAgent, now, AGENT_MS)
  const agent =
    run === undefined
      ? {}
      : { agent: itemsByAgent({ run, notes, place, redact, admit, ...(init.language && { language: init.language }) }) }
  const searcher = createSearcher({
    store: init.index ?? driver.index ?? memoryIndexStore(),
    now,
    options: { timeZone: zone, ...init.search },
    ...(init.count && { count: init.count }),
    ...(init.embed && { embed: init.embed }),
    refill: async () => {
      await indexer.refill()
    },
  })
  const indexer = indexerOf({
    notes,
    searcher,
    prepare,
    ...(scanner === undefined ? {} : { scanner }),
    onUnreadable: (path, error) =>
      onEvent?.({
        type: 'failed',
        what: `reading ${path}`,
        why: reasonOf(error),
      }),
    onProgress: (progress) => onEvent?.({ type: 'indexing', ...progress }),
  })
  const how = { ...(init.language && { language: init.language }), ...(init.requests && { requests: true }) }
  const hold = driver.hold ?? alone()
  const queue = flushQueue({
    hold,
    state,
    now,
    zone,
    run: async (job, entries) => {
      const result = await flush(job, { notes, admit, ...model, ...agent, ...how, ...storesOf(driver) }, entries)
      if (result.state === 'written') await indexer.sync([result.path])
      onEvent?.({ type: 'flushed', result })
      return result
    },
  })
  const consolidation = {
    notes,
    state,
    admit,
    now,
    zone,
    hold,
    ...model,
    ...(init.consolidate && { options: init.consolidate }),
  }
  return { state, tombstones: gone, redact, prepare, admit, searcher, indexer, queue, consolidation }
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
