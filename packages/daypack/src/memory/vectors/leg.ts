import type { IndexReader, IndexStore, Scope } from '../../model/index-store.ts'
import type { Millis } from '../../model/json.ts'
import { embeddedText } from '../index/analyse.ts'
import type { Embed, LegStatus, VectorStatus } from '../index/search-api.ts'
import { CACHE_SIZE, cachedEmbed } from './cached.ts'
import { cosine, quantize } from './quantize.ts'

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']
const BATCH = 10
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 300_000
const QUERY_TIMEOUT_MS = 3_000
/** The first search waits this long for the first vectors; later ones never wait. */
const FIRST_WAIT_MS = 5_000

export type VectorAnswer = {
  /** How far each unit stands out from the average, the best 1; raw cosines beside them. */
  readonly byUnit: ReadonlyMap<number, number>
  readonly cosines: ReadonlyMap<number, number>
  /** Standard deviations the best stands above the average. */
  readonly standout: number
}

export interface VectorLeg {
  search(
    reader: IndexReader,
    scope: Scope,
    query: string,
    count: number,
  ): Promise<{ answer?: VectorAnswer; status: LegStatus }>
  /** Embed what is missing, a batch at a time; gives up until later at the first failure. */
  backfill(signal?: AbortSignal): Promise<void>
  status(): Promise<VectorStatus>
  /** Forget what is held in memory; it is read again from the store. */
  reset(): void
}

/**
 * The vector leg over any embedder. A failure rests it for a while, longer each time, and never for good; meanwhile
 * answers say so. What has no vector yet is simply not recalled by it.
 */
export function vectorLeg(store: IndexStore, source: Embed, now: () => Millis, cacheSize = CACHE_SIZE): VectorLeg {
  const space = `${source.model}@${source.dimensions}`
  const embed = cacheSize > 0 ? cachedEmbed(source, store.cache, cacheSize) : source
  const rows = new Map<string, Int8Array>()
  const tables = new Map<Scope, { reader: IndexReader; hashes: readonly string[] }>()
  let failures = 0
  let lastError: string | undefined
  let nextTry: Millis = 0
  let filling: Promise<void> | undefined

  const failed = (error: unknown): void => {
    failures++
    lastError = error instanceof Error ? error.message : String(error)
    nextTry = now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - 1))
  }
  const worked = (): void => {
    failures = 0
    lastError = undefined
    nextTry = 0
  }
  /** Vectors of the scope's units, read once each. */
  const hashesOf = async (reader: IndexReader, scope: Scope): Promise<readonly string[]> => {
    const known = tables.get(scope)
    if (known?.reader === reader) return known.hashes
    const hashes = await reader.hashes()
    const unknown = [...new Set(hashes)].filter((hash) => hash !== '' && !rows.has(hash))
    const vectors = await store.vectors.get(space, unknown)
    for (const [index, vector] of vectors.entries())
      if (vector?.length === source.dimensions) rows.set(unknown[index] as string, vector)
    tables.set(scope, { reader, hashes })
    return hashes
  }
  const missing = async (): Promise<{ hash: string; text: string }[]> => {
    const found = new Map<string, { hash: string; text: string }>()
    for (const scope of SCOPES) {
      const reader = await store.reader(scope)
      for (const [unit, hash] of (await hashesOf(reader, scope)).entries()) {
        if (hash === '' || rows.has(hash) || found.has(hash)) continue
        found.set(hash, { hash, text: embeddedText(await reader.unit(unit)) })
        if (found.size >= (source.batch ?? BATCH)) return [...found.values()]
      }
    }
    return [...found.values()]
  }
  const fill = async (signal: AbortSignal | undefined): Promise<void> => {
    let filled = false
    for (let batch = await missing(); batch.length > 0; batch = await missing()) {
      if (signal?.aborted || now() < nextTry) return
      try {
        const vectors = await embed.embed(
          batch.map(({ text }) => text),
          signal,
        )
        const entries = batch.map(({ hash }, index) => ({ hash, vector: quantize(vectors[index] as Float32Array) }))
        await store.vectors.put(space, entries)
        for (const { hash, vector } of entries) rows.set(hash, vector)
        worked()
        filled = true
      } catch (error) {
        return failed(error)
      }
    }
    if (filled) await store.vectors.prune(space)
  }

  const leg: VectorLeg = {
    async search(reader, scope, query, count) {
      let hashes = await hashesOf(reader, scope)
      if (!hashes.some((hash) => rows.has(hash)) && now() >= nextTry) {
        await waitFor(leg.backfill(), FIRST_WAIT_MS)
        hashes = await hashesOf(reader, scope)
      }
      const cosines = new Map<number, number>()
      const covered = { units: hashes.filter((hash) => rows.has(hash)).length, of: reader.units }
      if (now() < nextTry)
        return { status: { leg: 'vector', state: 'failed', why: lastError ?? 'the endpoint rests', covered } }
      if (covered.units === 0)
        return { status: { leg: 'vector', state: 'partial', why: 'no unit has a vector yet', covered } }
      let vector: Float32Array
      try {
        vector = (await embed.embed([query], AbortSignal.timeout(QUERY_TIMEOUT_MS)))[0] as Float32Array
        worked()
      } catch (error) {
        failed(error)
        return { status: { leg: 'vector', state: 'failed', why: lastError ?? '', covered } }
      }
      for (const [unit, hash] of hashes.entries()) {
        const row = rows.get(hash)
        if (row) cosines.set(unit, cosine(vector, row))
      }
      const status: LegStatus =
        covered.units < covered.of
          ? {
              leg: 'vector',
              state: 'partial',
              why: `${covered.of - covered.units} units wait for their vector`,
              covered,
            }
          : { leg: 'vector', state: 'ran', covered }
      return { answer: standouts(cosines, count), status }
    },
    backfill: (signal) => (filling ??= fill(signal).finally(() => (filling = undefined))),
    reset() {
      rows.clear()
      tables.clear()
    },
    async status() {
      let of = 0
      let covered = 0
      for (const scope of SCOPES) {
        const hashes = await hashesOf(await store.reader(scope), scope)
        of += hashes.filter((hash) => hash !== '').length
        covered += hashes.filter((hash) => rows.has(hash)).length
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

/** Until it is done, but no longer. */
async function waitFor(work: Promise<void>, ms: Millis): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/** Models differ in how high their cosines lie, so similarity is measured from the average of all units. */
function standouts(cosines: ReadonlyMap<number, number>, count: number): VectorAnswer {
  const values = [...cosines.values()]
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  const best = [...cosines].toSorted((a, b) => b[1] - a[1]).slice(0, count)
  const top = best[0]?.[1] ?? 0
  const byUnit = new Map(
    best.map(([unit, value]): [number, number] => [unit, top > mean ? Math.max(0, (value - mean) / (top - mean)) : 0]),
  )
  return { byUnit, cosines: new Map(best), standout: deviation > 0 ? (top - mean) / deviation : 0 }
}
