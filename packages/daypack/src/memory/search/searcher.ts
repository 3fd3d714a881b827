import { createHash } from 'node:crypto'
import type { IndexChange, IndexState, Scope } from '../../model/index-store.ts'
import { boundedUnits } from './chunk/bounded.ts'
import { markdownUnits } from './chunk/markdown.ts'
import { roughTokens } from './chunk/rough.ts'
import { textUnits } from './chunk/text.ts'
import { analyse } from '../index/analyse.ts'
import { isDaypackError } from '../../model/errors.ts'
import { ANALYSIS_VERSION } from './text/version.ts'
import { vectorLeg } from './vectors/leg.ts'
import type { FileToIndex, IndexMeta, Searcher, SearcherInit, SearcherStatus } from '../index/search-api.ts'
import type { VectorStatus } from '../index/search-api.ts'
import { answerQuery } from './answer.ts'
import { newExperience } from './trust.ts'

/** Of a search, where another process changes the index meanwhile. */
const TRIES = 3

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']
/** A transaction of an import: large enough to be fast, small enough not to be felt. */
const BATCH_UNITS = 2_000
/** Upper bound of a unit. */
const UNIT_TOKENS = 220
const NO_VECTORS: VectorStatus = { state: 'off', covered: 0, of: 0, failures: 0 }

/**
 * One engine for notes, dialogue and tool results. Writes are done one after the other; searches wait for them.
 *
 * @example
 * import { createSearcher, memoryIndexStore } from 'daypack/memory'
 *
 * const searcher = createSearcher({ store: memoryIndexStore(), now: Date.now })
 * await searcher.index('memory/2026-11-16.md', '- The harbour opens at six.')
 * const { hits } = await searcher.search('when does the harbour open?')
 * if (hits[0]?.path !== 'memory/2026-11-16.md') throw new Error('found by its words')
 * await searcher.close()
 */
export function createSearcher(init: SearcherInit): Searcher {
  const { store, now, options = {} } = init
  const bound = { maxTokens: UNIT_TOKENS, count: roughTokens }
  const timeZone = options.timeZone ?? 'UTC'
  const leg = init.embed && vectorLeg(store, init.embed, now, options.embeddingCacheSize)
  const experience = newExperience()
  let tail: Promise<unknown> = Promise.resolve()
  let pending = 0
  let claimed = false
  let meanwhile: IndexChange[] | undefined
  let refilling: Promise<void> | undefined
  let emptied = false

  /** In order, and never stopped by a failure before it. */
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    pending++
    const result = tail.then(work, work)
    tail = result.then(
      () => pending--,
      () => pending--,
    )
    return result
  }
  const write = (changes: readonly IndexChange[]): Promise<void> =>
    queued(async () => {
      if (!claimed) await store.claim(ANALYSIS_VERSION)
      claimed = true
      await store.write(changes)
      meanwhile?.push(...changes)
    })
  const toChange = (path: string, text: string, meta: IndexMeta = {}): Extract<IndexChange, { units: unknown }> => {
    const kind = meta.kind ?? (/\.(?:md|markdown)$/i.test(path) ? 'markdown' : 'text')
    const units = meta.units
      ? boundedUnits(meta.units, bound)
      : kind === 'markdown'
        ? markdownUnits(text, bound)
        : textUnits(text, bound)
    const facts = { path, timeZone, ...(meta.date !== undefined && { date: meta.date }) }
    return {
      scope: meta.scope ?? 'notes',
      path,
      hash: meta.hash ?? createHash('sha256').update(text).digest('hex'),
      modified: meta.modified ?? now(),
      indexedAt: now(),
      units: units.map((unit) => analyse(unit, facts)),
    }
  }
  /** Changes in batches; yields to others between them. */
  const inBatches = async (
    files: Iterable<FileToIndex> | AsyncIterable<FileToIndex>,
    put: (changes: readonly IndexChange[]) => Promise<void>,
  ): Promise<{ files: number; units: number }> => {
    const total = { files: 0, units: 0 }
    let batch: IndexChange[] = []
    let size = 0
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return
      await put(batch)
      total.files += batch.length
      total.units += size
      batch = []
      size = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    for await (const { path, text, meta } of files) {
      const change = toChange(path, text, meta)
      batch.push(change)
      size += change.units.length
      if (size >= BATCH_UNITS || batch.length >= BATCH_UNITS) await flush()
    }
    await flush()
    return total
  }
  const fillVectors = (): void => {
    if (leg) void leg.backfill().catch(() => {})
  }
  /** An index that is empty without anybody having emptied it is filled again before it answers. */
  const ready = async (): Promise<IndexState> => {
    const state = await store.claim(ANALYSIS_VERSION)
    if (state.state === 'empty' && init.refill && refilling === undefined && !emptied) {
      refilling = init
        .refill(searcher, state)
        .then(async () => void (emptied = (await store.claim(ANALYSIS_VERSION)).state === 'empty'))
        .finally(() => (refilling = undefined))
    }
    return state
  }

  const searcher: Searcher = {
    async index(path, text, meta) {
      const change = toChange(path, text, meta)
      await write([change])
      fillVectors()
      return { units: change.units.length }
    },
    async indexMany(files) {
      const total = await inBatches(files, write)
      fillVectors()
      return total
    },
    async remove(path, scope = 'notes') {
      const files = await store.files(scope)
      const there = [path].flat().filter((each) => files.has(each))
      if (there.length > 0) await write(there.map((each) => ({ scope, path: each, removed: true })))
      return there.length > 0
    },
    async files(scope = 'notes') {
      await tail
      return store.files(scope)
    },
    async search(query, searchOptions = {}) {
      await tail
      for (let tries = 1; ; tries++) {
        const state = await ready()
        if (refilling) await refilling.catch(() => {})
        const context = { store, now, leg, experience, options, timeZone, state, pending }
        try {
          const answer = await answerQuery(context, query, searchOptions)
          fillVectors()
          return answer
        } catch (error) {
          // Another process replaced a note between the search for it and the reading of it, or emptied the index.
          if (tries === TRIES || !isDaypackError(error, 'conflict')) throw error
        }
      }
    },
    async rebuild(files) {
      await tail
      await store.claim(ANALYSIS_VERSION)
      const next = await store.next()
      meanwhile = []
      try {
        const total = await inBatches(files, async (changes) => next.write(changes))
        await queued(async () => {
          await next.write(meanwhile ?? [])
          await next.publish()
        })
        fillVectors()
        return total
      } catch (error) {
        await next.discard()
        throw error
      } finally {
        meanwhile = undefined
      }
    },
    async backfill(signal) {
      await tail
      await leg?.backfill(signal)
      return leg ? leg.status() : NO_VECTORS
    },
    async purge() {
      await queued(async () => {
        await (leg ?? store.vectors).prune()
        await store.scrub()
      })
    },
    async status(): Promise<SearcherStatus> {
      const index = await store.claim(ANALYSIS_VERSION)
      const scopes = Object.fromEntries(
        await Promise.all(SCOPES.map(async (scope) => [scope, await scopeStatus(scope)] as const)),
      )
      return {
        store: store.name,
        index,
        scopes: scopes as SearcherStatus['scopes'],
        pending,
        rebuilding: meanwhile !== undefined,
        vectors: leg ? await leg.status() : NO_VECTORS,
        bytes: await store.bytes(),
      }
    },
    async close() {
      await tail
      await store.close()
    },
  }
  const scopeStatus = async (scope: Scope): Promise<SearcherStatus['scopes'][Scope]> => {
    const files = [...(await store.files(scope)).values()]
    const newest = files.reduce((latest, file) => Math.max(latest, file.indexedAt), 0)
    return {
      files: files.length,
      units: files.reduce((sum, file) => sum + file.units, 0),
      ...(newest > 0 && { newest }),
    }
  }
  return searcher
}
