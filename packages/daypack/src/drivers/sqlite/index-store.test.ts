import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { memoryIndexStore } from '../../memory/index/memory-store.ts'
import type { IndexChange, IndexUnit, IndexStore, Scope } from '../../model/index-store.ts'
import { indexSuite } from '../../../../daypack-testing/src/suites.ts'
import { openSqlite } from '../shared/sqlite.ts'
import { sqliteIndexStore } from './index-store.ts'
import { unit } from '../../../../daypack-testing/src/index-suite/stores.ts'

const folder = temporary()
let files = 0
const newFile = (): string => join(folder, `index-${files++}`, 'memory.sqlite')

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
const arbUnit = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }),
  day: fc.integer({ min: 0, max: 20_000 }),
  flags: fc.integer({ min: 0, max: 63 }),
})
const arbChange = fc.record({
  scope: fc.constantFrom<Scope>('notes', 'dialog', 'results'),
  path: fc.constantFrom('a.md', 'b.md', 'c.md', 'd.md'),
  units: fc.option(fc.array(arbUnit, { maxLength: 5 }), { nil: undefined }),
})

type Plan = { scope: Scope; path: string; units: { words: string[]; day: number; flags: number }[] | undefined }

function toChange({ scope, path, units }: Plan): IndexChange {
  if (units === undefined) return { scope, path, removed: true }
  return { scope, path, hash: path, modified: 1, indexedAt: 2, units: units.map((unit, index) => toUnit(unit, index)) }
}

function toUnit({ words, day, flags }: { words: string[]; day: number; flags: number }, index: number): IndexUnit {
  const terms = new Map<string, number>()
  for (const word of words) terms.set(word, (terms.get(word) ?? 0) + 0.3)
  for (const [term, freq] of terms) terms.set(term, Math.round(freq * 20) / 20)
  const known = { ...unit(words.join(' '), index), heading: 'h', day, flags, terms }
  if (words.length === 2) return { ...known, continues: true }
  return words.length > 3 ? { ...known, speaker: 'Anna' } : known
}

/** Everything a reader tells, free of the store's own numbering. */
async function dump(store: IndexStore, scope: Scope): Promise<unknown> {
  const reader = await store.reader(scope)
  const place = async (unit: number): Promise<string> =>
    `${(await reader.texts([unit]))[0]?.path}#${unit - (reader.files[unit] as number)}`
  const hashes = await reader.hashes()
  const units: [string, unknown][] = []
  for (let unit = 0; unit < reader.size; unit++) {
    if ((reader.files[unit] as number) < 0) continue
    units.push([
      await place(unit),
      {
        ...(await reader.texts([unit]))[0],
        hash: hashes[unit],
        length: reader.lengths[unit],
        day: reader.days[unit],
        flags: reader.flags[unit],
      },
    ])
  }
  const postings: Record<string, unknown> = {}
  for (const word of WORDS) {
    const [found] = await reader.postings([word])
    const list = await Promise.all(
      [...(found?.units ?? [])].map(async (unit, index) => [await place(unit), found?.freqs[index]]),
    )
    postings[word] = list.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  }
  return {
    units: units.toSorted((a, b) => (a[0] < b[0] ? -1 : 1)),
    postings,
    count: reader.units,
    fileCount: reader.fileCount,
    totalLength: reader.totalLength,
    files: [...(await store.files(scope)).values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

async function same(a: IndexStore, b: IndexStore): Promise<void> {
  for (const scope of ['notes', 'dialog', 'results'] as const)
    expect(await dump(a, scope)).toEqual(await dump(b, scope))
}

indexSuite('sqlite', ({ place }) => sqliteIndexStore({ file: join(folder, 'suite', place, 'memory.sqlite') }), {
  describe,
  test,
  durable: true,
  overlap: 1,
})

describe('sqliteIndexStore', () => {
  it('says the same as the index in memory after any writes, also reopened and seen by another connection', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(arbChange, { minLength: 1, maxLength: 3 }), { maxLength: 14 }),
        async (batches) => {
          const file = newFile()
          const store = sqliteIndexStore({ file })
          const other = sqliteIndexStore({ file })
          const oracle = memoryIndexStore()
          for (const [index, batch] of batches.entries()) {
            await (index % 3 === 2 ? other : store).write(batch.map(toChange))
            await oracle.write(batch.map(toChange))
            if (index % 4 === 0) await same(store, oracle)
          }
          await same(store, oracle)
          await same(other, oracle)
          await store.close()
          const again = sqliteIndexStore({ file })
          await same(again, oracle)
          await again.close()
          await other.close()
        },
      ),
      { numRuns: Math.min(25, Number(process.env['DAYPACK_RUNS'] ?? 25)) },
    )
  })

  it('writes all of a batch or nothing', async () => {
    const store = sqliteIndexStore({ file: newFile() })
    await store.write([toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['alpha'], day: 0, flags: 0 }] })])
    const broken = {
      scope: 'notes',
      path: 'a.md',
      hash: 'h',
      modified: 1,
      indexedAt: 1,
      units: [{ ...toUnit({ words: ['beta'], day: 0, flags: 0 }, 0), text: null }],
    }
    await expect(store.write([broken as unknown as IndexChange])).rejects.toThrow(/./)
    const reader = await store.reader('notes')
    const [alpha, beta] = await reader.postings(['alpha', 'beta'])
    expect([alpha?.units.length, beta]).toEqual([1, undefined])
    await store.close()
  })

  it.each([
    ['cut short', (file: string) => truncateSync(file, 5000)],
    ['overwritten', (file: string) => writeFileSync(file, 'this is no database at all'.repeat(500))],
    ['emptied', (file: string) => writeFileSync(file, '')],
  ])('starts empty and says why when the file was %s', async (_, harm) => {
    const file = newFile()
    const store = sqliteIndexStore({ file })
    await store.write([toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['alpha'], day: 0, flags: 0 }] })])
    await store.close()
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
    harm(file)
    const again = sqliteIndexStore({ file })
    expect(await again.claim('v1')).toMatchObject({ state: 'empty' })
    expect((await again.reader('notes')).units).toBe(0)
    await again.write([toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['beta'], day: 0, flags: 0 }] })])
    expect((await (await again.reader('notes')).postings(['beta']))[0]?.units.length).toBe(1)
    await again.close()
  })

  it('continues with a new index when the file is deleted while open', async () => {
    const file = newFile()
    const store = sqliteIndexStore({ file })
    await store.write([toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['alpha'], day: 0, flags: 0 }] })])
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    expect(await store.claim('v1')).toEqual({ state: 'empty', why: 'the index file was removed' })
    expect((await store.reader('notes')).units).toBe(0)
    await store.write([toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['beta'], day: 0, flags: 0 }] })])
    expect((await store.reader('notes')).units).toBe(1)
    expect(existsSync(file)).toBe(true)
    await store.close()
  })

  it('is there once it is opened, and begins anew when a table vanishes while it is open', async () => {
    const file = newFile()
    const store = sqliteIndexStore({ file })
    expect(existsSync(file)).toBe(true)
    const change = toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['alpha'], day: 0, flags: 0 }] })
    await store.write([change])
    const other = openSqlite(file)
    other.exec('DROP TABLE file')
    other.close()
    expect(await store.claim('v1')).toEqual({
      state: 'empty',
      why: expect.stringMatching(/^the index was damaged \(no such table: file/) as unknown,
    })
    await store.write([change])
    expect((await store.reader('notes')).units).toBe(1)
    await store.close()
  })

  it('is stale when the terms were made another way, until it is rebuilt', async () => {
    const file = newFile()
    const store = sqliteIndexStore({ file })
    expect(await store.claim('v1')).toEqual({ state: 'empty' })
    await store.write([toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['alpha'], day: 0, flags: 0 }] })])
    expect(await store.claim('v1')).toEqual({ state: 'ready' })
    expect(await store.claim('v2')).toMatchObject({ state: 'stale' })
    expect(await store.claim('v2')).toMatchObject({ state: 'stale', why: 'the index was made by v1, now v2' })
    const next = await store.next()
    await next.write([toChange({ scope: 'notes', path: 'b.md', units: [{ words: ['beta'], day: 0, flags: 0 }] })])
    expect([...(await store.files('notes')).keys()]).toEqual(['a.md'])
    await next.publish()
    expect([...(await store.files('notes')).keys()]).toEqual(['b.md'])
    expect(await (await store.reader('notes')).postings(['alpha'])).toEqual([undefined])
    expect(await store.claim('v2')).toEqual({ state: 'ready' })
    await store.close()
  })

  it('forgets a rebuild that was not published', async () => {
    const file = newFile()
    const store = sqliteIndexStore({ file })
    await store.write([toChange({ scope: 'notes', path: 'a.md', units: [{ words: ['alpha'], day: 0, flags: 0 }] })])
    const next = await store.next()
    await next.write([toChange({ scope: 'notes', path: 'b.md', units: [{ words: ['beta'], day: 0, flags: 0 }] })])
    await store.close()
    const again = sqliteIndexStore({ file })
    expect([...(await again.files('notes')).keys()]).toEqual(['a.md'])
    const fresh = await again.next()
    await fresh.publish()
    expect((await again.files('notes')).size).toBe(0)
    await again.close()
  })

  it('leaves no byte of what was removed once scrubbed, and is private', async () => {
    const file = newFile()
    const store = sqliteIndexStore({ file })
    const secret = toUnit({ words: ['alpha'], day: 0, flags: 0 }, 0)
    const change = (text: string, term: string): IndexChange => ({
      scope: 'notes',
      path: `${term}.md`,
      hash: '',
      modified: 1,
      indexedAt: 1,
      units: [{ ...secret, text, terms: new Map([[term, 1]]) }],
    })
    for (let index = 0; index < 20; index++) await store.write([change(`text ${index}`, `word${index}`)])
    await store.write([change('the zanzibarword stands here', 'zanzibarword')])
    await store.vectors.put('m@3', [{ hash: 'zanzibarhash', vector: new Int8Array([1, 2, 3]) }])
    await store.write([{ scope: 'notes', path: 'zanzibarword.md', removed: true }])
    await store.vectors.prune('m@3')
    await store.scrub()
    for (const ending of ['', '-wal'])
      if (existsSync(file + ending)) expect(readFileSync(file + ending).includes('zanzibar')).toBe(false)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await store.close()
  })

  it('keeps vectors by space', async () => {
    for (const store of [sqliteIndexStore({ file: newFile() }), memoryIndexStore()]) {
      await store.vectors.put('a@2', [{ hash: 'x', vector: new Int8Array([1, -2]) }])
      expect(await store.vectors.get('a@2', ['x', 'y'])).toEqual([new Int8Array([1, -2]), undefined])
      expect(await store.vectors.get('b@2', ['x'])).toEqual([undefined])
      await store.close()
    }
  })

  it('does not grow with the number of writes: a file written again and again takes the room of a few', async () => {
    const sizeAfter = async (writes: number): Promise<number> => {
      const file = newFile()
      const store = sqliteIndexStore({ file })
      const units = Array.from({ length: 20 }, (_, day) => ({ words: [...WORDS], day, flags: 0 }))
      for (let write = 0; write < writes; write++)
        await store.write([toChange({ scope: 'notes', path: 'a.md', units })])
      await store.close()
      return store.bytes()
    }
    expect(await sizeAfter(400)).toBeLessThanOrEqual(2 * (await sizeAfter(40)))
  })

  it('finds every unit of files that together fill several chunks in one write', async () => {
    const store = sqliteIndexStore({ file: newFile() })
    const units = Array.from({ length: 16_384 }, (_, at) => toUnit({ words: ['alpha'], day: 0, flags: 0 }, at))
    const facts = { scope: 'notes', modified: 1, indexedAt: 1, units } as const
    await store.write(['a', 'b', 'c'].map((path) => ({ ...facts, path, hash: path })))
    const [found] = await (await store.reader('notes')).postings(['alpha'])
    expect(new Set(found?.units).size).toBe(3 * units.length)
    await store.close()
  })

  it('keeps a term apart however often it stands in a unit', async () => {
    const store = sqliteIndexStore({ file: newFile() })
    const often = { ...toUnit({ words: ['alpha'], day: 0, flags: 0 }, 0), terms: new Map([['alpha', 5_000]]) }
    const once = toUnit({ words: ['beta'], day: 0, flags: 0 }, 1)
    await store.write([{ scope: 'notes', path: 'a.md', hash: 'a', modified: 1, indexedAt: 1, units: [often, once] }])
    const [found] = await (await store.reader('notes')).postings(['alpha'])
    expect([...(found?.units ?? [])].length).toBe(1)
    expect(found?.freqs[0]).toBeGreaterThan(200)
    const texts = await (await store.reader('notes')).texts([...(found?.units ?? [])])
    expect(texts[0]?.text).toBe('alpha')
    await store.close()
  })

  it('rewrites chunks without changing what is found', async () => {
    const file = newFile()
    const store = sqliteIndexStore({ file })
    const oracle = memoryIndexStore()
    for (let index = 0; index < 60; index++) {
      const change = toChange({
        scope: 'notes',
        path: `f${index % 23}.md`,
        units: [
          { words: [WORDS[index % 6] as string, 'alpha'], day: index, flags: 0 },
          { words: ['beta'], day: 0, flags: 1 },
        ],
      })
      await store.write([change])
      await oracle.write([change])
    }
    await same(store, oracle)
    await store.close()
  })
})
