import type { Awaitable, IndexStore } from 'daypack/internal'
import { runCases, type Cases, type SuiteOptions } from '../cases.ts'
import { answerCases } from './answers.ts'
import { storeCases } from './stores.ts'
import { vectorCases } from './vectors.ts'

export type IndexSuiteOptions = SuiteOptions & {
  /** Average share of the top ten it must have in common with the in-memory index; 1 also demands equal scores. */
  readonly overlap: number
}
/** `place` is new for every case; made again for the same place, a durable store finds what was written. */
export type MakeIndex = (options: { place: string }) => Awaitable<IndexStore>

export type IndexCases = Cases<IndexStore>

/**
 * The contract of an index, for any test runner with `describe` and `test`: the answers of the index in memory are the measure.
 *
 * @example
 * import { memoryIndexStore } from 'daypack/memory'
 * import { indexSuite } from 'daypack-testing/suites'
 * import { describe, test } from 'vitest'
 *
 * indexSuite('memory', () => memoryIndexStore(), { describe, test, durable: false, overlap: 1 })
 */
export function indexSuite(name: string, makeIndex: MakeIndex, options: IndexSuiteOptions): void {
  const { durable, overlap } = options
  const cases = { ...storeCases(durable), ...answerCases(overlap), ...vectorCases(durable, overlap) }
  runCases(`${name}: index`, cases, options, async (place) => {
    const store = await makeIndex({ place })
    return { store, close: () => store.close() }
  })
}
