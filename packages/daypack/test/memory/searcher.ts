import type { Answer, FileToIndex, IndexedFile, Scope, Searcher } from '../../src/memory/search/api.ts'
import { contentTerms, share } from '../../src/memory/trust/terms.ts'

export function searcherFor(_dir?: string): Searcher {
  const files = new Map<string, { scope: Scope; file: IndexedFile; lines: string[] }>()
  const key = (path: string, scope: Scope) => `${scope} ${path}`
  const put = ({ path, text, meta = {} }: FileToIndex) => {
    const scope = meta.scope ?? 'notes'
    const lines = meta.units ? meta.units.map((u) => u.text) : text.split(/\r?\n/)
    files.set(key(path, scope), {
      scope,
      lines,
      file: { path, hash: meta.hash ?? '', modified: meta.modified ?? 0, indexedAt: 0, units: lines.length },
    })
    return { units: lines.length }
  }
  const many: Searcher['indexMany'] = async (all) => {
    let count = 0
    for await (const file of all) {
      put(file)
      count++
    }
    return { files: count, units: count }
  }
  return {
    async index(path, text, meta) {
      return put({ path, text, ...(meta && { meta }) })
    },
    indexMany: many,
    async remove(path, scope = 'notes') {
      return files.delete(key(path, scope))
    },
    async files(scope = 'notes') {
      return new Map([...files.values()].filter((f) => f.scope === scope).map((f) => [f.file.path, f.file]))
    },
    async search(query, options = {}) {
      const terms = contentTerms(query)
      const scopes = [options.scope ?? 'notes'].flat() as Scope[]
      const hits = [...files.values()]
        .filter((f) => scopes.includes(f.scope))
        .flatMap(({ scope, file, lines }) =>
          lines.map((text, i) => ({
            path: file.path,
            startLine: i + 1,
            endLine: i + 1,
            score: share(terms, contentTerms(text)),
            text,
            legs: {},
            scope,
            heading: '',
            citation: `${file.path}#L${i + 1}`,
            matched: { startLine: i + 1, endLine: i + 1 },
          })),
        )
        .filter((h) => h.score > (options.minScore ?? 0))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, options.limit ?? 5)
      const status: Answer['status'] = {
        legs: [{ leg: 'keyword', state: 'ran' }],
        searched: { units: 0, files: files.size },
        pending: 0,
        skipped: { belowMinScore: 0, overBudget: 0, notAccepted: 0 },
        abstains: hits.length === 0,
        confidence: 1,
        reason: hits.length ? '' : 'no note has these words',
        tookMs: 0,
      }
      return { hits, status }
    },
    async rebuild(all) {
      for (const [k, f] of files) if (f.scope === 'notes') files.delete(k)
      return many(all)
    },
    async backfill() {
      return { state: 'off', covered: 0, of: 0, failures: 0 }
    },
    async purge() {},
    async status() {
      return {} as never
    },
    close() {},
  }
}
