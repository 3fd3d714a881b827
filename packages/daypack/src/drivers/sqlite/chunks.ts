import type { IndexUnit, Scope } from '../../model/index-store.ts'
import type { Sql } from './schema.ts'

/** A chunk takes in files up to this many units: the longest pause a write can cause is the rewriting of one. */
const FULL = 16_384
/** A posting is the unit's number in its chunk and, in the low bits, its frequency in steps of 1/20. */
const STEP_BITS = 12
const STEPS = 20
const MOST_STEPS = (1 << STEP_BITS) - 1

export type Place = { readonly gen: number; readonly scope: Scope }
type Chunk = { readonly id: number; used: number; live: number; readonly terms: Map<string, number[]> }

/** Puts files into chunks with room; postings are stored by `end`. */
export function chunkWriter(sql: Sql, { gen, scope }: Place) {
  const opened: Chunk[] = []
  const open = (): Chunk => {
    const room =
      'SELECT id, used, live FROM chunk WHERE gen = ? AND scope = ? AND used < ? AND id > ? ORDER BY id LIMIT 1'
    const found = sql(room).get(gen, scope, FULL, opened.at(-1)?.id ?? 0) as Omit<Chunk, 'terms'> | undefined
    const chunk = { ...(found ?? newChunk(sql, { gen, scope })), terms: new Map<string, number[]>() }
    opened.push(chunk)
    return chunk
  }
  return {
    add(units: readonly IndexUnit[]): { chunk: number; first: number } {
      const last = opened.at(-1)
      const chunk = last && last.used < FULL ? last : open()
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
    end(): void {
      const put = sql(
        'INSERT INTO posting VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data = CAST(data || excluded.data AS BLOB)',
      )
      for (const { id, used, live, terms } of opened) {
        for (const term of [...terms.keys()].sort()) put.run(id, term, bytesOf(Uint32Array.from(terms.get(term) ?? [])))
        sql('UPDATE chunk SET used = ?, live = ? WHERE id = ?').run(used, live, id)
      }
    },
  }
}

function newChunk(sql: Sql, { gen, scope }: Place): Omit<Chunk, 'terms'> {
  const { lastInsertRowid } = sql('INSERT INTO chunk VALUES (NULL, ?, ?, 0, 0)').run(gen, scope)
  return { id: Number(lastInsertRowid), used: 0, live: 0 }
}

/** Rewrites chunks in which less than `share` of what was put there is left. */
export function compactChunks(sql: Sql, place: Place, share: number): void {
  const due = sql('SELECT id, used FROM chunk WHERE gen = ? AND scope = ? AND live < used * ?')
  for (const { id, used } of due.all(place.gen, place.scope, share) as { id: number; used: number }[])
    rewrite(sql, place, id, used)
}

/** Under a new number: whoever still reads the old one finds nothing there, instead of something else. */
function rewrite(sql: Sql, place: Place, old: number, used: number): void {
  const { id: chunk } = newChunk(sql, place)
  const moved = new Int32Array(used).fill(-1)
  let live = 0
  const files = sql('SELECT id, first, units FROM file WHERE chunk = ? ORDER BY first').all(old)
  for (const { id, first, units } of files as { id: number; first: number; units: number }[]) {
    sql('UPDATE file SET chunk = ?, first = ? WHERE id = ?').run(chunk, live, id)
    for (let unit = first; unit < first + units; unit++) moved[unit] = live++
  }
  const rows = sql('SELECT term, data FROM posting WHERE chunk = ?').all(old) as { term: string; data: Uint8Array }[]
  for (const { term, data } of rows) {
    const kept: number[] = []
    eachPosting(data, (unit, steps) => {
      const now = moved[unit] as number
      if (now >= 0) kept.push((now << STEP_BITS) | steps)
    })
    if (kept.length > 0) sql('INSERT INTO posting VALUES (?, ?, ?)').run(chunk, term, bytesOf(Uint32Array.from(kept)))
  }
  sql('UPDATE chunk SET used = ?, live = ? WHERE id = ?').run(live, live, chunk)
  for (const each of ['posting WHERE chunk', 'chunk WHERE id']) sql(`DELETE FROM ${each} = ?`).run(old)
}

function eachPosting(data: Uint8Array, visit: (unit: number, steps: number) => void): void {
  for (const posting of numbersOf(data)) visit(posting >>> STEP_BITS, posting & MOST_STEPS)
}

/** With frequencies as they came in. */
export function eachFrequency(data: Uint8Array, visit: (unit: number, frequency: number) => void): void {
  eachPosting(data, (unit, steps) => visit(unit, steps / STEPS))
}

export function figuresOf(units: readonly IndexUnit[]): Uint8Array {
  return bytesOf(Uint32Array.from(units.flatMap(({ length, day, flags }) => [length, day, flags])))
}

/** Little-endian on every machine Node runs on. */
function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer)
}

export function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
