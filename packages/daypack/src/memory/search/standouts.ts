import type { IndexReader, Nearest } from '../../model/index-store.ts'
import { TURN } from '../text/signals.ts'

export type VectorAnswer = {
  /** How far each unit stands out from the average, the best 1; turns borrow from their neighbours. Raw cosines beside them. */
  readonly byUnit: ReadonlyMap<number, number>
  readonly cosines: ReadonlyMap<number, number>
  /** Standard deviations the best stands above the average. */
  readonly standout: number
}

/** Models differ in how high their cosines lie, so similarity is measured from the average of all units. */
export async function standouts(reader: IndexReader, nearest: Nearest, count: number): Promise<VectorAnswer> {
  const { hits, mean, deviation } = nearest
  const units = await unitsByHash(reader)
  const best = hits.flatMap(({ hash, cosine }) => (units.get(hash) ?? []).map((unit) => [unit, cosine] as const))
  const cosines = new Map(best.slice(0, count))
  const top = hits[0]?.cosine ?? 0
  const own = [...cosines].map(
    ([unit, value]) => [unit, top > mean ? Math.max(0, (value - mean) / (top - mean)) : 0] as const,
  )
  const standout = deviation > 0 ? (top - mean) / deviation : 0
  return { byUnit: withNeighbours(reader, own), cosines, standout }
}

/** What a turn of a dialogue lends the next, and the one before: a question is nearer to the question it is like than to its answer. */
const ONWARD = 0.85
const BACK = 0.3

function withNeighbours(reader: IndexReader, own: readonly (readonly [number, number])[]): Map<number, number> {
  const byUnit = new Map(own)
  const isTurn = (unit: number): boolean => ((reader.flags[unit] ?? 0) & TURN) !== 0
  const lend = (from: number, to: number, similarity: number): void => {
    if (to < 0 || to >= reader.size || reader.files[from] !== reader.files[to] || !isTurn(from) || !isTurn(to)) return
    if (similarity > (byUnit.get(to) ?? 0)) byUnit.set(to, similarity)
  }
  for (const [unit, similarity] of own) {
    lend(unit, unit + 1, ONWARD * similarity)
    lend(unit, unit - 1, BACK * similarity)
  }
  return byUnit
}

const known = new WeakMap<IndexReader, ReadonlyMap<string, readonly number[]>>()

async function unitsByHash(reader: IndexReader): Promise<ReadonlyMap<string, readonly number[]>> {
  let units = known.get(reader)
  if (units === undefined) {
    const hashes = await reader.hashes()
    units = Map.groupBy(hashes.keys(), (unit) => hashes[unit] as string)
    known.set(reader, units)
  }
  return units
}
