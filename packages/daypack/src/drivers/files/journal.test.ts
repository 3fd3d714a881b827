import { expect, test } from 'vitest'
import { faultVfs } from '../../../test/crash/fault-vfs.ts'
import { entryOf } from '../../../test/crash/ledger.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { LOG, watchedJournal } from '../../../test/crash/watched-journal.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'
import { filesDriver } from './index.ts'

test('an append reads nothing again, writes once and syncs once', async () => {
  const { calls, append } = await watchedJournal()
  await append(1, 100)
  calls.length = 0
  await append(101)
  expect(calls.filter((name) => ['read', 'write', 'datasync', 'syncDir'].includes(name))).toEqual(['write', 'datasync'])
})

test('a batch is one write, and a new file gets its name synced', async () => {
  const { calls, append } = await watchedJournal()
  await append(1, 50)
  const changing = calls.filter((name) => ['write', 'datasync', 'syncDir'].includes(name))
  expect(changing).toEqual(['syncDir', 'write', 'datasync'])
})

test('reading on reads only what is new', async () => {
  const { calls, driver, append, seqs, open } = await watchedJournal()
  await append(1, 300)
  await driver.log.read('s')
  calls.length = 0
  expect(await seqs(300)).toEqual([])
  expect(calls).not.toContain('read')
  await (await open()).log.append('s', [entryOf(301, 1, 20)], { expect: 300 })
  expect(await seqs(300)).toEqual([301])
})

test('an append that fails leaves the file as it was', async () => {
  for (const [call, code, expected] of [
    ['write', 'ENOSPC', 'disk-full'],
    ['datasync', 'EIO', 'io'],
    ['write', 'EDQUOT', 'disk-full'],
  ] as const) {
    const { append, bytes, failing } = await watchedJournal()
    await append(1)
    const before = bytes()
    failing.set(call, code)
    await expect(append(2)).rejects.toMatchObject({ code: expected, details: { errno: code } })
    expect(bytes()).toBe(before)
    failing.clear()
    expect(await append(2)).toEqual({ head: 2 })
  }
})

test('a short write is a full disk', async () => {
  const disk = new Disk()
  const { vfs, arm } = faultVfs(memVfs(disk))
  const driver = await filesDriver({ dir: '/w', now: () => 0, zone: 'UTC', vfs, locks: processLocks })
  await driver.log.append('s', [entryOf(1, 1, 10)], { expect: 0 })
  const size = disk.find(LOG)?.size
  const half = wrapVfs(vfs, ({ name, bytes }, run) => run(name === 'write' ? bytes?.subarray(0, 5) : undefined))
  const other = await filesDriver({ dir: '/w', now: () => 0, zone: 'UTC', vfs: half, locks: processLocks })
  await expect(other.log.append('s', [entryOf(2, 2, 10)], { expect: 1 })).rejects.toMatchObject({ code: 'disk-full' })
  expect(disk.find(LOG)?.size).toBe(size)
  arm(undefined)
})

test('after a failed sync that could not be taken back, the bytes are not trusted', async () => {
  const { append, failing, driver, seqs, bytes } = await watchedJournal()
  await append(1)
  const before = bytes()
  failing.set('datasync', 'EIO').set('truncate', 'EIO')
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  failing.clear()
  expect(bytes()).not.toBe(before)
  // A reader sees what the page cache holds; the writer takes it back before it goes on.
  expect(await seqs()).toEqual([1, 2])
  expect(await driver.log.append('s', [entryOf(2, 77, 5)], { expect: 1 })).toEqual({ head: 2 })
  expect((await driver.log.read('s')).entries[1]).toEqual(entryOf(2, 77, 5))
})

test('what others wrote behind such bytes is left alone', async () => {
  const { append, failing, seqs, open, vfs } = await watchedJournal()
  await append(1)
  failing.set('datasync', 'EIO').set('truncate', 'EIO')
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  failing.clear()
  await (await open(vfs)).log.append('s', [entryOf(3, 3, 5)], { expect: 2 })
  expect(await append(2)).toEqual({ conflict: 3 })
  expect(await seqs()).toEqual([1, 2, 3])
})

test('when not even the file can be looked at after a failed sync, it is looked at later', async () => {
  const { append, failing, before, seqs } = await watchedJournal()
  await append(1)
  before.set('datasync', async () => void failing.set('fstat', 'EIO').set('datasync', 'EIO').set('truncate', 'EIO'))
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  before.clear()
  failing.clear()
  expect(await seqs()).toEqual([1, 2])
  expect(await append(2)).toEqual({ conflict: 2 })
})

test('somebody writing without the lock is noticed', async () => {
  const { append, before, scribble, seqs } = await watchedJournal()
  await append(1)
  before.set('datasync', async () => {
    before.clear()
    await scribble('intruder\n')
  })
  await expect(append(2)).rejects.toMatchObject({ code: 'locked' })
  expect(await seqs()).toEqual([1, 2])
})

test('a read in the middle of an append harms nothing', async () => {
  const { append, before, seqs, driver } = await watchedJournal()
  await append(1)
  before.set('datasync', async () => {
    before.clear()
    expect(await seqs()).toEqual([1, 2])
  })
  expect(await append(2)).toEqual({ head: 2 })
  expect(await append(3)).toEqual({ head: 3 })
  expect((await driver.log.read('s', 1)).entries.map(({ seq }) => seq)).toEqual([2, 3])
})

test('what a reader saw of an append that was taken back is forgotten', async () => {
  const { append, before, failing, driver, open, seqs } = await watchedJournal()
  await append(1)
  before.set('datasync', async () => {
    before.clear()
    expect(await seqs()).toEqual([1, 2])
    failing.set('datasync', 'EIO')
  })
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  failing.clear()
  // Somebody else's record 2 is longer: the end of ours is in the middle of it.
  await (await open()).log.append('s', [entryOf(2, 2, 500)], { expect: 1 })
  expect(await driver.log.read('s')).toEqual({ entries: [entryOf(1, 1, 20), entryOf(2, 2, 500)], head: 2, damage: [] })
})

test('who finds a file syncs its name before the first append: whoever made it may not have lived to', async () => {
  const { calls, append, open } = await watchedJournal()
  await append(1)
  const next = await open()
  calls.length = 0
  await next.log.append('s', [entryOf(2, 2, 20)], { expect: 1 })
  expect(calls).toContain('syncDir')
})

test('a session that nobody wrote to is read without opening anything', async () => {
  const { calls, driver } = await watchedJournal()
  expect(await driver.log.read('s')).toEqual({ entries: [], head: 0, damage: [] })
  expect(calls).not.toContain('open')
})

test('an append that failed does not make forget what was read: whoever took something out meanwhile is noticed', async () => {
  const { append, failing, open, seqs } = await watchedJournal()
  await append(1)
  failing.set('datasync', 'EIO')
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  failing.clear()
  await (await open()).log.scrub?.('s', (entry) => ({ ...entryOf(1, 1, 3), at: entry.at }))
  expect(await append(2)).toEqual({ conflict: 1 })
  expect(await append(2)).toEqual({ head: 2 })
  expect(await seqs()).toEqual([1, 2])
})
