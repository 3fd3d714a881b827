import { DaypackError } from '../../model/errors.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { IndexReader, Postings } from '../../model/index-store.ts'
import type { PostingCache } from './posting-cache.ts'
import { joinPostings, type Part } from './postings.ts'
import type { Segment } from './segments.ts'
import { prepareOnce } from './statements.ts'
import { entriesOf, findInRow } from './term-blocks.ts'

export function segmentReader(
  db: DatabaseSync,
  segments: readonly Segment[],
  isLive: (file: number) => boolean,
  cache: PostingCache,
): IndexReader {
  const size = segments.reduce((sum, segment) => sum + segment.units, 0)
  const files = new Int32Array(size).fill(-1)
  const ids = new Int32Array(size)
  const lengths = new Float64Array(size)
  const days = new Int32Array(size)
  const flags = new Uint8Array(size)
  let offset = 0
  let units = 0
  let fileCount = 0
  let totalLength = 0
  let holes = false
  for (const segment of segments) {
    ids.set(segment.files, offset)
    days.set(segment.days, offset)
    flags.set(segment.flags, offset)
    let first = offset
    let live = false
    for (let local = 0; local < segment.units; local++) {
      if (local === 0 || segment.files[local] !== segment.files[local - 1]) {
        first = offset + local
        live = isLive(segment.files[local] as number)
        holes ||= !live
      }
      if (!live) continue
      const unit = offset + local
      if (first === unit) fileCount++
      units++
      totalLength += segment.lengths[local] as number
      files[unit] = first
      lengths[unit] = segment.lengths[local] as number
    }
    offset += segment.units
  }
  const shelf = cache.shelf(size)
  const find = prepareOnce(db, 'SELECT data FROM posting WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1')
  const read = prepareOnce(
    db,
    'SELECT first, last, text, heading, speaker, continues FROM unit WHERE file = ? AND ord = ?',
  )
  const range = prepareOnce(db, 'SELECT data FROM posting WHERE segment = ? AND first > ? AND first < ?')
  const findPath = prepareOnce(db, 'SELECT path FROM file WHERE id = ?')
  const paths = new Map<number, string>()
  const pathOf = (id: number): string => {
    let path = paths.get(id)
    if (path === undefined) paths.set(id, (path = (findPath.get(id) as { path: string }).path))
    return path
  }
  const load = (term: string): Postings | undefined => {
    const parts: Part[] = []
    const bytes = Buffer.from(term)
    let from = 0
    for (const { id, units: length } of segments) {
      const row = find.get(id, term) as { data: Uint8Array } | undefined
      const data = row && findInRow(row.data, bytes)
      if (data !== undefined) parts.push({ from, data })
      from += length
    }
    return joinPostings(parts, holes ? files : undefined)
  }
  return {
    size,
    units,
    fileCount,
    totalLength,
    files,
    lengths,
    days,
    flags,
    postings: (term) => shelf.get(term, () => load(term)),
    startingWith(prefix) {
      const terms = new Set<string>()
      for (const { id } of segments) {
        const before = find.get(id, prefix) as { data: Uint8Array } | undefined
        const rows = range.all(id, prefix, `${prefix}\u{10ffff}`) as { data: Uint8Array }[]
        for (const { data } of before ? [before, ...rows] : rows)
          for (const { term } of entriesOf(data)) if (term.startsWith(prefix)) terms.add(term)
      }
      return [...terms]
    },
    texts: (numbers) =>
      numbers.map((unit) => {
        const first = files[unit] as number
        const row = read.get(ids[unit] as number, unit - first) as UnitRow | undefined
        if (row === undefined)
          throw new DaypackError('conflict', 'Another process has changed the index meanwhile. Search again.')
        const { first: startLine, last: endLine, text, heading, speaker, continues } = row
        const path = pathOf(ids[unit] as number)
        return {
          path,
          startLine,
          endLine,
          text,
          heading,
          ...(speaker !== null && { speaker }),
          ...(continues === 1 && { continues: true as const }),
        }
      }),
    hashes() {
      const result = Array.from({ length: size }, () => '')
      const all = prepareOnce(db, 'SELECT hash FROM unit WHERE file = ? ORDER BY ord')
      for (let unit = 0; unit < size; unit++) {
        if (files[unit] !== unit) continue
        for (const [ord, { hash }] of (all.all(ids[unit] as number) as { hash: string }[]).entries())
          result[unit + ord] = hash
      }
      return result
    },
  }
}

type UnitRow = { first: number; last: number; text: string; heading: string; speaker: string | null; continues: number }
