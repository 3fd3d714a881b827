import { hash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Entry } from '../../model/entry.ts'
import { gather, measure } from './bytes.ts'
import { checkNotePath, checkSeqs, checkSession, clampRange, isPlainName, isRef } from './check.ts'
import { guarded } from './guard.ts'
import { recent } from './recent.ts'
import { openSqlite, rollBack, sqliteFailure } from './sqlite.ts'

describe('what every driver asks of its arguments', () => {
  it('a session id is a text of 1 to 10,000 characters of valid Unicode', () => {
    for (const fine of ['a', 'x'.repeat(10_000), '😀']) expect(checkSession(fine)).toBe(fine)
    for (const bad of ['', 'x'.repeat(10_001), '\ud800', 7 as unknown as string])
      expect(() => checkSession(bad)).toThrow(expect.objectContaining({ code: 'bad-config' }))
    const told = (id: unknown) => {
      try {
        return checkSession(id as string)
      } catch (error) {
        return (error as { details: { session: unknown } }).details.session
      }
    }
    expect([told('y'.repeat(10_001)), told(7)]).toEqual(['y'.repeat(100), 7])
  })

  it('entries continue the log one by one, at times a date can have', () => {
    const entry = (seq: number, at = 0) => ({ seq, at }) as Entry
    expect(() => checkSeqs('s', [entry(4), entry(5, -8.64e15), entry(6, 8.64e15)], 3)).not.toThrow()
    const refused = (...entries: Entry[]) => {
      try {
        checkSeqs('s', entries, 3)
        return undefined
      } catch (error) {
        return (error as { details: unknown }).details
      }
    }
    expect(refused(entry(3))).toEqual({ session: 's', expect: 3, index: 0, seq: 3 })
    expect(refused(entry(4), entry(6))).toEqual({ session: 's', expect: 3, index: 1, seq: 6 })
    for (const at of [8.64e15 + 2, -8.64e15 - 2, NaN]) expect(refused(entry(4, at))).toEqual({ session: 's', at })
  })

  it('a ref is 64 hex digits', () => {
    expect(['a'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64)].map(isRef)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('a range is cut to what there is', () => {
    expect(clampRange(undefined, 9)).toEqual({ from: 0, to: 9 })
    expect(clampRange({ from: 2, to: 5 }, 9)).toEqual({ from: 2, to: 5 })
    expect(clampRange({ from: -2, to: 50 }, 9)).toEqual({ from: 0, to: 9 })
    expect(clampRange({ from: 12, to: 50 }, 9)).toEqual({ from: 9, to: 9 })
    expect(clampRange({ from: 5, to: 2 }, 9)).toEqual({ from: 5, to: 5 })
  })

  it('a note is MEMORY.md or lies below memory/, every part of its path a plain name', () => {
    for (const fine of ['MEMORY.md', 'Memory.MD', 'memory/a.md', 'memory/b/c.txt'])
      expect(checkNotePath(fine)).toBe(fine)
    const bad = ['memory', 'a.md', 'memory/', 'memory/../a', 'memory/.x', 'other/a.md', 'memory/\ud800', 7 as never]
    for (const path of bad) expect(() => checkNotePath(path)).toThrow(expect.objectContaining({ code: 'unsafe-path' }))
    const names = ['a', '', '.a', 'a\\b', 'a\nb', 'a\u007f', 'x'.repeat(200), 'x'.repeat(201), 'é'.repeat(101)]
    expect(names.map(isPlainName)).toEqual([true, false, false, false, false, false, true, false, false])
  })
})

describe('what drivers share', () => {
  it('bytes are measured and gathered, whatever they come as', async () => {
    const data = Buffer.from('a\nb')
    expect(measure(data)).toEqual({ ref: hash('sha256', data), bytes: 3, lines: 2 })
    const piece = Buffer.from('xx')
    const pieces = async function* () {
      yield piece
      piece.fill('y')
      yield await Promise.resolve(piece)
    }
    expect((await gather(pieces())).toString()).toBe('xxyy')
    expect([(await gather('é')).length, (await gather(data)).equals(data)]).toEqual([2, true])
  })

  it('of things made on first use the most recently used are kept', () => {
    const made: string[] = []
    const things = recent<string, string>(2, (key) => (made.push(key), key.toUpperCase()))
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(things.get(key)).toBe(key.toUpperCase())
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })

  it('every method of a store goes through what guards it, by its name', async () => {
    const store = guarded(
      { add: (a: number, b: number) => Promise.resolve(a + b) },
      (name, work) =>
        async (...args) => [name, await work(...args)],
    )
    expect(await store.add(1, 2)).toEqual(['add', 3])
  })
})

describe('SQLite', () => {
  const failure = (error: object) => sqliteFailure('Writing', Object.assign(new Error('why'), error))

  it('says what happened and what to do, by the low byte of its code', () => {
    const codes = [5, 6, 13, 8, 14, 11, 5 | (1 << 8), 13 | (2 << 8)].map((errcode) => failure({ errcode }))
    expect(codes.map((error) => (error as { code: string }).code)).toEqual([
      ...['locked', 'locked', 'disk-full', 'io', 'io', 'io', 'locked', 'disk-full'],
    ])
    expect(codes[0]).toMatchObject({
      message: 'Writing failed (why). Another process is writing; try again.',
      details: { errcode: 5 },
      cause: expect.any(Error) as unknown,
    })
  })

  it('what the system refused before it was asked counts as what SQLite would have said; other errors are passed on', () => {
    const advice = (code: string) => (failure({ syscall: 'mkdir', code }) as Error).message.split('). ')[1]
    expect(['ENOSPC', 'EDQUOT', 'EACCES'].map(advice)).toEqual([
      'What was stored before is untouched; free some space.',
      'What was stored before is untouched; free some space.',
      "This user can't write to the workspace.",
    ])
    const bug = new TypeError('a bug')
    expect(sqliteFailure('Writing', bug)).toBe(bug)
  })

  it('rolling back where SQLite did so by itself is fine, any other failure is told', () => {
    const db = openSqlite(':memory:')
    db.exec('CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (1)')
    rollBack(db)
    expect(db.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 0 })
    expect(() => rollBack(db)).not.toThrow()
    db.close()
    expect(() => rollBack(db)).toThrow()
  })
})

describe('node:sqlite', () => {
  /** What is thrown where it is missing, and which warnings are shown, by a program with these versions. */
  const without = async (versions: object) => {
    vi.resetModules()
    const { openSqlite: open } = await import('./sqlite.ts')
    const shown: string[] = []
    const emitWarning = (text: string) => void shown.push(text)
    const getBuiltinModule = () => {
      for (const text of ['SQLite is an experimental feature', 'something else']) process.emitWarning(text)
    }
    vi.stubGlobal('process', { versions, emitWarning, getBuiltinModule })
    try {
      open(':memory:')
      return ['it opened']
    } catch (error) {
      process.emitWarning('SQLite, later')
      return [/which (.*) does/.exec(String(error))?.[1], ...shown]
    } finally {
      vi.unstubAllGlobals()
    }
  }

  it('that is missing is told with the name of the program; its own warning is not shown while it is loaded', async () => {
    const warnings = ['something else', 'SQLite, later']
    expect(await without({ node: '20.1.0' })).toEqual(['Node 20.1.0', ...warnings])
    expect(await without({ node: '24.0.0', bun: '1.2.0' })).toEqual(['Bun 1.2.0', ...warnings])
    expect(await without({ node: '24.0.0', deno: '2.0.0' })).toEqual(['Deno 2.0.0', ...warnings])
  })
})
