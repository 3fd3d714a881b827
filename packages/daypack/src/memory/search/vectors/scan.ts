import type { IndexReader, IndexStore, Scope, UnitText, VectorRows, VectorSearch } from '../../../model/index-store.ts'
import { cosine } from './quantize.ts'

const SCOPES: readonly Scope[] = ['notes', 'dialog', 'results']

/** For a store that only keeps vectors: they are read once each, and every one is compared with the query. */
export function scannedVectors(
  store: Pick<IndexStore, 'reader'>,
  stored: VectorRows,
  dimensions: number,
): VectorSearch {
  const rows = new Map<string, Int8Array>()
  const tables = new Map<Scope, { reader: IndexReader; hashes: readonly string[] }>()

  const tableOf = async (scope: Scope, space: string): Promise<{ reader: IndexReader; hashes: readonly string[] }> => {
    const reader = await store.reader(scope)
    const known = tables.get(scope)
    if (known?.reader === reader) return known
    const hashes = await reader.hashes()
    const unknown = [...new Set(hashes)].filter((hash) => hash !== '' && !rows.has(hash))
    const vectors = await stored.get(space, unknown)
    for (const [index, vector] of vectors.entries())
      if (vector?.length === dimensions) rows.set(unknown[index] as string, vector)
    const table = { reader, hashes }
    tables.set(scope, table)
    return table
  }
  return {
    async put(space, entries) {
      await stored.put(space, entries)
      for (const { hash, vector } of entries) rows.set(hash, vector)
    },
    async prune(space) {
      await stored.prune(space)
      const live = new Set<string>()
      for (const scope of SCOPES) for (const hash of (await tableOf(scope, space ?? '')).hashes) live.add(hash)
      for (const hash of rows.keys()) if (!live.has(hash)) rows.delete(hash)
    },
    async nearest(scope, space, vector, k) {
      const { hashes } = await tableOf(scope, space)
      const cosines = new Map<string, number>()
      let [count, sum, squares] = [0, 0, 0]
      for (const hash of hashes) {
        const row = rows.get(hash)
        if (row === undefined) continue
        let value = cosines.get(hash)
        if (value === undefined) cosines.set(hash, (value = cosine(vector, row)))
        count++
        sum += value
        squares += value * value
      }
      const mean = count === 0 ? 0 : sum / count
      const deviation = count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean))
      const best = [...cosines].toSorted((a, b) => b[1] - a[1]).slice(0, k)
      return { hits: best.map(([hash, value]) => ({ hash, cosine: value })), mean, deviation }
    },
    async missing(space, most) {
      const found = new Map<string, UnitText & { hash: string }>()
      for (const scope of SCOPES) {
        const { reader, hashes } = await tableOf(scope, space)
        for (const [unit, hash] of hashes.entries()) {
          if (found.size >= most) return [...found.values()]
          if (hash === '' || rows.has(hash) || found.has(hash)) continue
          const [text] = await reader.texts([unit])
          if (text) found.set(hash, { ...text, hash })
        }
      }
      return [...found.values()]
    },
    async covered(scope, space) {
      const { hashes } = await tableOf(scope, space)
      let [units, of] = [0, 0]
      for (const hash of hashes) {
        if (hash !== '') of++
        if (rows.has(hash)) units++
      }
      return { units, of }
    },
  }
}
