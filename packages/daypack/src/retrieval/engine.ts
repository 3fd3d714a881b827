import type { FileToIndex, Searcher } from '../memory/index/search-api.ts'
import { isStored } from '../model/message.ts'
import { focus, scan, termsOf, type Passage } from './scan.ts'
import { searchableContent, type RetrievalSource } from './source.ts'

/** Longer results are found by `scan` and `read_ref`, not by the index. */
const INDEXED_BYTES = 1_000_000
const MAX_TOKENS = 20_000
const AROUND = 4

type Engine = Pick<Searcher, 'indexMany' | 'search'>
export type SessionSearch = (query: string, limit: number) => Promise<readonly Passage[]>

/** Indexes what is new before each search; scans by words where the engine finds nothing or fails. */
export function sessionSearch(source: RetrievalSource, open: () => Promise<Engine> = newEngine): SessionSearch {
  let opened: Promise<Engine> | undefined
  const known = new Set<string>()
  return async (query, limit) => {
    const passages = await found(query, limit).catch(() => [])
    return passages.length > 0 ? passages : scan(query, source, limit)
  }

  async function found(query: string, limit: number): Promise<Passage[]> {
    const searcher = await (opened ??= open())
    await searcher.indexMany(added())
    const { hits } = await searcher.search(query, { limit, scope: 'dialog', maxTokens: MAX_TOKENS })
    const terms = termsOf(query)
    return hits.map(({ path, startLine, endLine, text, score }) => {
      const [number = 0, index = 0] = path.split('.').map(Number)
      if (endLine - startLine < 2 * AROUND) return { number, index, startLine, endLine, text, score }
      const part = focus(text, terms, AROUND)
      const first = startLine + part.startLine - 1
      return { number, index, startLine: first, endLine: startLine + part.endLine - 1, text: part.text, score }
    })
  }

  async function* added(): AsyncGenerator<FileToIndex> {
    for (const { number, at, message } of await source.seen()) {
      for (const [index, block] of message.blocks.entries()) {
        const key = `${number}.${index}.${at}`
        const content = searchableContent(block)
        if (known.has(key) || block.type === 'media' || (isStored(content) && content.bytes > INDEXED_BYTES)) continue
        known.add(key)
        const text = await source.read(content).catch(() => '')
        if (text !== '')
          yield { path: `${number}.${index}`, text, meta: { scope: 'dialog', kind: 'text', hash: key, modified: at } }
      }
    }
  }
}

/** Loaded with the first search: most sessions never make one. */
async function newEngine(): Promise<Engine> {
  const { createSearcher } = await import('../memory/search/searcher.ts')
  const { memoryIndexStore } = await import('../memory/index/memory-store.ts')
  return createSearcher({ store: memoryIndexStore(), now: Date.now })
}
