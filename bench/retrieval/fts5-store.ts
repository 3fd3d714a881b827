/**
 * What our index would be on FTS5: a table of our own terms, its bm25() for the candidates, our scorer for the order. Measured
 * against the segments of drivers/sqlite; docs/decisions/0007 tells the outcome.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { partReader } from '../../packages/daypack-postgres/src/part-reader.ts'
import { memoryIndexStore } from '../../packages/daypack/src/memory/index/memory-store.ts'
import type { IndexChange, SearchIndex, UnitText, IndexQuery } from '../../packages/daypack/src/model/index-store.ts'
import { textColumns } from '../../packages/daypack/src/drivers/sqlite/units.ts'

const TABLES = `
CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL, length REAL NOT NULL, indexed INTEGER NOT NULL, UNIQUE (path));
CREATE TABLE unit (
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, ord INTEGER NOT NULL, first INTEGER, last INTEGER, text TEXT, heading TEXT,
  speaker TEXT, continues INTEGER, hash TEXT, length REAL, day INTEGER, flags INTEGER, terms TEXT, UNIQUE (file, ord)
);
CREATE TABLE file_term (term TEXT, file INTEGER, freq REAL, PRIMARY KEY (term, file)) WITHOUT ROWID;
CREATE VIRTUAL TABLE posting USING fts5(terms, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(posting, 'row');
`

type UnitRow = {
  id: number
  file: number
  ord: number
  path: string
  hash: string
  length: number
  day: number
  flags: number
  terms: string
}

export type Fts5Store = SearchIndex & {
  /** By bm25() alone, and where those units stand. */
  bare(terms: IndexQuery['terms'], k: number): number[]
  places(ids: readonly number[]): { path: string; startLine: number; endLine: number }[]
}

/** One scope is enough for measuring. */
export function fts5Store(file: string): Fts5Store {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; ${TABLES}`)
  const prepared = new Map<string, StatementSync>()
  const sql = (text: string): StatementSync => {
    let known = prepared.get(text)
    if (known === undefined) prepared.set(text, (known = db.prepare(text)))
    return known
  }
  const bare = (terms: IndexQuery['terms'], k: number): number[] => {
    const wanted = terms.filter(({ weight }) => weight > 0)
    if (wanted.length === 0) return []
    const match = wanted.map(({ term }) => tokenOf(term)).join(' OR ')
    const rows = sql('SELECT rowid AS id FROM posting WHERE posting MATCH ? ORDER BY rank LIMIT ?').all(match, k)
    return (rows as { id: number }[]).map(({ id }) => id)
  }
  const count = (text: string, ...values: (string | number)[]): number =>
    (sql(text).get(...values) as { n: number | null } | undefined)?.n ?? 0
  const base = memoryIndexStore()
  return {
    ...base,
    reader: undefined,
    vectors: {
      put() {},
      prune() {},
      nearest: () => ({ hits: [], mean: 0, deviation: 0 }),
      missing: () => [],
      covered: () => ({ units: 0, of: 0 }),
    },
    name: 'fts5',
    bare,
    places: (ids) =>
      ids.map(
        (id) =>
          sql(
            'SELECT path, first AS startLine, last AS endLine FROM unit JOIN file ON file.id = unit.file WHERE unit.id = ?',
          ).get(id) as { path: string; startLine: number; endLine: number },
      ),
    claim: () => ({ state: 'ready' }),
    newest: () => count('SELECT max(indexed) AS n FROM file'),
    write(changes) {
      db.exec('BEGIN')
      for (const change of changes) add(sql, change)
      db.exec('COMMIT')
    },
    search(_, wanted) {
      const found = new Map<number, UnitRow>()
      const near = sql(
        'SELECT other.*, path FROM unit AS here JOIN unit AS other ON other.file = here.file AND other.ord BETWEEN here.ord - ? AND here.ord + ? JOIN file ON file.id = other.file WHERE here.id = ?',
      )
      for (const id of bare(wanted.terms, wanted.k))
        for (const row of near.all(wanted.reach, wanted.reach, id) as UnitRow[]) found.set(row.id, row)
      const rows = [...found.values()]
      const asked = wanted.terms.map(({ term }) => term)
      const holders = new Map<string, { units: number; files: number }>()
      for (const term of asked) {
        const units = count('SELECT doc AS n FROM vocabulary WHERE term = ?', tokenOf(term))
        if (units > 0)
          holders.set(term, { units, files: count('SELECT count(*) AS n FROM file_term WHERE term = ?', term) })
      }
      const paths = new Map(rows.map((row) => [row.file, row.path]))
      const files = new Map<string, { length: number; freqs: Map<string, number> }>()
      for (const [id, path] of paths)
        files.set(path, { length: count('SELECT length AS n FROM file WHERE id = ?', id), freqs: new Map() })
      const here = JSON.stringify([...paths.keys()])
      const freqsOf = sql('SELECT file, freq FROM json_each(?) JOIN file_term ON term = ? AND file = value')
      for (const term of holders.keys())
        for (const { file, freq } of freqsOf.all(here, term) as { file: number; freq: number }[])
          files.get(paths.get(file) as string)?.freqs.set(term, freq)
      const terms = rows.map((row) => new Map(Object.entries(JSON.parse(row.terms) as Record<string, number>)))
      return partReader(
        {
          units: rows,
          freqs: new Map(asked.map((term) => [term, Float64Array.from(terms, (own) => own.get(term) ?? 0)])),
          totals: {
            units: count('SELECT count(*) AS n FROM unit'),
            files: count('SELECT count(*) AS n FROM file'),
            length: count('SELECT sum(length) AS n FROM file'),
          },
          holders,
          files,
          startingWith: (prefix) =>
            (
              sql('SELECT DISTINCT term FROM file_term WHERE term >= ? AND term < ?').all(
                prefix,
                `${prefix}\u{10ffff}`,
              ) as { term: string }[]
            ).map(({ term }) => term),
          texts: (units) =>
            units.map(({ id }) => {
              const row = sql('SELECT first, last, text, heading, speaker, continues FROM unit WHERE id = ?').get(id)
              return textOf(row as TextRow)
            }),
          hashes: (units) => units.map(({ hash }) => hash),
        },
        wanted,
      )
    },
    close: () => db.close(),
  }
}

/** Any term as one word of the tokenizer. */
function tokenOf(term: string): string {
  return `t${Buffer.from(term).toString('hex')}`
}

function add(sql: (text: string) => StatementSync, change: IndexChange): void {
  const old = sql('SELECT id FROM file WHERE path = ?').get(change.path) as { id: number } | undefined
  if (old !== undefined) {
    for (const { id } of sql('SELECT id FROM unit WHERE file = ?').all(old.id) as { id: number }[])
      sql('DELETE FROM posting WHERE rowid = ?').run(id)
    sql('DELETE FROM unit WHERE file = ?').run(old.id)
    sql('DELETE FROM file_term WHERE file = ?').run(old.id)
    sql('DELETE FROM file WHERE id = ?').run(old.id)
  }
  if ('removed' in change) return
  const length = change.units.reduce((sum, unit) => sum + unit.length, 0)
  const file = Number(
    sql('INSERT INTO file (path, length, indexed) VALUES (?, ?, ?)').run(change.path, length, change.indexedAt)
      .lastInsertRowid,
  )
  const whole = new Map<string, number>()
  for (const [ord, unit] of change.units.entries()) {
    for (const [term, freq] of unit.terms) whole.set(term, (whole.get(term) ?? 0) + freq)
    const { lastInsertRowid: id } = sql(
      'INSERT INTO unit (file, ord, first, last, text, heading, speaker, continues, hash, length, day, flags, terms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ).run(
      file,
      ord,
      ...textColumns(unit),
      unit.hash,
      unit.length,
      unit.day,
      unit.flags,
      JSON.stringify(Object.fromEntries(unit.terms)),
    )
    const words = [...unit.terms].flatMap(([term, freq]) =>
      Array.from({ length: Math.max(1, Math.round(freq)) }, () => tokenOf(term)),
    )
    sql('INSERT INTO posting (rowid, terms) VALUES (?, ?)').run(id, words.join(' '))
  }
  for (const [term, freq] of whole) sql('INSERT INTO file_term VALUES (?, ?, ?)').run(term, file, freq)
}

type TextRow = {
  first: number
  last: number
  text: string
  heading: string
  speaker: string | null
  continues: number
}

function textOf(row: TextRow): UnitText {
  return {
    startLine: row.first,
    endLine: row.last,
    text: row.text,
    heading: row.heading,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.continues === 1 && { continues: true as const }),
  }
}
