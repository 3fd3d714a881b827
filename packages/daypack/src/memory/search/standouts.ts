import type { IndexReader, NearestUnits } from '../../model/index-store.ts'
import { TURN } from './text/signals.ts'

export type VectorAnswer = {
  /** How far each unit stands out from the average, the best 1; answers borrow from their questions. Raw cosines beside them. */
  readonly byUnit: ReadonlyMap<number, number>
  readonly cosines: ReadonlyMap<number, number>
  /** Deviations a unit stands above the average, or below it; undefined where it has no vector. */
  readonly nearOf: (unit: number) => number | undefined
  /** Standard deviations the best stands above the average of the others. */
  readonly standout: number
}

/** Models differ in how high their cosines lie, so similarity is measured from the average of the other units. */
export async function standouts(reader: IndexReader, nearest: NearestUnits, count: number): Promise<VectorAnswer> {
  const units = await unitsByHash(reader)
  const best = nearest.hits.flatMap(({ hash, cosine }) =>
    (units.get(hash) ?? []).map((unit) => [unit, cosine] as const),
  )
  const cosines = new Map(best.slice(0, count))
  const top = nearest.hits[0]?.cosine ?? 0
  const { mean, deviation } = withoutBest(nearest, reader.units)
  const own = [...cosines].map(
    ([unit, value]) => [unit, top > mean ? Math.max(0, (value - mean) / (top - mean)) : 0] as const,
  )
  const standout = deviation > 0 ? (top - mean) / deviation : 0
  const last = nearest.hits.at(-1)?.cosine ?? 0
  const rest =
    best.length < count || deviation === 0 ? undefined : farther((last - mean) / deviation, count / reader.units)
  const nearOf = (unit: number): number | undefined => {
    const cosine = cosines.get(unit)
    return cosine === undefined ? rest : deviation > 0 ? (cosine - mean) / deviation : 0
  }
  return { byUnit: await withAnswers(reader, own), cosines, nearOf, standout }
}

/** What is farther than the nearest ones lies so far on average, as chance has it. */
function farther(nearest: number, share: number): number {
  return -Math.exp(-(nearest ** 2) / 2) / (Math.sqrt(2 * Math.PI) * Math.max(1e-6, 1 - share))
}

/** Among few, the best would hide itself: it widens what it is measured by. */
function withoutBest({ hits, mean, deviation }: NearestUnits, units: number): { mean: number; deviation: number } {
  const top = hits[0]?.cosine
  if (top === undefined || units < 3) return { mean, deviation }
  const rest = (units * mean - top) / (units - 1)
  const variance = (units * (deviation ** 2 + mean ** 2) - top ** 2) / (units - 1) - rest ** 2
  return { mean: rest, deviation: Math.max(Math.sqrt(Math.max(0, variance)), deviation * LEAST_DEVIATION) }
}

/** What a handful of units are like says little about how cosines scatter. */
const LEAST_DEVIATION = 0.5

/** A question is nearer to a question like it than to the answer, so a turn that asks lends nearly all it has to the next. */
async function withAnswers(
  reader: IndexReader,
  own: readonly (readonly [number, number])[],
): Promise<ReadonlyMap<number, number>> {
  const byUnit = new Map(own)
  const isTurn = (unit: number): boolean => ((reader.flags[unit] ?? 0) & TURN) !== 0
  const lenders = own.filter(
    ([unit]) =>
      unit + 1 < reader.size && isTurn(unit) && isTurn(unit + 1) && reader.files[unit] === reader.files[unit + 1],
  )
  const texts = await reader.texts(lenders.map(([unit]) => unit))
  for (const [at, [unit, similarity]] of lenders.entries())
    if (ASKS.test(texts[at]?.text ?? '')) byUnit.set(unit + 1, Math.max(byUnit.get(unit + 1) ?? 0, LENT * similarity))
  return byUnit
}

/** Of two that are as near, the one that is so by itself is meant. */
const LENT = 0.95
const ASKS = /[?？؟]/u

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
