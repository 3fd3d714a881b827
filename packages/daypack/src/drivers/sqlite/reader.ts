import type { DatabaseSync } from 'node:sqlite'
import type { IndexReader, Postings } from '../../model/index-store.ts'
import { decodePostings, type LocalPostings } from './postings.ts'
import type { Segment } from './segments.ts'

/** Decoded postings of segments, which never change: bounded by bytes, least recently used first to go. */
export type PostingCache = { get(segment: number, term: string, load: () => LocalPostings): LocalPostings }

const ENTRY_BYTES = 200

export function postingCache(maxBytes: number): PostingCache {
  const known = new Map<string, LocalPostings>()
  let bytes = 0
  const size = (postings: LocalPostings): number => postings.units.length * 12 + ENTRY_BYTES
  return {
    get(segment, term, load) {
      const key = `${segment} ${term}`
      const hit = known.get(key)
      if (hit !== undefined) {
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
  }
}

/** The segments of a scope side by side, seen as one index without the units that are gone. */
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
  const offsets = new Map<number, number>()
  let offset = 0
  let units = 0
  let fileCount = 0
  let totalLength = 0
  let holes = false
  for (const segment of segments) {
    offsets.set(segment.id, offset)
    ids.set(segment.files, offset)
    days.set(segment.days, offset)
    flags.set(segment.flags, offset)
    let first = offset
    for (let local = 0; local < segment.units; local++) {
      const id = segment.files[local] as number
      if (local === 0 || id !== segment.files[local - 1]) first = offset + local
      const live = isLive(id)
      holes ||= !live
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
  const find = db.prepare('SELECT data FROM posting WHERE segment = ? AND term = ?')
  const read = db.prepare('SELECT first, last, text, heading, speaker, continues FROM unit WHERE file = ? AND ord = ?')
  const range = db.prepare('SELECT term FROM posting WHERE segment = ? AND term >= ? AND term < ?')
  const findPath = db.prepare('SELECT path FROM file WHERE id = ?')
  const paths = new Map<number, string>()
  const pathOf = (id: number): string => {
    let path = paths.get(id)
    if (path === undefined) paths.set(id, (path = (findPath.get(id) as { path: string }).path))
    return path
  }
  const none: LocalPostings = { units: new Int32Array(0), freqs: new Float64Array(0) }
  const lookUp = (segment: Segment, term: string): LocalPostings =>
    cache.get(segment.id, term, () => {
      const row = find.get(segment.id, term) as { data: Uint8Array } | undefined
      return row === undefined ? none : decodePostings(row.data)
    })
  return {
    size,
    units,
    fileCount,
    totalLength,
    files,
    lengths,
    days,
    flags,
    postings(term) {
      const parts = segments.map((segment) => ({
        from: offsets.get(segment.id) as number,
        local: lookUp(segment, term),
      }))
      return join(
        parts.filter(({ local }) => local.units.length > 0),
        holes ? files : undefined,
      )
    },
    startingWith(prefix) {
      const terms = new Set<string>()
      for (const { id } of segments)
        for (const { term } of range.iterate(id, prefix, `${prefix}\u{10ffff}`) as Iterable<{ term: string }>)
          terms.add(term)
      return [...terms]
    },
    unit(unit) {
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
    },
    hashes() {
      const result = Array.from({ length: size }, () => '')
      const all = db.prepare('SELECT hash FROM unit WHERE file = ? ORDER BY ord')
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

/** Local numbers become those of the whole; `files` tells which units are gone. */
function join(
  parts: readonly { from: number; local: LocalPostings }[],
  files: Int32Array | undefined,
): Postings | undefined {
  const total = parts.reduce((sum, { local }) => sum + local.units.length, 0)
  const units = new Int32Array(total)
  const freqs = new Float64Array(total)
  let count = 0
  for (const { from, local } of parts) {
    for (let at = 0; at < local.units.length; at++) {
      const unit = from + (local.units[at] as number)
      if (files !== undefined && (files[unit] as number) < 0) continue
      units[count] = unit
      freqs[count++] = local.freqs[at] as number
    }
  }
  return count === 0 ? undefined : { units: units.subarray(0, count), freqs: freqs.subarray(0, count) }
}
