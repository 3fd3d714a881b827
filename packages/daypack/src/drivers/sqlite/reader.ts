import type { DatabaseSync } from 'node:sqlite'
import type { IndexReader, Postings } from '../../model/index-store.ts'
import { joinPostings, type Part } from './postings.ts'
import type { Segment } from './segments.ts'
import { prepared } from './statements.ts'
import { entriesOf, findInRow } from './term-blocks.ts'

/** Postings as a reader hands them out: bounded by bytes over all shelves, least recently used first to go. */
export type PostingCache = { shelf(): PostingShelf }
/** Postings of one reader. */
export type PostingShelf = { get(term: string, load: () => Postings | undefined): Postings | undefined }

const ENTRY_BYTES = 400
/** Twelve for unit and frequency, and as much again for what the scorer makes of them. */
const POSTING_BYTES = 24

export function postingCache(maxBytes: number): PostingCache {
  const known = new Map<string, Postings | undefined>()
  let bytes = 0
  let shelves = 0
  const size = (postings: Postings | undefined): number => (postings?.units.length ?? 0) * POSTING_BYTES + ENTRY_BYTES
  const shelf = (name: string): PostingShelf => ({
    get(term, load) {
      const key = name + term
      const hit = known.get(key)
      if (hit !== undefined || known.has(key)) {
        known.delete(key)
        known.set(key, hit)
        return hit
      }
      const made = load()
      known.set(key, made)
      bytes += size(made)
      for (const [oldest, postings] of known) {
        if (bytes <= maxBytes || known.size === 1) break
        known.delete(oldest)
        bytes -= size(postings)
      }
      return made
    },
  })
  return { shelf: () => shelf(`${shelves++} `) }
}

/** The segments of a scope side by side, seen as one index without the units that are gone. */
export function segmentReader(
  db: DatabaseSync,
  segments: readonly Segment[],
  isLive: (file: number) => boolean,
  shelf: PostingShelf,
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
  const find = prepared(db, 'SELECT data FROM posting WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1')
  const read = prepared(
    db,
    'SELECT first, last, text, heading, speaker, continues FROM unit WHERE file = ? AND ord = ?',
  )
  const range = prepared(db, 'SELECT data FROM posting WHERE segment = ? AND first > ? AND first < ?')
  const findPath = prepared(db, 'SELECT path FROM file WHERE id = ?')
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
        const row = read.get(ids[unit] as number, unit - first) as UnitRow
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
      const all = prepared(db, 'SELECT hash FROM unit WHERE file = ? ORDER BY ord')
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
