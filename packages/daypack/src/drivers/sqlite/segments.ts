import type { DatabaseSync } from 'node:sqlite'
import type { IndexUnit, Postings, Scope } from '../../model/index-store.ts'
import { encodePostings, joinPostings } from './postings.ts'

/** A run of units written together and never changed: their figures here, their postings by term. */
export type Segment = {
  readonly id: number
  readonly units: number
  readonly files: Int32Array
  readonly lengths: Int32Array
  readonly days: Int32Array
  readonly flags: Uint8Array
}
type Figures = Omit<Segment, 'id'>
type Place = { readonly gen: number; readonly scope: Scope }

/** Units of several files as one segment. */
export function writeSegment(
  db: DatabaseSync,
  place: Place,
  files: readonly { id: number; units: readonly IndexUnit[] }[],
): Segment | undefined {
  const all = files.flatMap(({ id, units }) => units.map((unit) => ({ id, unit })))
  if (all.length === 0) return undefined
  const lists = new Map<string, { units: number[]; freqs: number[] }>()
  for (const [local, { unit }] of all.entries()) {
    for (const [term, freq] of unit.terms) {
      let list = lists.get(term)
      if (list === undefined) lists.set(term, (list = { units: [], freqs: [] }))
      list.units.push(local)
      list.freqs.push(freq)
    }
  }
  const segment = insertFigures(db, place, {
    units: all.length,
    files: Int32Array.from(all, ({ id }) => id),
    lengths: Int32Array.from(all, ({ unit }) => unit.length),
    days: Int32Array.from(all, ({ unit }) => unit.day),
    flags: Uint8Array.from(all, ({ unit }) => unit.flags),
  })
  const insert = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  for (const term of [...lists.keys()].toSorted()) {
    const list = lists.get(term) as { units: number[]; freqs: number[] }
    insert.run(segment.id, term, encodePostings(list.units, list.freqs))
  }
  return segment
}

/** Several segments as one, without the units that are gone. */
export function mergeSegments(
  db: DatabaseSync,
  place: Place,
  segments: readonly Segment[],
  isLive: (file: number) => boolean,
): void {
  const moved = segments.map((segment) => new Int32Array(segment.units))
  const kept: { segment: Segment; local: number }[] = []
  for (const [index, segment] of segments.entries()) {
    const map = moved[index] as Int32Array
    for (let local = 0; local < segment.units; local++) {
      map[local] = isLive(segment.files[local] as number) ? kept.push({ segment, local }) - 1 : -1
    }
  }
  const lists = new Map<string, { units: number[]; freqs: number[] }>()
  const read = db.prepare('SELECT term, data FROM posting WHERE segment = ?')
  for (const [index, { id }] of segments.entries()) {
    const map = moved[index] as Int32Array
    for (const row of read.iterate(id) as Iterable<{ term: string; data: Uint8Array }>) {
      const { units, freqs } = joinPostings([{ from: 0, data: row.data }]) as Postings
      for (let at = 0; at < units.length; at++) {
        const unit = map[units[at] as number] as number
        if (unit < 0) continue
        let list = lists.get(row.term)
        if (list === undefined) lists.set(row.term, (list = { units: [], freqs: [] }))
        list.units.push(unit)
        list.freqs.push(freqs[at] as number)
      }
    }
  }
  for (const { id } of segments) dropSegment(db, id)
  if (kept.length === 0) return
  const { id } = insertFigures(db, place, {
    units: kept.length,
    files: Int32Array.from(kept, ({ segment, local }) => segment.files[local] as number),
    lengths: Int32Array.from(kept, ({ segment, local }) => segment.lengths[local] as number),
    days: Int32Array.from(kept, ({ segment, local }) => segment.days[local] as number),
    flags: Uint8Array.from(kept, ({ segment, local }) => segment.flags[local] as number),
  })
  const insert = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  for (const term of [...lists.keys()].toSorted()) {
    const list = lists.get(term) as { units: number[]; freqs: number[] }
    insert.run(id, term, encodePostings(list.units, list.freqs))
  }
}

export function dropSegment(db: DatabaseSync, id: number): void {
  db.prepare('DELETE FROM posting WHERE segment = ?').run(id)
  db.prepare('DELETE FROM segment WHERE id = ?').run(id)
}

export function segmentIds(db: DatabaseSync, { gen, scope }: Place): number[] {
  const rows = db.prepare('SELECT id FROM segment WHERE gen = ? AND scope = ? ORDER BY id').all(gen, scope) as {
    id: number
  }[]
  return rows.map(({ id }) => id)
}

export function readSegment(db: DatabaseSync, id: number): Segment {
  const row = db.prepare('SELECT units, files, lengths, days, flags FROM segment WHERE id = ?').get(id) as Record<
    'files' | 'lengths' | 'days' | 'flags',
    Uint8Array
  > & { units: number }
  return {
    id,
    units: row.units,
    files: int32(row.files),
    lengths: int32(row.lengths),
    days: int32(row.days),
    flags: row.flags,
  }
}

function insertFigures(db: DatabaseSync, { gen, scope }: Place, figures: Figures): Segment {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO segment (gen, scope, units, files, lengths, days, flags) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(
      gen,
      scope,
      figures.units,
      bytesOf(figures.files),
      bytesOf(figures.lengths),
      bytesOf(figures.days),
      figures.flags,
    )
  return { id: Number(lastInsertRowid), ...figures }
}

/** Little-endian on every machine Node runs on. */
function bytesOf(array: Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

function int32(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
