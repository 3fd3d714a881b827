import type { Awaitable, IndexStore } from 'daypack/internal'
import { answerCases } from './answers.ts'
import { storeCases } from './stores.ts'
import { vectorCases } from './vectors.ts'

export type IndexSuiteOptions = {
  readonly describe: (name: string, body: () => void) => unknown
  readonly test: (name: string, body: () => Promise<void>) => unknown
  /** What was written is there again when another store is made for the same place. */
  readonly durable: boolean
  /** Average share of the top ten it must have in common with the in-memory index; 1 also demands equal scores. */
  readonly overlap: number
}
/** `place` is new for every case; made again for the same place, a durable store finds what was written. */
export type MakeIndex = (options: { place: string }) => Awaitable<IndexStore>

export type IndexCase = { readonly store: IndexStore; readonly reopen: () => Promise<IndexStore> }
export type IndexCases = { readonly [name: string]: (given: IndexCase) => Promise<void> }

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
  const { describe, test, durable, overlap } = options
  let places = 0
  const cases = { ...storeCases(durable), ...answerCases(overlap), ...vectorCases(durable, overlap) }
  describe(`${name}: index`, () => {
    for (const [title, run] of Object.entries(cases)) {
      test(title, async () => {
        const place = `index-${++places}`
        const opened: IndexStore[] = []
        const open = async (): Promise<IndexStore> => {
          const store = await makeIndex({ place })
          opened.push(store)
          return store
        }
        try {
          await run({ store: await open(), reopen: open })
        } finally {
          for (const store of opened) await store.close()
        }
      })
    }
  })
}
