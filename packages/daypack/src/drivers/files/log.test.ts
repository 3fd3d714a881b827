import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { entryOf } from '../../../test/crash/ledger.ts'
import { temporary } from '../../../test/temporary.ts'
import { filesDriver, type FilesDriver } from './index.ts'
import { encodeName } from './names.ts'
import { encodeRecord } from './record.ts'

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
