import { reasonOf } from '../../../model/errors.ts'
import { waitFor } from '../../../model/wait.ts'
import type { IndexStore, NearestUnits, Scope, VectorSearch } from '../../../model/index-store.ts'
import type { Awaitable, Millis } from '../../../model/json.ts'
import { embeddedText } from '../../index/analyse.ts'
import type { Embed, LegStatus, VectorStatus } from '../../index/search-api.ts'
import { CACHE_SIZE, cachedEmbed } from './cached.ts'
import { quantize } from './quantize.ts'
import { scannedVectors } from './scan.ts'

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']
const BATCH = 10
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 300_000
const QUERY_TIMEOUT_MS = 3_000
/** The first search waits this long for the first vectors; later ones never wait. */
const FIRST_WAIT_MS = 5_000

export interface VectorLeg {
  /** The texts nearest to a query, with how far the leg got. */
  nearest(scope: Scope, query: string, count: number): Promise<{ answer?: NearestUnits; status: LegStatus }>
  /** Embed what is missing, a batch at a time; gives up until later at the first failure. */
  backfill(signal?: AbortSignal): Promise<void>
  status(): Promise<VectorStatus>
  /** Forget vectors of other models and of texts that are gone. */
  prune(): Awaitable<void>
}

/**
 * The vector leg over any embedder. A failure rests it for a while, longer each time, and never for good; meanwhile
 * answers say so. What has no vector yet is simply not recalled by it.
 */
export function vectorLeg(store: IndexStore, source: Embed, now: () => Millis, cacheSize = CACHE_SIZE): VectorLeg {
  const space = `${source.model}@${source.dimensions}`
  const embed = cacheSize > 0 ? cachedEmbed(source, cacheSize) : source
  const vectors = searching(store, source.dimensions)
  let failures = 0
  let lastError: string | undefined
  let nextTry: Millis = 0
  let filling: Promise<void> | undefined

  const failed = (error: unknown): void => {
    failures++
    lastError = reasonOf(error)
    nextTry = now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - 1))
  }
  const failure = (covered: Covered | undefined): LegStatus => ({
    leg: 'vector',
    state: 'failed',
    why: lastError ?? 'the endpoint rests',
    ...(covered && { covered }),
  })
  const worked = (): void => {
    failures = 0
    lastError = undefined
    nextTry = 0
  }
  const fill = async (signal: AbortSignal | undefined): Promise<void> => {
    let filled = false
    try {
      for (;;) {
        const batch = await vectors.missing(space, source.batch ?? BATCH)
        if (batch.length === 0) break
        if (signal?.aborted || now() < nextTry) return
        const made = await waitFor(embed.embed(batch.map(embeddedText), signal), { signal })
        const entries = batch.map(({ hash }, index) => ({ hash, vector: quantize(made[index] as Float32Array) }))
        await vectors.put(space, entries)
        worked()
        filled = true
      }
      if (filled) await vectors.prune(space)
    } catch (error) {
      failed(error)
    }
  }

  const leg: VectorLeg = {
    async nearest(scope, query, count) {
      if (query.trim() === '') return { status: { leg: 'vector', state: 'off', why: 'nothing to compare' } }
      let covered: Covered | undefined
      try {
        covered = await vectors.covered(scope, space)
        if (covered.of === 0) return { status: { leg: 'vector', state: 'off', why: 'nothing to compare' } }
        if (covered.units === 0 && now() >= nextTry) {
          await waitFor(leg.backfill(), { ms: FIRST_WAIT_MS }).catch(() => {})
          covered = await vectors.covered(scope, space)
        }
        if (now() < nextTry) return { status: failure(covered) }
        if (covered.units === 0)
          return { status: { leg: 'vector', state: 'partial', why: 'no unit has a vector yet', covered } }
        const signal = AbortSignal.timeout(QUERY_TIMEOUT_MS)
        const [vector] = await waitFor(embed.embed([query], signal), { signal })
        const answer = await vectors.nearest(scope, space, vector as Float32Array, count)
        worked()
        const left = covered.of - covered.units
        return {
          answer,
          status:
            left > 0
              ? { leg: 'vector', state: 'partial', why: `${left} units wait for their vector`, covered }
              : { leg: 'vector', state: 'ran', covered },
        }
      } catch (error) {
        failed(error)
        return { status: failure(covered) }
      }
    },
    backfill: (signal) => (filling ??= fill(signal).finally(() => (filling = undefined))),
    prune: () => vectors.prune(space),
    async status() {
      let [covered, of] = [0, 0]
      try {
        for (const scope of SCOPES) {
          const each = await vectors.covered(scope, space)
          covered += each.units
          of += each.of
        }
      } catch (error) {
        failed(error)
      }
      const state = failures > 0 ? 'failing' : covered < of ? 'filling' : 'ready'
      return {
        state,
        model: source.model,
        dimensions: source.dimensions,
        covered,
        of,
        failures,
        ...(lastError !== undefined && { lastError }),
        ...(nextTry > 0 && { nextTry }),
      }
    },
  }
  return leg
}

type Covered = NonNullable<LegStatus['covered']>

function searching(store: IndexStore, dimensions: number): VectorSearch {
  return 'nearest' in store.vectors ? store.vectors : scannedVectors(store, store.vectors, dimensions)
}
