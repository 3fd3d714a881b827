import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryIndexStore, createSearcher, type Searcher } from '../../src/memory/index.ts'
import type { IndexStore } from '../../src/model/index-store.ts'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import { keyOf, sharedPart } from '../../../daypack-testing/src/index-suite/answers.ts'
import { wordEmbedder } from '../../../daypack-testing/src/index-suite/corpus.ts'
import { temporary } from '../temporary.ts'

// The index in memory is the measure; the shared data are compared in the same way by `bench/retrieval/main.ts backends`.
const FOLDER = path.resolve(import.meta.dirname, '../../../../fixtures/dialogues')
const ASKED = Object.entries(
  JSON.parse(readFileSync(path.join(FOLDER, 'questions.json'), 'utf8')) as Record<string, { question: string }[]>,
)
const folder = temporary()
const embed = wordEmbedder()

async function filled(store: IndexStore): Promise<Searcher> {
  const searcher = createSearcher({ store, embed, now: () => Date.UTC(2025, 6, 1) })
  for (const [name] of ASKED)
    for (const file of readdirSync(path.join(FOLDER, name)))
      await searcher.index(`memory/${name}/${file}`, readFileSync(path.join(FOLDER, name, file), 'utf8'))
  await searcher.backfill()
  return searcher
}

describe('the same questions on every embedded backend', () => {
  test.each([['sqlite', () => sqliteIndexStore({ file: path.join(folder, 'memory.sqlite') })]] as const)(
    '%s: the ten best hits agree by 0.99 or more, on one scale',
    async (_, open) => {
      // Both from their first question on: how far vectors are trusted is learned from what is asked.
      const [searcher, oracle] = [await filled(open()), await filled(memoryIndexStore())]
      const questions = ASKED.flatMap(([, all]) => all.map(({ question }) => question))
      let shared = 0
      for (const question of questions) {
        const options = { limit: 10, grow: false }
        const [{ hits }, expected] = [await searcher.search(question, options), await oracle.search(question, options)]
        shared += sharedPart(hits, expected.hits)
        for (const hit of hits) {
          const same = expected.hits.find((other) => keyOf(other) === keyOf(hit))
          if (same) expect(Math.abs(hit.score - same.score), question).toBeLessThanOrEqual(1e-4)
        }
      }
      expect(questions.length).toBeGreaterThan(60)
      expect(shared / questions.length).toBeGreaterThanOrEqual(0.99)
      await searcher.close()
      await oracle.close()
    },
  )
})
