import type { IndexUnit, Scope } from '../../model/index-store.ts'
import { forEach, rowOf, rowsOf, type Work } from './ask.ts'
import { newIds } from './meta.ts'

/** A chunk takes in files up to this many units: the longest pause a write can cause is the rewriting of one. */
const FULL = 16_384
/** A posting is the unit's number in its chunk and, in the low bits, its frequency in steps of 1/20. */
const STEP_BITS = 12
const STEPS = 20
const MOST_STEPS = (1 << STEP_BITS) - 1

export type Place = { readonly gen: number; readonly scope: Scope }
type Chunk = { readonly id: number; used: number; live: number; readonly terms: Map<string, number[]> }

const ADD_POSTINGS = `INSERT INTO posting (chunk, term, data) VALUES (?, ?, ?)
  ON CONFLICT (chunk, term) DO UPDATE SET data = CAST(posting.data || excluded.data AS BLOB)`

/** Puts files into chunks with room; postings are stored by `end`. */
export function chunkWriter(place: Place) {
  const opened: Chunk[] = []
  function* open(): Work<Chunk> {
    const found = yield* rowOf<Omit<Chunk, 'terms'>>(
      'SELECT id, used, live FROM chunk WHERE gen = ? AND scope = ? AND used < ? AND id > ? ORDER BY id LIMIT 1',
      ...[place.gen, place.scope, FULL, opened.at(-1)?.id ?? 0],
    )
    const { id, used, live } = found ?? { id: yield* newChunk(place), used: 0, live: 0 }
    const chunk = { id, used, live, terms: new Map<string, number[]>() }
    opened.push(chunk)
    return chunk
  }
  return {
    *add(units: readonly IndexUnit[]): Work<{ chunk: number; first: number }> {
      const last = opened.at(-1)
      const chunk = last && last.used < FULL ? last : yield* open()
      const first = chunk.used
      for (const [ord, { terms }] of units.entries()) {
        for (const [term, frequency] of terms) {
          const posting = ((first + ord) << STEP_BITS) | Math.min(Math.round(frequency * STEPS), MOST_STEPS)
          const known = chunk.terms.get(term)
          if (known) known.push(posting)
          else chunk.terms.set(term, [posting])
        }
      }
      chunk.used += units.length
      chunk.live += units.length
      return { chunk: chunk.id, first }
    },
    *end(): Work<void> {
      for (const { id, used, live, terms } of opened) {
        const rows = [...terms.keys()].sort().map((term) => [id, term, bytesOf(terms.get(term) ?? [])] as const)
        yield* forEach(ADD_POSTINGS, rows)
        yield* rowsOf('UPDATE chunk SET used = ?, live = ? WHERE id = ?', used, live, id)
      }
    },
  }
}

function* newChunk({ gen, scope }: Place): Work<number> {
  const id = yield* newIds(1)
  yield* rowsOf('INSERT INTO chunk (id, gen, scope, used, live) VALUES (?, ?, ?, ?, ?)', id, gen, scope, 0, 0)
  return id
}

/** Rewrites chunks of which not even one unit in `share` is left. */
export function* compactChunks(place: Place, share: number): Work<void> {
  const due = 'SELECT id, used FROM chunk WHERE gen = ? AND scope = ? AND live * ? < used'
  for (const { id, used } of yield* rowsOf<{ id: number; used: number }>(due, place.gen, place.scope, share))
    yield* rewrite(place, id, used)
}

/** Under a new number: whoever still reads the old one finds nothing there, instead of something else. */
function* rewrite(place: Place, old: number, used: number): Work<void> {
  const chunk = yield* newChunk(place)
  const moved = new Int32Array(used).fill(-1)
  const files: [number, number, number][] = []
  let live = 0
  const known = 'SELECT id, first, units FROM file WHERE chunk = ? ORDER BY first'
  for (const { id, first, units } of yield* rowsOf<{ id: number; first: number; units: number }>(known, old)) {
    files.push([chunk, live, id])
    for (let unit = first; unit < first + units; unit++) moved[unit] = live++
  }
  yield* forEach('UPDATE file SET chunk = ?, first = ? WHERE id = ?', files)
  const postings: [number, string, Uint8Array][] = []
  const held = 'SELECT term, data FROM posting WHERE chunk = ?'
  for (const { term, data } of yield* rowsOf<{ term: string; data: Uint8Array }>(held, old)) {
    const kept: number[] = []
    eachPosting(data, (unit, steps) => {
      const now = moved[unit] as number
      if (now >= 0) kept.push((now << STEP_BITS) | steps)
    })
    if (kept.length > 0) postings.push([chunk, term, bytesOf(kept)])
  }
  yield* forEach('INSERT INTO posting (chunk, term, data) VALUES (?, ?, ?)', postings)
  yield* rowsOf('UPDATE chunk SET used = ?, live = ? WHERE id = ?', live, live, chunk)
  yield* rowsOf('DELETE FROM posting WHERE chunk = ?', old)
  yield* rowsOf('DELETE FROM chunk WHERE id = ?', old)
}

function eachPosting(data: Uint8Array, visit: (unit: number, steps: number) => void): void {
  for (const posting of numbersOf(data)) visit(posting >>> STEP_BITS, posting & MOST_STEPS)
}

/** With frequencies as they came in. */
export function eachFrequency(data: Uint8Array, visit: (unit: number, frequency: number) => void): void {
  eachPosting(data, (unit, steps) => visit(unit, steps / STEPS))
}

export function figuresOf(units: readonly IndexUnit[]): Uint8Array {
  return bytesOf(units.flatMap(({ length, day, flags }) => [length, day, flags]))
}

/** Little-endian on every machine Node runs on. */
function bytesOf(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer)
}

export function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
