import type { IndexStore } from 'daypack/internal'
import {
  type Answer,
  createSearcher,
  type Hit,
  memoryIndexStore,
  type Searcher,
  type SearcherInit,
} from 'daypack/memory'
import assert from 'node:assert/strict'
import { NOTES, QUESTIONS } from './corpus.ts'
import type { IndexCases } from './suite.ts'

export function answerCases(overlap: number): IndexCases {
  return {
    async 'answers like the index in memory: the same hits on the same scale, in every script'({ store }) {
      await assertAlike(await fillStore(store), await fillStore(memoryIndexStore()), overlap)
    },

    async 'still does so after notes were changed, removed and put back'({ store }) {
      const searcher = await fillStore(store)
      const oracle = await fillStore(memoryIndexStore())
      for (const each of [searcher, oracle]) {
        await each.index('memory/people.md', '- Anna left the gateway team; Tom leads it now.\n')
        await each.remove('memory/2026-02-01.md')
        await each.index(
          'memory/2026-02-14.md',
          `${NOTES['memory/2026-02-14.md']}- Health check: moved to port 9000.\n`,
        )
      }
      await assertAlike(searcher, oracle, overlap)
      for (const each of [searcher, oracle]) await each.index('memory/people.md', NOTES['memory/people.md'] ?? '')
      await assertAlike(searcher, oracle, overlap)
    },

    async 'says how much was searched, and finds nothing where nothing fits'({ store }) {
      const searcher = await fillStore(store)
      const answer = await searcher.search('zzyzx')
      const expected = await (await fillStore(memoryIndexStore())).search('zzyzx')
      assert.deepEqual(answer.hits, [])
      assert.deepEqual(
        { ...answer.status.searched, newest: 0, reason: answer.status.reason },
        { ...expected.status.searched, newest: 0, reason: expected.status.reason },
      )
    },
  }
}

export async function fillStore(store: IndexStore, init: Partial<SearcherInit> = {}): Promise<Searcher> {
  const searcher = createSearcher({ store, now: () => Date.UTC(2026, 2, 1), ...init })
  await searcher.indexMany(Object.entries(NOTES).map(([path, text]) => ({ path, text })))
  await searcher.backfill()
  return searcher
}

export async function assertAlike(searcher: Searcher, oracle: Searcher, overlap: number): Promise<void> {
  let shared = 0
  for (const question of QUESTIONS) {
    const options = { limit: 10, grow: false }
    const [answer, expected] = [await searcher.search(question, options), await oracle.search(question, options)]
    if (overlap === 1) assert.deepEqual(shape(answer), shape(expected), question)
    shared += sharedPart(answer.hits, expected.hits)
    for (const hit of answer.hits) {
      const same = expected.hits.find((other) => keyOf(other) === keyOf(hit))
      if (same) assert.ok(Math.abs(same.score - hit.score) <= 1 - overlap + 1e-4, `${question}: ${hit.citation}`)
    }
  }
  const average = shared / QUESTIONS.length
  assert.ok(average >= overlap - 1e-9, `the ten best hits agree by ${average.toFixed(3)}, not ${overlap}`)
}

export function sharedPart(hits: readonly Hit[], expected: readonly Hit[]): number {
  if (expected.length === 0) return hits.length === 0 ? 1 : 0
  const found = new Set(hits.map(keyOf))
  return expected.filter((hit) => found.has(keyOf(hit))).length / expected.length
}

/** Parts of a long line are cited alike. */
export function keyOf({ citation, text }: Hit): string {
  return `${citation} ${text}`
}

function shape({ hits, status }: Answer): unknown {
  return {
    hits: hits.map(({ citation, score, text, legs }) => ({ citation, score, text, legs })),
    status: status.abstains,
  }
}
