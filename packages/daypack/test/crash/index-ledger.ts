import assert from 'node:assert/strict'
import { join } from 'node:path'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import { createSearcher } from '../../src/memory/search/searcher.ts'
import type { IndexChange, IndexUnit } from '../../src/model/index-store.ts'

export const INDEXED_FILES = 24
export type IndexEvent = { readonly path: string; readonly phase: 'try' | 'done' | 'failed' }

/** What the child writes, one file after the other. */
export function indexed(number: number): IndexChange & { units: readonly unknown[] } {
  const units = Array.from({ length: 6 }, (_, index) => unit(number, index))
  return { scope: 'notes', path: `${number}.md`, hash: `hash ${number}`, modified: 1, indexedAt: 2, units }
}

function unit(number: number, index: number): IndexUnit {
  const words = [`word${number}`, `line${index}`, 'common']
  return {
    ...{ startLine: index + 1, endLine: index + 1, heading: '', length: words.length, day: 0, flags: 0 },
    ...{ text: `${words.join(' ')} ${'more '.repeat(60)}`, hash: words.join(' ') },
    terms: new Map(words.map((word) => [word, 1.5])),
  }
}

/** The index opens, and holds every file it acknowledged; or it began anew and says why: it is derived data. */
export async function checkIndex(dir: string, events: readonly IndexEvent[]): Promise<{ isNew: boolean }> {
  const store = sqliteIndexStore({ file: join(dir, 'memory.sqlite') })
  try {
    const { state, why } = await store.claim('crash')
    const files = await store.files('notes')
    const done = events.filter(({ phase }) => phase === 'done').map(({ path }) => path)
    const isNew = state === 'empty' && why !== undefined
    if (!isNew) for (const path of done) assert.equal(files.get(path)?.units, 6, `${path} was acknowledged`)
    for (const path of files.keys())
      assert.ok(
        events.some((event) => event.path === path),
        `${path} was never written`,
      )
    const searcher = createSearcher({ store, now: () => 0 })
    for (const path of files.keys()) {
      const { hits } = await searcher.search(`word${path.replace('.md', '')}`, { grow: false })
      assert.ok(hits.length > 0 && hits.every((hit) => hit.path === path), `${path} is not found`)
    }
    await store.write([indexed(INDEXED_FILES)])
    return { isNew }
  } finally {
    await store.close()
  }
}
