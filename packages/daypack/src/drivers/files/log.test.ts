import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { entryOf } from '../../../test/crash/ledger.ts'
import { temporary } from '../../../test/temporary.ts'
import { filesDriver, type FilesDriver } from './index.ts'
import { encodeName } from './names.ts'
import { nodeVfs } from './node-vfs.ts'
import { encodeRecord } from './record.ts'
import type { Vfs } from './vfs.ts'

const dir = temporary()
const open: FilesDriver[] = []
let places = 0

async function setUp() {
  const root = join(dir, `place-${++places}`)
  const driver = await filesDriver({ dir: root, now: () => 0, zone: 'UTC' })
  open.push(driver)
  return { root, log: driver.log, file: (session: string) => join(root, 'log', `${encodeName(session)}.jsonl`) }
}
afterEach(async () => {
  for (const driver of open.splice(0)) await driver.close()
})

test('removing a session removes what was quarantined of it, and nothing else', async () => {
  const { root, log, file } = await setUp()
  for (const session of ['a', 'a-b']) {
    await log.append(session, [entryOf(1, 1, 10)], { expect: 0 })
    writeFileSync(file(session), '{"seq":2,', { flag: 'a' })
    expect((await log.read(session)).damage).toHaveLength(1)
  }
  expect(readdirSync(join(root, '.quarantine'))).toHaveLength(2)
  await log.remove('a')
  expect(readdirSync(join(root, '.quarantine'))).toEqual([expect.stringMatching(/^log@a-b\.jsonl@/)])
})

test('foreign files in the log folder are no sessions', async () => {
  const { root, log, file } = await setUp()
  const long = 'x'.repeat(1000)
  await log.append(long, [entryOf(1, 1, 10)], { expect: 0 })
  const hashed = (letter: string) => join(root, 'log', `y%~${letter.repeat(64)}.jsonl`)
  writeFileSync(hashed('0'), '')
  writeFileSync(hashed('1'), 'no record\n')
  writeFileSync(hashed('2'), encodeRecord({ seq: 0, at: 0, payload: { version: 1, session: 'other' } }))
  writeFileSync(hashed('3'), encodeRecord({ seq: 0, at: 0, payload: [] }))
  for (const name of ['Capital.jsonl', 'notes.txt', '.jsonl', 'a b.jsonl']) writeFileSync(join(root, 'log', name), '')
  mkdirSync(join(root, 'log', 'folder.jsonl'))
  expect(await log.sessions()).toEqual([long])
  expect(file(long)).toMatch(/%~[0-9a-f]{64}\.jsonl$/)
})

test('a log of ten thousand messages is read at once, and read on from its end', async () => {
  const { root, log } = await setUp()
  const entries = Array.from({ length: 10_000 }, (_, index) => entryOf(index + 1, index, 500))
  await log.append('long', entries, { expect: 0 })
  const other = await filesDriver({ dir: root, now: () => 0 })
  open.push(other)
  expect((await other.log.read('long')).entries).toHaveLength(10_000)
  expect((await other.log.read('long', 9_990)).entries).toEqual(entries.slice(9_990))
  expect(await other.log.append('long', [entryOf(10_001, 1, 5)], { expect: 10_000 })).toEqual({ head: 10_001 })
})

test('F-74: the longest session id there may be is listed, a longer one refused', async () => {
  const { log } = await setUp()
  const longest = '\u0001'.repeat(10_000)
  await log.append(longest, [entryOf(1, 1, 10)], { expect: 0 })
  expect(await log.sessions()).toEqual([longest])
  const tooLong = 'x'.repeat(100_000)
  await expect(log.append(tooLong, [entryOf(1, 1, 10)], { expect: 0 })).rejects.toMatchObject({ code: 'bad-config' })
})

test('F-67: a record that is no entry is damage, and its neighbours are read', async () => {
  const { root, log, file } = await setUp()
  await log.append('s', [entryOf(1, 1, 10), entryOf(2, 2, 10)], { expect: 0 })
  const wrong = { seq: 3, at: 0, kind: 'message', message: { role: 'user' } }
  writeFileSync(file('s'), encodeRecord({ seq: 3, at: 0, payload: wrong }), { flag: 'a' })
  const other = await filesDriver({ dir: root, now: () => 0 })
  open.push(other)
  expect(await other.log.append('s', [entryOf(4, 4, 10)], { expect: 3 })).toEqual({ head: 4 })
  const { entries, damage } = await other.log.read('s')
  expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 4])
  expect(damage).toMatchObject([{ why: 'its parts disagree' }])
})

test('F-73: of a packed log the time of the last entry is known too, and again after it was taken out', async () => {
  const { root, log } = await setUp()
  const entries = Array.from({ length: 2_000 }, (_, index) => ({ ...entryOf(index + 1, index, 400), at: 10 + index }))
  await log.append('s', entries, { expect: 0 })
  await log.pack?.(1e15)
  const other = await filesDriver({ dir: root, now: () => 0 })
  open.push(other)
  for (const store of [log, other.log, log]) expect(await store.last?.('s')).toBe(2_009)
  await other.log.append('s', [{ ...entryOf(2_001, 1, 10), at: 77_000 }], { expect: 2_000 })
  await other.log.pack?.(1e15)
  expect(readdirSync(join(root, 'log'))).toEqual(['s.jsonl.gz'])
  for (const store of [log, other.log]) expect(await store.last?.('s')).toBe(77_000)
  writeFileSync(join(root, 'log', 's.jsonl.gz'), 'no piece of ours')
  expect(await (await reopened(root)).last?.('s')).toBeUndefined()
})

test('F-73: packing looks only at logs that are not packed, and takes no lock of one in use', async () => {
  const { root, log } = await setUp()
  for (const session of ['cold', 'warm']) {
    const at = session === 'cold' ? 1 : 9_000
    await log.append(session, [{ ...entryOf(1, 1, 10), at }], { expect: 0 })
  }
  expect(await log.pack?.(5_000)).toBe(1)
  const opened: string[] = []
  const watched: Vfs = {
    ...nodeVfs,
    open: async (path, mode) => {
      opened.push(path)
      return await nodeVfs.open(path, mode)
    },
  }
  const store = await reopened(root, watched)
  opened.length = 0
  expect(await store.pack?.(5_000)).toBe(0)
  expect(opened.map((path) => path.slice(root.length))).toEqual(['/log/warm.jsonl'])
})

async function reopened(root: string, vfs?: Vfs) {
  const driver = await filesDriver({ dir: root, now: () => 0, ...(vfs && { vfs }) })
  open.push(driver)
  return driver.log
}

test('F-73: a log nobody writes to is packed, answers as ever, and is taken out to be written on', async () => {
  const { root, log, file } = await setUp()
  const entries = Array.from({ length: 100 }, (_, index) => ({ ...entryOf(index + 1, index, 200), at: 9 }))
  await log.append('old', entries, { expect: 0 })
  await log.append('new', [{ ...entryOf(1, 1, 10), at: 5_000 }], { expect: 0 })
  const before = readFileSync(file('old'))
  expect(await log.pack?.(1_000)).toBe(1)
  expect(await log.pack?.(1_000)).toBe(0)
  expect(readdirSync(join(root, 'log'))).toEqual(['new.jsonl', 'old.jsonl.gz'])
  expect(statSync(`${file('old')}.gz`).size).toBeLessThan(before.length / 2)
  expect(await log.sessions()).toEqual(['new', 'old'])
  const other = await filesDriver({ dir: root, now: () => 0 })
  open.push(other)
  for (const store of [log, other.log]) {
    expect((await store.read('old')).entries).toEqual(entries)
    expect((await store.read('old', 90)).entries).toEqual(entries.slice(90))
    expect((await store.read('old')).head).toBe(100)
  }
  expect(await other.log.append('old', [entryOf(100, 1, 10)], { expect: 99 })).toEqual({ conflict: 100 })
  expect(await log.append('old', [entryOf(101, 1, 10)], { expect: 100 })).toEqual({ head: 101 })
  expect(readFileSync(file('old')).subarray(0, before.length).equals(before)).toBe(true)
  expect(readdirSync(join(root, 'log'))).toEqual(['new.jsonl', 'old.jsonl'])
  expect((await other.log.read('old', 100)).entries).toHaveLength(1)
  await log.pack?.(1e15)
  expect(await other.log.scrub('old', (entry) => entry)).toBe(0)
  await log.pack?.(1e15)
  expect(await other.log.remove('old')).toBe(true)
  expect(await log.sessions()).toEqual(['new'])
})

test('F-73: a damaged piece of a packed log costs only itself, and nothing is written behind it', async () => {
  const { root, log, file } = await setUp()
  const entries = Array.from({ length: 3_000 }, (_, index) => entryOf(index + 1, index, 400))
  await log.append('s', entries, { expect: 0 })
  await log.pack?.(1e15)
  const packed = readFileSync(`${file('s')}.gz`)
  packed[Math.floor(packed.length / 2)] = (packed[Math.floor(packed.length / 2)] ?? 0) ^ 0xff
  writeFileSync(`${file('s')}.gz`, packed)
  const other = await filesDriver({ dir: root, now: () => 0 })
  open.push(other)
  const { entries: left, damage, head } = await other.log.read('s')
  expect(head).toBe(3_000)
  expect(left.length).toBeGreaterThan(1_000)
  expect(left.length).toBeLessThan(3_000)
  expect(damage[0]).toMatchObject({ file: 'log/s.jsonl.gz', why: 'a compressed piece that cannot be read' })
  await expect(other.log.append('s', [entryOf(3_001, 1, 9)], { expect: 3_000 })).rejects.toMatchObject({
    code: 'damaged',
  })
})

test('a log whose name is a hash is never packed: only its first line tells whose it is', async () => {
  const { log, file } = await setUp()
  const long = 'x'.repeat(1000)
  for (const session of ['short', long]) await log.append(session, [entryOf(1, 1, 10)], { expect: 0 })
  expect(await log.pack?.(Date.now() * 2)).toBe(1)
  expect(statSync(file(long)).isFile()).toBe(true)
})
