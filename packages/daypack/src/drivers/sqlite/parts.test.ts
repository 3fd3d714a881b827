import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import type { IndexUnit } from '../../model/index-store.ts'
import { openSqlite } from '../shared/sqlite.ts'
import { applyChanges, dropGenerations, rowIndex, type Run } from '../rows/store.ts'
import { compactChunks } from '../rows/chunks.ts'
import type { Values } from '../rows/ask.ts'
import { generation, meta, setMeta, type State } from '../rows/meta.ts'
import { postingCache, heldIn, rowReader } from '../rows/reader.ts'
import { createSearcher } from '../../memory/search/searcher.ts'
import { runNow, sqliteVectors } from './index-store.ts'
import { inodeOf, isDamage, openDatabase, removeDatabase, type Opened } from './schema.ts'

const dir = temporary()
let files = 0
const fresh = () => path.join(dir, `db-${++files}`, 'index.db')

describe('postings kept in memory', () => {
  const postings = (count: number) => ({ units: new Int32Array(count), freqs: new Float64Array(count) })
  const cacheOf = (maxBytes: number, units = 80) => {
    const loaded: string[] = []
    const get = postingCache(maxBytes, units, async (terms) => {
      loaded.push(...terms)
      return new Map(terms.flatMap((term) => (term === 'none' ? [] : [[term, postings(term.length)] as const])))
    })
    return { get: async (term: string) => (await get([term]))[0], all: get, loaded }
  }

  it('are those used last, up to the bytes they and what is made of them take; one is always kept', async () => {
    // A term of 2 units: 400 + 12 × (2 + 4 + 2) bytes.
    const { get, loaded } = cacheOf(2 * 496)
    for (const term of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb']) expect((await get(term))?.units.length).toBe(2)
    expect(loaded).toEqual(['aa', 'bb', 'cc', 'bb'])
    const tight = cacheOf(2 * 496 - 1)
    for (const term of ['aa', 'bb', 'aa']) await tight.get(term)
    expect(tight.loaded).toEqual(['aa', 'bb', 'aa'])
    const one = cacheOf(1)
    expect([(await one.get('aa'))?.units.length, (await one.get('aa'))?.units.length]).toEqual([2, 2])
    expect(one.loaded).toEqual(['aa'])
    const several = cacheOf(1)
    expect((await several.all(['aa', 'none', 'bbb'])).map((each) => each?.units.length)).toEqual([2, undefined, 3])
    expect(several.loaded).toEqual(['aa', 'none', 'bbb'])
  })

  it('count a common term by the blocks of units it stands in; what is not there costs its entry', async () => {
    // 16 units are 2 blocks: 400 + 12 × (9 + 2 + 2) for a term of 9, and 400 for none.
    const { get, loaded } = cacheOf(556 + 400, 16)
    for (const term of ['ninechars', 'none', 'ninechars', 'none']) await get(term)
    expect(loaded).toEqual(['ninechars', 'none'])
    const less = cacheOf(556 + 399, 16)
    for (const term of ['ninechars', 'none', 'ninechars']) await less.get(term)
    expect(less.loaded).toEqual(['ninechars', 'none', 'ninechars'])
  })
})

describe('the database file', () => {
  it('is private, made with its folder, and has the layout of this version', () => {
    const file = fresh()
    const opened = openDatabase(file)
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(opened.why).toBeUndefined()
    expect([opened.inode, runNow(opened.sql, generation())]).toEqual([inodeOf(file), 1])
    expect(opened.sql('SELECT 1')).toBe(opened.sql('SELECT 1'))
    opened.db.close()
    const again = openDatabase(file)
    expect([again.why, again.inode]).toEqual([undefined, inodeOf(file)])
    again.db.close()
  })

  it('of another layout, or damaged, is made anew and says why', () => {
    const file = fresh()
    const { db } = openDatabase(file)
    db.exec("INSERT INTO meta VALUES ('analysis', '1'); PRAGMA user_version = 3")
    db.close()
    const moved = openDatabase(file)
    expect([moved.why, runNow(moved.sql, meta('analysis'))]).toEqual(['the index had layout 3, now 6', undefined])
    expect(moved.sql('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    moved.db.close()
    writeFileSync(file, 'x'.repeat(5_000))
    const mended = openDatabase(file)
    expect(mended.why).toMatch(/^the index was damaged \(.+\)$/)
    expect(runNow(mended.sql, generation())).toBe(1)
    mended.db.close()
  })

  it('that cannot be opened for another reason stays', () => {
    const file = fresh()
    mkdirSync(file, { recursive: true })
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ errcode: 14 }))
    expect(existsSync(file)).toBe(true)
    chmodSync(file, 0o700)
  })

  it('is removed with its companions; where there is none its number is -1', () => {
    const file = fresh()
    const { db } = openDatabase(file)
    expect(existsSync(`${file}-wal`)).toBe(true)
    db.close()
    for (const ending of ['-wal', '-shm']) writeFileSync(file + ending, '')
    removeDatabase(file)
    expect(['', '-wal', '-shm'].some((ending) => existsSync(file + ending))).toBe(false)
    expect(inodeOf(file)).toBe(-1)
  })

  it('damage is what only a new file mends', () => {
    const error = (errcode: number | undefined, text = 'x') => Object.assign(new Error(text), { errcode })
    const kinds = [error(11), error(26), error(11 | 256), error(1, 'no such table: x'), error(1, 'no such column: x')]
    expect(kinds.map(isDamage)).toEqual([true, true, true, true, true])
    expect([error(5), error(1), error(undefined, 'no such table')].map(isDamage)).toEqual([false, false, false])
  })
})

describe('files in the index', () => {
  const unit = (text: string, terms: Record<string, number>, more: object = {}): IndexUnit => ({
    startLine: 1,
    endLine: 2,
    text,
    heading: 'h',
    hash: text,
    day: 7,
    flags: 1,
    length: 3,
    terms: new Map(Object.entries(terms)),
    ...more,
  })
  const change = (name: string, ...units: IndexUnit[]) =>
    ({ scope: 'notes', path: name, hash: `#${name}`, modified: 1.6, indexedAt: 2.4, units }) as const
  const put = ({ sql }: Opened, ...changes: Parameters<typeof applyChanges>[1]) => runNow(sql, applyChanges(1, changes))
  const PLACE = { gen: 1, scope: 'notes' } as const
  const reading = ({ sql }: Opened, check: (state: State) => void = () => {}) =>
    rowReader(runNow(sql, heldIn(PLACE)), {
      read: async (work) => runNow(sql, work()),
      place: PLACE,
      check,
      cacheBytes: 1_000_000,
    })
  const holders = async (reader: ReturnType<typeof reading>, ...terms: string[]) =>
    (await reader.postings(terms)).map((each) => each?.units.length)

  it('are read with lengths, days and flags of their units, postings and texts', async () => {
    const opened = openDatabase(fresh())
    put(opened, change('a', unit('one', { x: 1, xy: 0.5 }), unit('two', { x: 2.07 }, { length: 5, day: 8, flags: 2 })))
    put(opened, change('b', unit('three', { z: 1 }, { speaker: 'me', continues: true })), change('empty'))
    const reader = reading(opened)
    expect([reader.size, reader.units, reader.fileCount, reader.totalLength]).toEqual([3, 3, 2, 11])
    expect([[...reader.files], [...reader.lengths], [...reader.days], [...reader.flags]]).toEqual([
      [0, 0, 2],
      [3, 5, 3],
      [7, 8, 7],
      [1, 2, 1],
    ])
    const [found] = await reader.postings(['x'])
    expect([[...(found?.units ?? [])], [...(found?.freqs ?? [])]]).toEqual([
      [0, 1],
      [1, 2.05],
    ])
    expect(await holders(reader, 'y', 'x')).toEqual([undefined, 2])
    expect(reader.newest).toBe(2)
    expect(new Set(await reader.startingWith('x'))).toEqual(new Set(['x', 'xy']))
    const text = { startLine: 1, endLine: 2, heading: 'h' }
    expect(await reader.texts([2, 0])).toEqual([
      { path: 'b', ...text, text: 'three', speaker: 'me', continues: true },
      { path: 'a', ...text, text: 'one' },
    ])
    expect(await reader.hashes()).toEqual(['one', 'two', 'three'])
    expect(opened.sql('SELECT modified, indexed FROM file WHERE path = ?').get('a')).toEqual({
      modified: 2,
      indexed: 2,
    })
    opened.db.close()
  })

  it('written again or removed leave nothing to find; the last of one batch counts', async () => {
    const opened = openDatabase(fresh())
    put(
      opened,
      change('a', unit('one', { x: 1 })),
      change('a', unit('two', { y: 1 })),
      change('b', unit('three', { x: 1 })),
    )
    const before = reading(opened)
    expect([...(await holders(before, 'x', 'y')), before.units]).toEqual([1, 1, 2])
    put(opened, { scope: 'notes', path: 'b', removed: true })
    const after = reading(opened)
    expect([...(await holders(after, 'x')), after.fileCount, after.units]).toEqual([undefined, 1, 1])
    await expect(before.texts([1])).rejects.toThrow(expect.objectContaining({ code: 'conflict' }))
    expect(opened.sql('SELECT count(*) AS n FROM unit').get()).toEqual({ n: 1 })
    opened.db.close()
  })

  it('a chunk is rewritten under a new number once less than half of it is left', async () => {
    const opened = openDatabase(fresh())
    const chunks = () => opened.sql('SELECT id, used, live FROM chunk').all()
    put(
      opened,
      change('a', unit('1', { x: 1 }), unit('2', { x: 1 })),
      change('b', unit('3', { x: 1 })),
      change('c', unit('4', { y: 2 })),
    )
    put(opened, { scope: 'notes', path: 'a', removed: true })
    expect(chunks()).toMatchObject([{ used: 4, live: 2 }])
    const [old] = chunks()
    put(opened, { scope: 'notes', path: 'b', removed: true })
    expect(chunks()).toMatchObject([{ used: 1, live: 1 }])
    expect(chunks()).not.toMatchObject([{ id: old?.['id'] }])
    const reader = reading(opened)
    const [x, y] = await reader.postings(['x', 'y'])
    expect([reader.size, x, [...(y?.freqs ?? [])]]).toEqual([1, undefined, [2]])
    expect(await reader.texts([0])).toMatchObject([{ path: 'c', text: '4' }])
    expect(opened.sql('SELECT count(*) AS n FROM posting').get()).toEqual({ n: 1 })
    const before = chunks()
    runNow(opened.sql, compactChunks(PLACE, 1))
    expect(chunks()).toEqual(before)
    opened.db.close()
  })

  it('fill a chunk up to 16,384 units; the next file begins another', () => {
    const opened = openDatabase(fresh())
    const chunks = () => opened.sql('SELECT used, live FROM chunk ORDER BY id').all()
    const many = (count: number) => Array.from({ length: count }, () => unit('x', {}))
    put(opened, change('a', ...many(16_383)), change('b', ...many(1)), change('c', ...many(3)))
    const full = { used: 16_384, live: 16_384 }
    expect(chunks()).toEqual([full, { used: 3, live: 3 }])
    put(opened, change('d', ...many(16_381)))
    put(opened, change('e', ...many(2)))
    expect(chunks()).toEqual([full, full, { used: 2, live: 2 }])
    opened.db.close()
  })

  it('are asked what the state is whenever rows are read, and not read where it is another', async () => {
    const opened = openDatabase(fresh())
    put(opened, change('a', unit('one', { x: 1 })))
    runNow(opened.sql, setMeta('version', 'v1'))
    const seen: unknown[] = []
    const reader = reading(opened, ({ version }) => {
      seen.push(version)
      if (version === 'v2') throw new RangeError('another')
    })
    expect([(await reader.postings(['x'])).length, (await reader.texts([0])).length]).toEqual([1, 1])
    runNow(opened.sql, setMeta('version', 'v2'))
    expect((await reader.postings(['x'])).length).toBe(1)
    await expect(reader.postings(['y'])).rejects.toThrow('another')
    await expect(reader.texts([0])).rejects.toThrow('another')
    expect(seen).toEqual(['v1', 'v1', 'v2', 'v2'])
    opened.db.close()
  })

  it('of other generations are dropped whole', () => {
    const opened = openDatabase(fresh())
    put(opened, change('a', unit('1', { x: 1 })))
    runNow(opened.sql, applyChanges(2, [change('a', unit('2', { x: 1 }))]))
    runNow(opened.sql, dropGenerations('gen <> ?', 2))
    const counts = ['file', 'unit', 'chunk', 'posting'].map((table) =>
      opened.sql(`SELECT count(*) AS n FROM ${table}`).get(),
    )
    expect(counts).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }, { n: 1 }])
    runNow(opened.sql, setMeta('gen', '2'))
    expect([runNow(opened.sql, generation()), runNow(opened.sql, meta('analysis'))]).toEqual([2, undefined])
    opened.db.close()
  })
})

describe('rows of a server', () => {
  const farIndex = (file: string) => {
    const { sql } = openDatabase(file)
    let trips = 0
    const run: Run = async (work) => {
      const running = work()
      let step = running.next()
      for (; step.done !== true; trips++)
        step = running.next(step.value.map(({ text, keys, rows }) => rows.flatMap((row) => answer(text, keys, row))))
      return step.value
    }
    const answer = (text: string, keys: readonly string[] | undefined, row: Values): object[] =>
      sql(keys ? `${text} WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}` : text).all(...row)
    const vectors = { put: () => {}, prune: () => {}, get: () => [] }
    const cache = { get: () => undefined, set: () => {}, clear: () => {} }
    const rows = rowIndex({ read: run, write: run, cacheBytes: 1_000_000, isFar: true })
    const store = { ...rows, name: 'far', vectors, cache, bytes: () => 0, close: () => {} }
    const searcher = createSearcher({ store, now: () => 5 })
    const found = async (query: string) => {
      trips = 0
      const { hits } = await searcher.search(query)
      return { trips, texts: hits.map(({ text }) => text) }
    }
    return { searcher, found }
  }

  it('are asked for words not yet known and for texts, once each, whatever is shown beside them', async () => {
    const { searcher, found } = farIndex(fresh())
    await searcher.index(
      'a.md',
      '# Port\n\nThe harbour opens at six.\n\n# Fleet\n\nTwo boats.\n\n# Crew\n\nAnna sails.',
    )
    await found('harbour')
    expect([(await found('harbour')).trips, (await found('boats')).trips]).toEqual([1, 2])
    expect((await found('boats')).texts.join()).toContain('Anna')
  })

  it('are seen as another process left them: changed, added, emptied', async () => {
    const file = fresh()
    const [one, other] = [farIndex(file), farIndex(file)]
    await one.searcher.index('a.md', 'The harbour opens at six.')
    await one.found('harbour lighthouse')
    await other.searcher.index('a.md', 'The harbour opens at nine.')
    expect((await one.found('harbour')).texts).toEqual(['The harbour opens at nine.'])
    expect((await one.found('lighthouse')).texts).toEqual([])
    await other.searcher.index('b.md', 'The lighthouse is lit.')
    expect((await one.found('lighthouse')).texts).toEqual(['The lighthouse is lit.'])
    await other.searcher.remove(['a.md', 'b.md'])
    expect((await one.found('lighthouse')).texts).toEqual([])
  })
})

it('vectors are kept by space and hash, and go with their units', async () => {
  const db = openSqlite(':memory:')
  db.exec('CREATE TABLE vector (space, hash, data, PRIMARY KEY (space, hash)); CREATE TABLE unit (hash)')
  const use = <T>(work: (sql: (text: string) => ReturnType<typeof db.prepare>) => T): T =>
    work((text) => db.prepare(text))
  const vectors = sqliteVectors(use, use)
  const [one, two] = [Int8Array.of(1, -2), Int8Array.of(3, 4).subarray(1)]
  await vectors.put('s', [
    { hash: 'a', vector: one },
    { hash: 'b', vector: two },
  ])
  await vectors.put('t', [{ hash: 'a', vector: two }])
  expect(await vectors.get('s', ['a', 'none', 'b'])).toEqual([one, undefined, Int8Array.of(4)])
  db.exec("INSERT INTO unit VALUES ('a')")
  await vectors.prune('s')
  expect([await vectors.get('s', ['a', 'b']), await vectors.get('t', ['a'])]).toEqual([[one, undefined], [undefined]])
})
