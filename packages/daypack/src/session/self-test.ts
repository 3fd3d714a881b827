import type { IndexStore } from '../model/index-store.ts'
import { DaypackError } from '../model/errors.ts'

const NOTE = '- alpha: the quick reader\n- 数据库已经迁移\n'

/** Make an index, write Latin and Chinese, find both, also after opening it again. Rejects where that fails here. */
export async function selfTest(open: () => IndexStore): Promise<void> {
  const { createSearcher } = await import('../memory/search/searcher.ts')
  for (const isFirst of [true, false]) {
    const searcher = createSearcher({ store: open(), now: () => 0 })
    try {
      if (isFirst) await searcher.index('self-test.md', NOTE)
      for (const query of ['quick alpha', '数据库']) {
        const { hits } = await searcher.search(query, { limit: 1, grow: false })
        if (hits.length !== 1) throw new DaypackError('unsupported', `"${query}" was written and not found again.`)
      }
    } finally {
      await searcher.close()
    }
  }
}
