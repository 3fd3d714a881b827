import type { DatabaseSync } from 'node:sqlite'
import type { IndexUnit, Scope } from '../../model/index-store.ts'
import { concatPostings, encodePostings, joinPostings, STEPS, type Part } from './postings.ts'
import { prepared } from './statements.ts'
import { entriesOf, inByteOrder, rowWriter, type Entry } from './term-blocks.ts'

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
  const segment = insertFigures(db, place, {
    units: all.length,
    files: Int32Array.from(all, ({ id }) => id),
    lengths: Int32Array.from(all, ({ unit }) => unit.length),
    days: Int32Array.from(all, ({ unit }) => unit.day),
    flags: Uint8Array.from(all, ({ unit }) => unit.flags),
  })
  const { numbers, starts, units, steps } = invert(all.map(({ unit }) => unit))
  insertTerms(db, segment.id, [...numbers.keys()], (term) => {
    const number = numbers.get(term) as number
    const [from, to] = [starts[number] as number, starts[number + 1] as number]
    return { last: units[to - 1] as number, postings: encodePostings(units, steps, from, to - from) }
  })
  return segment
}

/** Units by term: those of a term stand from its start to the next one's. */
function invert(all: readonly IndexUnit[]): {
  numbers: ReadonlyMap<string, number>
  starts: Int32Array
  units: Int32Array
  steps: Int32Array
} {
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const total = all.reduce((sum, { terms }) => sum + terms.size, 0)
  const met = new Int32Array(total)
  let at = 0
  for (const { terms } of all) {
    for (const term of terms.keys()) {
      let number = numbers.get(term)
      if (number === undefined) numbers.set(term, (number = counts.push(0) - 1))
      counts[number] = (counts[number] as number) + 1
      met[at++] = number
    }
  }
  const starts = new Int32Array(counts.length + 1)
  for (let number = 0; number < counts.length; number++)
    starts[number + 1] = (starts[number] as number) + (counts[number] as number)
  const next = starts.slice()
  const units = new Int32Array(total)
  const steps = new Int32Array(total)
  at = 0
  for (let local = 0; local < all.length; local++) {
    for (const frequency of (all[local] as IndexUnit).terms.values()) {
      const number = met[at++] as number
      const place = next[number] as number
      next[number] = place + 1
      units[place] = local
      steps[place] = Math.round(frequency * STEPS)
    }
  }
  return { numbers, starts, units, steps }
}

function insertTerms(
  db: DatabaseSync,
  segment: number,
  terms: readonly string[],
  entry: (term: string) => Omit<Entry, 'term'>,
): void {
  const insert = prepared(db, 'INSERT INTO posting VALUES (?, ?, ?)')
  const rows = rowWriter((first, data) => insert.run(segment, first, data))
  for (const term of inByteOrder(terms)) rows.add({ term, ...entry(term) })
  rows.end()
}

/** Several segments as one, without the units that are gone. */
export function mergeSegments(
  db: DatabaseSync,
  place: Place,
  segments: readonly Segment[],
  isLive: (file: number) => boolean,
): void {
  const kept: { segment: Segment; local: number }[] = []
  const lists = new Map<string, (Part & { readonly last: number })[]>()
  const read = prepared(db, 'SELECT data FROM posting WHERE segment = ? ORDER BY first')
  for (const segment of segments) {
    const from = kept.length
    const moved = new Int32Array(segment.units)
    for (let local = 0; local < segment.units; local++)
      moved[local] = isLive(segment.files[local] as number) ? kept.push({ segment, local }) - 1 - from : -1
    const whole = kept.length - from === segment.units
    for (const row of read.iterate(segment.id) as Iterable<{ data: Uint8Array }>) {
      for (const { term, last, postings } of entriesOf(row.data)) {
        const part = whole ? { last, data: postings } : without(postings, moved)
        if (part === undefined) continue
        const list = lists.get(term)
        if (list === undefined) lists.set(term, [{ from, ...part }])
        else list.push({ from, ...part })
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
  insertTerms(db, id, [...lists.keys()], (term) => {
    const parts = lists.get(term) as readonly (Part & { readonly last: number })[]
    const end = parts.at(-1) as Part & { readonly last: number }
    return { last: end.from + end.last, postings: concatPostings(parts) }
  })
}

/** Postings under their new numbers, where -1 is gone. */
function without(postings: Uint8Array, moved: Int32Array): { last: number; data: Uint8Array } | undefined {
  const found = joinPostings([{ from: 0, data: postings }], moved)
  if (found === undefined) return undefined
  const units = found.units.map((unit) => moved[unit] as number)
  const steps = found.freqs.map((frequency) => Math.round(frequency * STEPS))
  return { last: units.at(-1) as number, data: encodePostings(units, steps) }
}

export function dropSegment(db: DatabaseSync, id: number): void {
  prepared(db, 'DELETE FROM posting WHERE segment = ?').run(id)
  prepared(db, 'DELETE FROM segment WHERE id = ?').run(id)
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
