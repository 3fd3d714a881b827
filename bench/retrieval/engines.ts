/** Daypack and its peers behind one shape. All peers get the units that our chunker makes. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteIndexStore } from '../../packages/daypack/src/drivers/sqlite/index-store.ts'
import { markdownUnits } from '../../packages/daypack/src/memory/search/chunk/markdown.ts'
import { roughTokens } from '../../packages/daypack/src/memory/search/chunk/rough.ts'
import { memoryIndexStore } from '../../packages/daypack/src/memory/index/memory-store.ts'
import { createSearcher } from '../../packages/daypack/src/memory/search/searcher.ts'

export type Found = { readonly path: string; readonly startLine: number; readonly endLine: number }
export type File = { readonly path: string; readonly text: string }
export interface Engine {
  readonly name: string
  index(files: readonly File[]): Promise<void>
  search(query: string, limit: number): Promise<readonly Found[]>
  /** Bytes on disk, where there is a file. */
  bytes?(): number
  close?(): Promise<void>
}

type Unit = Found & { readonly id: number; readonly text: string }

function unitsOf(files: readonly File[]): Unit[] {
  const cut = files.flatMap(({ path: file, text }) =>
    markdownUnits(text, { maxTokens: 220, count: roughTokens }).map((unit) => ({
      path: file,
      startLine: unit.startLine,
      endLine: unit.endLine,
      text: unit.text,
    })),
  )
  return cut.map((unit, id) => ({ ...unit, id }))
}

const temporary = (): string => mkdtempSync(path.join(tmpdir(), 'daypack-bench-'))

export function daypack(): Engine {
  const folder = temporary()
  const file = path.join(folder, 'memory.sqlite')
  const searcher = createSearcher({ store: sqliteIndexStore({ file }), now: () => Date.UTC(2024, 0, 1) })
  return {
    name: 'Daypack',
    index: async (files) => void (await searcher.indexMany(files)),
    search: async (query, limit) => (await searcher.search(query, { limit, grow: false, maxTokens: 1e9 })).hits,
    bytes: () => statSync(file).size,
    async close() {
      await searcher.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** CoPaw's formula for words, without its vectors: the share of the query's words that stand in a unit, and 0.2 for the phrase. */
export function seeds(): Engine {
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0, options: { ranking: 'reme' } })
  return {
    name: 'CoPaw’s formula, words only',
    index: async (files) => void (await searcher.indexMany(files)),
    search: async (query, limit) => (await searcher.search(query, { limit, maxTokens: 1e9 })).hits,
  }
}

export function fts5(): Engine {
  const folder = temporary()
  const file = path.join(folder, 'fts.sqlite')
  const db = new DatabaseSync(file)
  db.exec(
    "CREATE VIRTUAL TABLE unit USING fts5(text, path UNINDEXED, first UNINDEXED, last UNINDEXED, tokenize = 'porter unicode61')",
  )
  return {
    name: 'FTS5 porter, OR',
    async index(files) {
      const insert = db.prepare('INSERT INTO unit VALUES (?, ?, ?, ?)')
      db.exec('BEGIN')
      for (const unit of unitsOf(files)) insert.run(unit.text, unit.path, unit.startLine, unit.endLine)
      db.exec('COMMIT')
    },
    async search(query, limit) {
      const words = [...new Set(query.match(/[\p{L}\p{N}]+/gu))]
      if (words.length === 0) return []
      const match = words.map((word) => `"${word}"`).join(' OR ')
      const rows = db
        .prepare('SELECT path, first, last FROM unit WHERE unit MATCH ? ORDER BY rank LIMIT ?')
        .all(match, limit)
      return (rows as { path: string; first: number; last: number }[]).map((row) => ({
        path: row.path,
        startLine: row.first,
        endLine: row.last,
      }))
    },
    bytes: () => statSync(file).size,
    async close() {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** What is used of packages that only bench/package.json brings: the root is checked without them. */
type MiniSearchClass = new (options: object) => { addAll(units: readonly Unit[]): void; search(query: string): Found[] }
type Orama = {
  readonly create: (options: object) => object
  readonly insertMultiple: (index: object, units: readonly object[]) => Promise<unknown>
  readonly search: (index: object, query: object) => Promise<{ hits: { document: Found }[] }>
}

async function peer<T>(name: string): Promise<T> {
  return (await import(name)) as T
}

export async function minisearch(): Promise<Engine> {
  const { default: MiniSearch } = await peer<{ default: MiniSearchClass }>('minisearch')
  const index = new MiniSearch({ fields: ['text'], storeFields: ['path', 'startLine', 'endLine'] })
  return {
    name: 'minisearch 7.2.0',
    index: async (files) => index.addAll(unitsOf(files)),
    search: async (query, limit) => index.search(query).slice(0, limit),
  }
}

export async function orama(): Promise<Engine> {
  const { create, insertMultiple, search } = await peer<Orama>('@orama/orama')
  const index = create({ schema: { text: 'string' } })
  return {
    name: 'orama 3.1.18',
    index: async (files) =>
      void (await insertMultiple(
        index,
        unitsOf(files).map((unit) => ({ ...unit, id: String(unit.id) })),
      )),
    async search(term, limit) {
      const { hits } = await search(index, { term, limit })
      return hits.map(({ document }) => document)
    },
  }
}

/**
 * Its hits are files, so each unit is a file; its vectors need weights, so only the keyword part runs. Its query language
 * joins words by AND and has no OR, which leaves most questions without a hit: it is asked word by word, CJK by pairs of
 * characters, and the scores are added up. It needs install scripts, so it is no dependency here: QMD names its entry file.
 */
export async function qmd(): Promise<Engine> {
  const name = '@tobilu/qmd'
  const { createStore } = (await import(process.env['QMD'] ?? name)) as {
    createStore: (options: object) => Promise<QmdStore>
  }
  const folder = temporary()
  const notes = path.join(folder, 'notes')
  let store: QmdStore | undefined
  let units: Unit[] = []
  return {
    name: 'qmd 2.8.3, word by word',
    async index(files) {
      units = unitsOf(files)
      mkdirSync(notes, { recursive: true })
      for (const { id, text } of units) writeFileSync(path.join(notes, `${id}.md`), text)
      store = await createStore({
        dbPath: path.join(folder, 'qmd.sqlite'),
        config: { collections: { notes: { path: notes, pattern: '**/*.md' } } },
      })
      await store.update()
    },
    async search(query, limit) {
      const scores = new Map<number, number>()
      for (const word of queryWords(query)) {
        for (const hit of (await store?.searchLex(word, { limit: 30 })) ?? []) {
          const id = Number(/(\d+)\.md$/.exec(hit.displayPath ?? hit.filepath ?? '')?.[1])
          scores.set(id, (scores.get(id) ?? 0) + (hit.score ?? 0))
        }
      }
      const best = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, limit)
      return best.flatMap(([id]) => units[id] ?? [])
    },
    bytes: () => statSync(path.join(folder, 'qmd.sqlite')).size,
    async close() {
      await store?.close?.()
      rmSync(folder, { recursive: true })
    },
  }
}
type QmdStore = {
  update(): Promise<unknown>
  searchLex(
    query: string,
    options: { limit: number },
  ): Promise<readonly { displayPath?: string; filepath?: string; score?: number }[]>
  close?(): Promise<void>
}

function queryWords(query: string): string[] {
  const runs = query.match(/\p{sc=Han}+|[^\P{L}\p{sc=Han}]+|\p{N}+/gu) ?? []
  const words = runs.flatMap((run) => {
    const chars = Array.from(run)
    if (!/\p{sc=Han}/u.test(run) || chars.length < 3) return [run]
    return chars.slice(1).map((char, at) => `${chars[at]}${char}`)
  })
  return [...new Set(words)]
}
