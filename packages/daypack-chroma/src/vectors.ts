import type { IndexReader, IndexStore, Scope, UnitText, VectorSearch } from 'daypack/internal'
import { createHash } from 'node:crypto'
import type { ChromaClient, Collection } from './client.ts'

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']
/** Rows a call carries at most; the server's own bound is above 5,000. */
const PAGE = 1_000
/** Vectors that stand for all when similarities are measured from their average. */
const SAMPLE = 256
/** Texts that are gone may still be in the server until they are pruned: so many more are asked for. */
const SPARE = 2

type Known = { readonly collection: Collection; readonly ids: Set<string>; samples: Map<Scope, Sample> }
type Sample = { readonly vectors: readonly (readonly number[])[]; readonly of: number }

/** One collection for each model; a text has one row in every scope it stands in. The server gets no text. */
export function chromaVectors(base: IndexStore, client: ChromaClient, prefix: string): VectorSearch {
  const spaces = new Map<string, Promise<Known>>()
  const nameOf = (space: string): string => `${prefix}-${createHash('sha256').update(space).digest('hex').slice(0, 12)}`

  const open = async (space: string): Promise<Known> => {
    const collection = await client.collection(nameOf(space))
    const ids = new Set<string>()
    for (let offset = 0; ; offset += PAGE) {
      const page = await collection.ids({ limit: PAGE, offset })
      for (const id of page) ids.add(id)
      if (page.length < PAGE) return { collection, ids, samples: new Map() }
    }
  }
  /** After a failure nothing is known any more: the server may be another one when it is back. */
  const use = async <T>(space: string, work: (known: Known) => Promise<T>): Promise<T> => {
    let known = spaces.get(space)
    if (known === undefined) spaces.set(space, (known = open(space)))
    try {
      return await work(await known)
    } catch (error) {
      spaces.clear()
      throw error
    }
  }

  return {
    put: (space, entries) =>
      use(space, async ({ collection, ids }) => {
        const scopes = await scopesOf(base)
        const rows = entries.flatMap(({ hash, vector }) =>
          (scopes.get(hash) ?? []).map((scope) => ({ id: `${scope}:${hash}`, vector: unitLength(vector), scope })),
        )
        for (let at = 0; at < rows.length; at += PAGE) await collection.upsert(rows.slice(at, at + PAGE))
        for (const { id } of rows) ids.add(id)
      }),

    nearest: (scope, space, vector, k) =>
      use(space, async (known) => {
        const live = (await liveIn(base, scope)).units
        const found = await known.collection.query(vector, k * SPARE, scope)
        const hits = found
          .map(({ id, distance }) => ({ hash: id.slice(scope.length + 1), cosine: 1 - distance }))
          .filter(({ hash }) => live.has(hash))
        const { vectors } = await sampleOf(known, scope)
        const cosines = vectors.map((other) => dot(vector, other))
        const mean = average(cosines)
        return {
          hits: hits.slice(0, k),
          mean,
          deviation: Math.sqrt(average(cosines.map((value) => (value - mean) ** 2))),
        }
      }),

    missing: (space, most) =>
      use(space, async ({ collection, ids }) => {
        const found = new Map<string, UnitText & { hash: string }>()
        for (const scope of SCOPES) {
          const { reader, units } = await liveIn(base, scope)
          const unknown = [...units.keys()].filter((hash) => !ids.has(`${scope}:${hash}`))
          for (let at = 0; at < unknown.length && found.size < most; at += most) {
            const batch = unknown.slice(at, at + most)
            for (const id of await collection.ids({ ids: batch.map((hash) => `${scope}:${hash}`) })) ids.add(id)
            for (const hash of batch) {
              if (ids.has(`${scope}:${hash}`) || found.size >= most) continue
              const [text] = await reader.texts([units.get(hash)?.[0] as number])
              if (text) found.set(hash, { ...text, hash })
            }
          }
        }
        return [...found.values()]
      }),

    covered: (scope, space) =>
      use(space, async ({ ids }) => {
        let [covered, of] = [0, 0]
        for (const [hash, { length }] of (await liveIn(base, scope)).units) {
          of += length
          if (ids.has(`${scope}:${hash}`)) covered += length
        }
        return { units: covered, of }
      }),

    async prune(space) {
      const kept = space === undefined ? undefined : nameOf(space)
      for (const name of await client.names())
        if (name.startsWith(`${prefix}-`) && name !== kept) await client.drop(name)
      for (const other of spaces.keys()) if (other !== space) spaces.delete(other)
      if (space === undefined) return
      await use(space, async ({ collection, ids }) => {
        const live = new Set<string>()
        for (const scope of SCOPES)
          for (const hash of (await liveIn(base, scope)).units.keys()) live.add(`${scope}:${hash}`)
        const gone = [...ids].filter((id) => !live.has(id))
        for (let at = 0; at < gone.length; at += PAGE) await collection.remove(gone.slice(at, at + PAGE))
        for (const id of gone) ids.delete(id)
      })
    },
  }
}

async function sampleOf({ collection, ids, samples }: Known, scope: Scope): Promise<Sample> {
  const known = samples.get(scope)
  if (known && Math.abs(ids.size - known.of) <= known.of / 10) return known
  const sample = { vectors: await collection.vectors(SAMPLE, scope), of: ids.size }
  samples.set(scope, sample)
  return sample
}

type Live = { readonly reader: IndexReader; readonly units: ReadonlyMap<string, readonly number[]> }
const liveKnown = new WeakMap<IndexReader, Live>()

async function liveIn(base: IndexStore, scope: Scope): Promise<Live> {
  const reader = await base.reader(scope)
  let live = liveKnown.get(reader)
  if (live === undefined) {
    const hashes = await reader.hashes()
    const units = Map.groupBy(hashes.keys(), (unit) => hashes[unit] as string)
    units.delete('')
    liveKnown.set(reader, (live = { reader, units }))
  }
  return live
}

async function scopesOf(base: IndexStore): Promise<ReadonlyMap<string, Scope[]>> {
  const scopes = new Map<string, Scope[]>()
  for (const scope of SCOPES)
    for (const hash of (await liveIn(base, scope)).units.keys()) scopes.set(hash, [...(scopes.get(hash) ?? []), scope])
  return scopes
}

function unitLength(vector: Int8Array): number[] {
  const length = Math.hypot(...vector) || 1
  return Array.from(vector, (value) => value / length)
}

function dot(one: Float32Array, other: readonly number[]): number {
  return other.reduce((sum, value, at) => sum + value * (one[at] as number), 0)
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
