import { DaypackError } from '../../model/errors.ts'
import type { IndexReader, Postings } from '../../model/index-store.ts'
import { eachFrequency, numbersOf, type Place } from './chunks.ts'
import { postingCache } from './posting-cache.ts'
import type { Sql } from './schema.ts'

export function chunkReader(sql: Sql, { gen, scope }: Place, cacheBytes: number): IndexReader {
  const chunks = sql('SELECT id, used FROM chunk WHERE gen = ? AND scope = ? ORDER BY id').all(gen, scope) as ChunkRow[]
  const bases = new Map<number, number>()
  let size = 0
  for (const { id, used } of chunks) {
    bases.set(id, size)
    size += used
  }
  const files = new Int32Array(size).fill(-1)
  const ids = new Map<number, { readonly id: number; readonly path: string }>()
  const lengths = new Float64Array(size)
  const days = new Int32Array(size)
  const flags = new Uint8Array(size)
  let units = 0
  let totalLength = 0
  const rows = sql('SELECT id, path, chunk, first, figures FROM file WHERE gen = ? AND scope = ? AND units > 0')
  for (const { id, path, chunk, first, figures } of rows.iterate(gen, scope) as Iterable<FileRow>) {
    const start = (bases.get(chunk) ?? 0) + first
    ids.set(start, { id, path })
    const numbers = numbersOf(figures)
    for (let at = 0, unit = start; at < numbers.length; at += 3, unit++) {
      const length = numbers[at] as number
      files[unit] = start
      lengths[unit] = length
      days[unit] = numbers[at + 1] as number
      flags[unit] = numbers[at + 2] as number
      totalLength += length
      units++
    }
  }
  const load = (term: string): Postings | undefined => {
    const found: number[] = []
    const freqs: number[] = []
    for (const { id, used } of chunks) {
      const row = sql('SELECT data FROM posting WHERE chunk = ? AND term = ?').get(id, term) as PostingRow | undefined
      const base = bases.get(id) ?? 0
      if (row)
        eachFrequency(row.data, (local, frequency) => {
          // Another process may have added to the chunk since.
          if (local >= used || (files[base + local] as number) < 0) return
          found.push(base + local)
          freqs.push(frequency)
        })
    }
    return found.length === 0 ? undefined : { units: Int32Array.from(found), freqs: Float64Array.from(freqs) }
  }
  const fileOf = (unit: number) => ids.get(files[unit] as number) ?? { id: -1, path: '' }
  return {
    size,
    units,
    fileCount: ids.size,
    totalLength,
    files,
    lengths,
    days,
    flags,
    postings: postingCache(cacheBytes, units, load),
    startingWith(prefix) {
      const range = sql('SELECT term FROM posting WHERE chunk = ? AND term >= ? AND term < ?')
      const found = chunks.flatMap(({ id }) => range.all(id, prefix, `${prefix}\u{10ffff}`) as { term: string }[])
      return [...new Set(found.map(({ term }) => term))]
    },
    texts: (numbers) =>
      numbers.map((unit) => {
        const { id, path } = fileOf(unit)
        const columns = 'first AS startLine, last AS endLine, text, heading, speaker, continues'
        const row = sql(`SELECT ${columns} FROM unit WHERE file = ? AND ord = ?`).get(
          id,
          unit - (files[unit] as number),
        )
        if (row === undefined)
          throw new DaypackError('conflict', 'Another process has changed the index meanwhile. Search again.')
        const { speaker, continues, ...text } = row as UnitRow
        return {
          path,
          ...text,
          ...(speaker !== null && { speaker }),
          ...(continues === 1 && { continues: true as const }),
        }
      }),
    hashes() {
      const result = Array.from({ length: size }, () => '')
      for (const [start, { id }] of ids) {
        const found = sql('SELECT hash FROM unit WHERE file = ? ORDER BY ord').all(id) as { hash: string }[]
        for (const [ord, { hash }] of found.entries()) result[start + ord] = hash
      }
      return result
    },
  }
}

type ChunkRow = { id: number; used: number }
type FileRow = { id: number; path: string; chunk: number; first: number; figures: Uint8Array }
type PostingRow = { data: Uint8Array }
type UnitRow = {
  startLine: number
  endLine: number
  text: string
  heading: string
  speaker: string | null
  continues: number
}
