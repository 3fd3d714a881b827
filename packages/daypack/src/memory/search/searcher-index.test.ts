import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { sqliteIndexStore } from '../../drivers/sqlite/index-store.ts'
import type { IndexStore } from '../../model/index-store.ts'
import { memoryIndexStore } from '../index/memory-store.ts'
import type { Searcher, SearcherInit } from '../index/search-api.ts'
import { createSearcher } from './searcher.ts'

const folder = temporary()
let files = 0
const sqliteStore = (): IndexStore => sqliteIndexStore({ file: join(folder, `s${files++}.sqlite`) })
const NOW = Date.UTC(2026, 1, 3, 12)
const make = (init: Partial<SearcherInit> = {}): Searcher =>
  createSearcher({ store: memoryIndexStore(), now: () => NOW, ...init })

it('sees its own writes at once, also those nobody waited for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a.md', 'b.md', 'c.md'), fc.integer({ min: 0, max: 30 })), {
        minLength: 1,
        maxLength: 8,
      }),
      async (writes) => {
        const searcher = make({ store: sqliteStore() })
        for (const [path, number] of writes) void searcher.index(path, `- marker${number} stands here`)
        const [path, number] = writes.at(-1) as [string, number]
        const { hits, status } = await searcher.search(`marker${number}`)
        expect(hits.some((hit) => hit.path === path)).toBe(true)
        expect(status.pending).toBe(0)
        await searcher.close()
      },
    ),
    { numRuns: 15 },
  )
})

it('ranks alike on every store', async () => {
  const word = fc.constantFrom(
    'database',
    'latency',
    'Anna',
    'deploy',
    '数据库',
    '延迟',
    'garden',
    'login',
    'P99',
    'fix',
    'went',
    'cache',
  )
  const line = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '))
  const note = fc.tuple(
    fc.constantFrom('memory/2026-01-01.md', 'memory/2026-01-02.md', 'MEMORY.md', 'memory/x.md'),
    fc.array(line, { minLength: 1, maxLength: 6 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(note, { minLength: 1, maxLength: 8 }),
      fc.array(line, { minLength: 1, maxLength: 3 }),
      async (notes, queries) => {
        const stores = [memoryIndexStore(), sqliteStore()]
        const answers = await Promise.all(
          stores.map(async (store) => {
            const searcher = make({ store })
            for (const [path, lines] of notes) await searcher.index(path, lines.map((text) => `- ${text}`).join('\n'))
            const found = []
            for (const query of queries) found.push(await searcher.search(query, { limit: 10, grow: false }))
            await searcher.close()
            return found
          }),
        )
        expect(answers[1]).toEqual(answers[0])
      },
    ),
    { numRuns: Math.min(40, Number(process.env['DAYPACK_RUNS'] ?? 40)) },
  )
})

it('rebuilds beside the index in use, and keeps what changed meanwhile', async () => {
  const searcher = make({ store: sqliteStore() })
  await searcher.index('old.md', 'an old walrus')
  async function* source() {
    yield { path: 'a.md', text: 'a fresh walrus' }
    expect((await searcher.search('walrus')).hits.map(({ path }) => path)).toEqual(['old.md'])
    expect((await searcher.status()).rebuilding).toBe(true)
    void searcher.index('b.md', 'a walrus that came in between')
    yield { path: 'b.md', text: 'a walrus read before' }
  }
  expect(await searcher.rebuild(source())).toEqual({ files: 2, units: 2 })
  const { hits } = await searcher.search('walrus')
  expect(new Map(hits.map(({ path, text }) => [path, text]))).toEqual(
    new Map([
      ['a.md', 'a fresh walrus'],
      ['b.md', 'a walrus that came in between'],
    ]),
  )
  await searcher.close()
})

it('is filled again when the index was deleted, before it answers', async () => {
  const file = join(folder, 'deleted.sqlite')
  const searcher = make({
    store: sqliteIndexStore({ file }),
    refill: async (own) => void (await own.index('a.md', 'the walrus is back')),
  })
  expect((await searcher.search('walrus')).hits.length).toBe(1)
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  expect((await searcher.search('walrus')).hits.length).toBe(1)
  await searcher.close()
})

it('imports ten thousand files', async () => {
  const searcher = make({ store: sqliteStore() })
  const source = Array.from({ length: 10_000 }, (_, index) => ({
    path: `memory/n${index}.md`,
    text: `- note number ${index} about topic${index % 97}`,
  }))
  expect(await searcher.indexMany(source)).toEqual({ files: 10_000, units: 10_000 })
  expect((await searcher.search('note 7777', { grow: false, limit: 1 })).hits[0]?.path).toBe('memory/n7777.md')
  expect((await searcher.status()).scopes.notes).toMatchObject({ files: 10_000, units: 10_000 })
  await searcher.close()
})

it('finds what was misspelt in the query', async () => {
  const searcher = make({ store: sqliteStore() })
  await searcher.index('a.md', '- the deployment of kubernetes failed\n- the garden needs water\n- lunch with Anna\n')
  for (const query of ['kuberentes', 'kubernets', 'gardne water'])
    expect((await searcher.search(query, { limit: 1, grow: false })).hits.length).toBe(1)
  expect((await searcher.search('kuberentes', { limit: 1, grow: false })).hits[0]?.text).toMatch(/kubernetes/)
  await searcher.close()
})

it('answers while another process replaces the note it has found', async () => {
  const file = join(folder, `s${files++}.sqlite`)
  const other = make({ store: sqliteIndexStore({ file }) })
  await other.index('a.md', '- the heron stands here\n- a second line')
  const store = sqliteIndexStore({ file })
  let isReplaced = false
  const searcher = make({
    store: {
      ...store,
      reader: async (scope) => {
        const reader = await store.reader(scope)
        return {
          ...reader,
          texts: async (units) => {
            if (!isReplaced) await other.index('a.md', '- the heron stands here now')
            isReplaced = true
            return reader.texts(units)
          },
        }
      },
    },
  })
  const { hits } = await searcher.search('heron second line')
  expect(hits.map(({ text }) => text)).toEqual(['- the heron stands here now'])
  await searcher.close()
  await other.close()
})
