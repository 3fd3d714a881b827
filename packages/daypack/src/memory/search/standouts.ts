import type { IndexReader, Nearest } from '../../model/index-store.ts'

export type VectorAnswer = {
  /** How far each unit stands out from the average, the best 1; raw cosines beside them. */
  readonly byUnit: ReadonlyMap<number, number>
  readonly cosines: ReadonlyMap<number, number>
  /** Standard deviations the best stands above the average. */
  readonly standout: number
  /** How much further that is than the best of so many would stand by chance, in squares of deviations. */
  readonly beyond: number
}

/** Models differ in how high their cosines lie, so similarity is measured from the average of all units. */
export async function standouts(reader: IndexReader, nearest: Nearest, count: number): Promise<VectorAnswer> {
  const { hits, mean, deviation } = nearest
  const units = await unitsByHash(reader)
  const best = hits.flatMap(({ hash, cosine }) => (units.get(hash) ?? []).map((unit) => [unit, cosine] as const))
  const cosines = new Map(best.slice(0, count))
  const top = hits[0]?.cosine ?? 0
  const byUnit = new Map(
    [...cosines].map(([unit, value]) => [unit, top > mean ? Math.max(0, (value - mean) / (top - mean)) : 0] as const),
  )
  const standout = deviation > 0 ? (top - mean) / deviation : 0
  const beyond = Math.max(0, standout ** 2 - 2 * Math.log(Math.max(2, reader.units)))
  return { byUnit, cosines, standout, beyond: Math.min(MOST_BEYOND, beyond) }
}

/** Vectors then weigh four times as much as an unclear lot of them. */
const MOST_BEYOND = 12

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
