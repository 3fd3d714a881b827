import { expect, test } from 'vitest'
import { entryOf } from '../../../test/crash/ledger.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { LOG, watchedJournal } from '../../../test/crash/watched-journal.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'
import type { Locks } from './lock.ts'
import { encodeRecord } from './record.ts'

test('a torn tail is copied to the quarantine, cut off, and told once', async () => {
  const { append, bytes, scribble, driver, seqs, quarantine, open } = await watchedJournal()
  await append(1, 3)
  const whole = bytes()
  const torn = encodeRecord({ seq: 4, at: 0, payload: 'half of 日' }).slice(0, -9)
  await scribble(torn)
  const { entries, damage } = await (await open()).log.read('s')
  expect(entries).toHaveLength(3)
  const size = Buffer.byteLength(torn)
  expect(damage).toEqual([
    {
      file: 'log/s.jsonl',
      offset: Buffer.byteLength(whole),
      bytes: size,
      why: 'an unfinished record, moved to .quarantine',
    },
  ])
  expect(bytes()).toBe(whole)
  expect(quarantine().map((file) => file.bytes.toString())).toEqual([torn])
  expect((await driver.log.read('s')).damage).toEqual([])
  await append(4)
  expect(await seqs()).toEqual([1, 2, 3, 4])
})

test('a process that only appends repairs the tail too, and tells with its next read', async () => {
  const { append, scribble, driver, seqs } = await watchedJournal()
  await append(1)
  await scribble('{"seq":2,"at"')
  expect(await append(2)).toEqual({ head: 2 })
  expect((await driver.log.read('s', 2)).damage).toHaveLength(1)
  expect(await seqs()).toEqual([1, 2])
})

test('a record that lacks only its newline is kept', async () => {
  const { append, bytes, scribble, seqs, quarantine } = await watchedJournal()
  await append(1)
  const entry = entryOf(2, 2, 20)
  await scribble(encodeRecord({ seq: 2, at: entry.at, payload: entry }).trimEnd())
  expect(await seqs()).toEqual([1, 2])
  expect(bytes().endsWith('}\n')).toBe(true)
  expect(quarantine()).toEqual([])
})

test('a tail that cannot be repaired is told once, and the rest is read', async () => {
  const { append, scribble, driver, failing } = await watchedJournal()
  await append(1)
  await scribble('{"seq"')
  failing.set('truncate', 'EROFS')
  const { entries, damage } = await driver.log.read('s')
  expect([entries.length, damage.map(({ why }) => why)]).toEqual([
    1,
    ['an unfinished record that could not be repaired'],
  ])
  expect((await driver.log.read('s')).damage).toEqual([])
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  failing.clear()
  expect(await append(2)).toEqual({ head: 2 })
})

test("an unfinished line may be another's write under way: nothing is told while the lock is taken", async () => {
  const { append, scribble, open, vfs } = await watchedJournal()
  await append(1)
  await scribble('{"seq"')
  const busy = {
    ...processLocks(),
    hold: () =>
      Promise.reject(Object.assign(new Error('busy'), { code: 'locked', [Symbol.for('daypack.error')]: true })),
  }
  const other = await open(vfs, () => busy as Locks)
  expect(await other.log.read('s')).toMatchObject({ head: 1, damage: [] })
})

test('a damaged line takes its number with it, also at the end', async () => {
  const { append, scribble, driver, seqs } = await watchedJournal()
  await append(1, 2)
  await scribble('what was record 3\n')
  expect((await driver.log.read('s')).head).toBe(3)
  expect(await append(3)).toEqual({ conflict: 3 })
  expect(await append(4)).toEqual({ head: 4 })
  expect(await seqs()).toEqual([1, 2, 4])
})

test('an entry whose parts disagree, or that repeats a number, is damage', async () => {
  const { append, scribble, driver, seqs } = await watchedJournal()
  await append(1, 2)
  const entry = entryOf(3, 3, 10)
  await scribble(encodeRecord({ seq: 3, at: entry.at + 1, payload: entry }))
  await scribble(encodeRecord({ seq: 4, at: 0, payload: null }))
  await scribble(encodeRecord({ seq: 2, at: entryOf(2, 9, 9).at, payload: entryOf(2, 9, 9) }))
  const { damage, head } = await driver.log.read('s')
  expect(damage.map(({ why }) => why)).toEqual(['its parts disagree', 'its parts disagree', 'repeats seq 2'])
  expect(head).toBeGreaterThanOrEqual(4)
  expect(await seqs()).toEqual([1, 2])
})

test.each([[3], ['1'], [undefined]])('a log of version %j is not read, and not changed', async (version) => {
  const { scribble, bytes, driver, append } = await watchedJournal()
  const text = encodeRecord({ seq: 0, at: 0, payload: version === undefined ? null : { format: 'daypack', version } })
  await scribble(text)
  await expect(driver.log.read('s')).rejects.toMatchObject({ code: 'unsupported' })
  await expect(append(1)).rejects.toMatchObject({ code: 'unsupported' })
  expect(bytes()).toBe(text)
})

test('a tail that cannot be finished for want of space is told as a full disk', async () => {
  const { append, scribble, open, vfs } = await watchedJournal()
  await append(1)
  const entry = entryOf(2, 2, 20)
  await scribble(encodeRecord({ seq: 2, at: entry.at, payload: entry }).trimEnd())
  const full = wrapVfs(vfs, ({ name, bytes }, run) => run(name === 'write' ? bytes?.subarray(0, 0) : undefined))
  const other = await open(full)
  await expect(other.log.append('s', [entryOf(3, 3, 5)], { expect: 2 })).rejects.toMatchObject({ code: 'disk-full' })
})

test('F-72: lines that changed places are read by their seq, told of, and written on behind', async () => {
  const { append, bytes, disk, open } = await watchedJournal()
  await append(1, 9)
  const lines = bytes().trimEnd().split('\n')
  const [third = '', seventh = '', last = ''] = [lines[3], lines[7], lines[9]]
  const swapped = lines
    .with(3, seventh)
    .with(7, third)
    .with(8, last)
    .with(9, lines[8] ?? '')
  const file = disk.find(LOG)
  Buffer.from(`${swapped.join('\n')}\n`).copy(file?.data ?? Buffer.alloc(0))
  const again = await open()
  const { entries, damage, head } = await again.log.read('s')
  expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(head).toBe(9)
  expect(damage.map(({ bytes: lost, why }) => [lost, why.slice(0, 21)])).toEqual(
    [4, 5, 6, 3, 8].map((seq) => [0, `seq ${seq} is out of order`]),
  )
  expect(await again.log.append('s', [entryOf(10, 1, 20)], { expect: 9 })).toEqual({ head: 10 })
  expect((await again.log.read('s', 5)).entries.map(({ seq }) => seq)).toEqual([6, 7, 8, 9, 10])
})

test('T-15: an entry stored under the number of the header is damage, not another format', async () => {
  const { append, bytes, disk, open } = await watchedJournal()
  await append(1, 4)
  // Bytes are lost from the header's number up to that of the second entry: what is left verifies, as number 0.
  const text = bytes()
  const [header, second] = ['{"seq":0', '{"seq":2']
  const holed = header + text.slice(text.indexOf(second) + second.length)
  const file = disk.find(LOG)
  if (file) file.data = Buffer.from(holed)
  const again = await open()
  const { entries, damage } = await again.log.read('s')
  expect(entries.map(({ seq }) => seq)).toEqual([3, 4])
  expect(damage[0]?.why).toBe('its number is lost')
  expect(await again.log.append('s', [entryOf(5, 1, 20)], { expect: 4 })).toEqual({ head: 5 })
})
