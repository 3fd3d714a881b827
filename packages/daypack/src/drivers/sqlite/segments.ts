import type { DatabaseSync } from 'node:sqlite'
import type { IndexUnit, Scope } from '../../model/index-store.ts'
import { encodePostings, STEPS } from './postings.ts'
import { prepareOnce } from './statements.ts'
import { inByteOrder, rowWriter, type TermEntry } from './term-blocks.ts'

export type Segment = {
  readonly id: number
  readonly units: number
  readonly files: Int32Array
  readonly lengths: Int32Array
  readonly days: Int32Array
  readonly flags: Uint8Array
}
type Figures = Omit<Segment, 'id'>
export type Place = { readonly gen: number; readonly scope: Scope }

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
  insertTerms(db, segment.id, entriesFrom(invert(all.map(({ unit }) => unit))))
  return segment
}

function* entriesFrom({ numbers, starts, units, steps }: Inverted): Generator<TermEntry> {
  for (const term of inByteOrder([...numbers.keys()])) {
    const number = numbers.get(term) as number
    const [from, to] = [starts[number] as number, starts[number + 1] as number]
    yield { term, postings: encodePostings(units, steps, from, to - from) }
  }
}

type Inverted = {
  readonly numbers: ReadonlyMap<string, number>
  readonly starts: Int32Array
  readonly units: Int32Array
  readonly steps: Int32Array
}

function invert(all: readonly IndexUnit[]): Inverted {
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

/** Entries must come in the order of their bytes. */
export function insertTerms(db: DatabaseSync, segment: number, entries: Iterable<TermEntry>): void {
  const insert = prepareOnce(db, 'INSERT INTO posting VALUES (?, ?, ?)')
  const rows = rowWriter((first, data) => insert.run(segment, first, data))
  for (const entry of entries) rows.add(entry)
  rows.end()
}

export function dropSegment(db: DatabaseSync, id: number): void {
  prepareOnce(db, 'DELETE FROM posting WHERE segment = ?').run(id)
  prepareOnce(db, 'DELETE FROM segment WHERE id = ?').run(id)
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

export function insertFigures(db: DatabaseSync, { gen, scope }: Place, figures: Figures): Segment {
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
