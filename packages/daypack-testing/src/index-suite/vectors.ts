import { memoryIndexStore } from 'daypack/memory'
import assert from 'node:assert/strict'
import { assertAlike, fillStore } from './answers.ts'
import { wordEmbedder } from './corpus.ts'
import type { IndexCases } from './suite.ts'

export function vectorCases(durable: boolean, overlap: number): IndexCases {
  return {
    async 'words and vectors together answer like the index in memory'({ store }) {
      const init = { embed: wordEmbedder() }
      await assertAlike(await fillStore(store, init), await fillStore(memoryIndexStore(), init), overlap)
    },

    async 'vectors alone answer like the index in memory'({ store }) {
      const init = { embed: wordEmbedder(), options: { keyword: false } }
      const searcher = await fillStore(store, init)
      await assertAlike(searcher, await fillStore(memoryIndexStore(), init), overlap)
      const { hits, status } = await searcher.search('paid the invoice for the chairs')
      assert.match(hits[0]?.text ?? '', /invoice 2231/)
      assert.deepEqual(Object.keys(hits[0]?.legs ?? {}), ['vector'])
      assert.equal(status.legs.find(({ leg }) => leg === 'keyword')?.state, 'off')
    },

    async 'every unit gets one vector, another model gets its own, and what is gone loses it'({ store }) {
      const searcher = await fillStore(store, { embed: wordEmbedder() })
      const { covered, of, state } = (await searcher.status()).vectors
      assert.deepEqual({ covered, state }, { covered: of, state: 'ready' })
      await searcher.remove('MEMORY.md')
      await searcher.purge()
      const after = (await searcher.status()).vectors
      assert.ok(after.of < of)
      assert.equal(after.covered, after.of)
      const { hits } = await searcher.search('handleWebSocketReconnect retries five times')
      assert.ok(hits.every(({ path }) => path !== 'MEMORY.md'))
      const other = await fillStore(store, { embed: wordEmbedder(24) })
      assert.equal((await other.status()).vectors.covered, (await other.status()).vectors.of)
    },

    ...(durable && {
      async 'vectors outlive the process: nothing is embedded twice'({ store, reopen }) {
        await (await fillStore(store, { embed: wordEmbedder() })).close()
        const silent = { ...wordEmbedder(), embed: () => Promise.reject(new Error('asked again')) }
        const again = await fillStore(await reopen(), { embed: silent })
        const { covered, of, failures } = (await again.status()).vectors
        assert.deepEqual({ covered, failures }, { covered: of, failures: 0 })
      },
    }),
  }
}
