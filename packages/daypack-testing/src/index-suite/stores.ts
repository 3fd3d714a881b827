import type { IndexChange, IndexStore, IndexUnit } from 'daypack/internal'
import { createSearcher } from 'daypack/memory'
import assert from 'node:assert/strict'
import { NOTES } from './corpus.ts'
import type { IndexCases } from './suite.ts'

export function storeCases(durable: boolean): IndexCases {
  return {
    async 'is empty at first, ready once something was written, and stale when terms are made another way'({ store }) {
      assert.equal((await store.claim('one')).state, 'empty')
      await store.write([file('a.md', ['alpha'])])
      assert.deepEqual(await store.claim('one'), { state: 'ready' })
      if (durable) assert.equal((await store.claim('two')).state, 'stale')
    },

    async 'lists what is indexed, by scope, as it was written'({ store }) {
      await store.claim('one')
      await store.write([file('a.md', ['alpha', 'beta']), { ...file('a.md', ['gamma']), scope: 'dialog' }])
      await store.write([{ ...file('b.md', []), indexedAt: 9 }])
      const known = [...(await store.files('notes')).values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
      assert.deepEqual(known, [
        { path: 'a.md', hash: 'hash of a.md', modified: 1, indexedAt: 2, units: 2 },
        { path: 'b.md', hash: 'hash of b.md', modified: 1, indexedAt: 9, units: 0 },
      ])
      assert.deepEqual([...(await store.files('dialog')).keys()], ['a.md'])
      assert.deepEqual([...(await store.files('results')).keys()], [])
      assert.equal((await store.reader('notes')).newest, 9)
      assert.equal((await store.reader('results')).newest, undefined)
    },

    async 'a file written again stands there once, a removed one not at all'({ store }) {
      await store.claim('one')
      await store.write([file('a.md', ['alpha', 'beta']), file('b.md', ['alpha'])])
      await store.write([file('a.md', ['gamma'])])
      await store.write([{ scope: 'notes', path: 'b.md', removed: true }])
      assert.deepEqual([...(await store.files('notes')).keys()], ['a.md'])
      assert.deepEqual(await search(store, 'alpha beta gamma'), ['gamma'])
    },

    async 'a second index is seen by nobody until it is published'({ store }) {
      await store.claim('one')
      await store.write([file('a.md', ['alpha'])])
      const dropped = await store.next()
      await dropped.write([file('x.md', ['alpha'])])
      await dropped.discard()
      const next = await store.next()
      await next.write([file('b.md', ['alpha beta'])])
      assert.deepEqual(await search(store, 'alpha'), ['alpha'])
      await next.publish()
      assert.deepEqual(await search(store, 'alpha'), ['alpha beta'])
      assert.deepEqual([...(await store.files('notes')).keys()], ['b.md'])
    },

    async 'scrubbing leaves what is indexed, and its size is told'({ store }) {
      await store.claim('one')
      await store.write([file('a.md', ['alpha']), file('b.md', ['beta'])])
      await store.write([{ scope: 'notes', path: 'b.md', removed: true }])
      await store.scrub()
      assert.deepEqual(await search(store, 'alpha beta'), ['alpha'])
      assert.ok((await store.bytes()) > 0)
    },

    ...(durable && {
      async 'another one on the same place sees what is written, also later'({ store, reopen }) {
        const other = await reopen()
        await store.claim('one')
        await store.write([file('a.md', ['alpha'])])
        assert.deepEqual(await search(other, 'alpha'), ['alpha'])
        await other.write([file('a.md', ['beta'])])
        assert.deepEqual(await search(store, 'alpha beta'), ['beta'])
      },

      async 'is there again when it is opened again'({ store, reopen }) {
        await createSearcher({ store, now: () => 5 }).indexMany(
          Object.entries(NOTES).map(([path, text]) => ({ path, text })),
        )
        const before = await search(store, '数据库 PostgreSQL')
        await store.close()
        const again = await reopen()
        assert.deepEqual(await search(again, '数据库 PostgreSQL'), before)
        assert.equal((await again.files('notes')).size, Object.keys(NOTES).length)
      },
    }),
  }
}

function file(path: string, units: readonly string[]): Extract<IndexChange, { units: unknown }> {
  return { scope: 'notes', path, hash: `hash of ${path}`, modified: 1, indexedAt: 2, units: units.map(unit) }
}

export function unit(text: string, index: number): IndexUnit {
  const words = text.split(' ')
  return {
    startLine: index + 1,
    endLine: index + 1,
    text,
    heading: '',
    hash: `hash of ${text}`,
    length: words.length,
    day: 0,
    flags: 0,
    terms: new Map(words.map((word) => [word, 1.5])),
  }
}

async function search(store: IndexStore, query: string): Promise<string[]> {
  const { hits } = await createSearcher({ store, now: () => 0 }).search(query, { grow: false })
  return hits.map(({ text }) => text)
}
