import { expect, test } from 'vitest'
import { faultVfs } from '../../../test/crash/fault-vfs.ts'
import { entryOf } from '../../../test/crash/ledger.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { systemError } from '../../../test/crash/system-error.ts'
import { wrapVfs, type Call } from '../../../test/crash/wrap-vfs.ts'
import { filesDriver } from './index.ts'
import type { Locks } from './lock.ts'
import { encodeRecord } from './record.ts'
import type { Vfs } from './vfs.ts'

const LOG = '/w/log/s.jsonl'

async function setUp() {
  const disk = new Disk()
  const calls: string[] = []
  const failing = new Map<string, string>()
  const before = new Map<string, () => Promise<void>>()
  const vfs = wrapVfs(memVfs(disk), async ({ name, path }: Call, run) => {
    if (path.startsWith('/w/log')) calls.push(name)
    await before.get(name)?.()
    const code = failing.get(name)
    if (code !== undefined) throw systemError(code, name, path)
    return await run()
  })
  const open = (over: Vfs = vfs, locks: () => Locks = processLocks) =>
    filesDriver({ dir: '/w', now: () => 0, zone: 'UTC', vfs: over, locks })
  const driver = await open()
  const bytes = () => {
    const found = disk.find(LOG)
    return found?.data.subarray(0, found.size).toString() ?? ''
  }
  const scribble = async (text: string) => {
    const raw = memVfs(disk)
    await (await raw.open(LOG, disk.find(LOG) === undefined ? 'create' : 'append')).write(Buffer.from(text))
  }
  const append = (from: number, count = 1) =>
    driver.log.append(
      's',
      Array.from({ length: count }, (_, index) => entryOf(from + index, from, 20)),
      { expect: from - 1 },
    )
  const seqs = async (after = 0, from = driver) => (await from.log.read('s', after)).entries.map(({ seq }) => seq)
  const quarantine = () => [...disk.files()].filter(({ path }) => path.startsWith('/w/.quarantine/'))
  return { disk, calls, failing, before, vfs, open, driver, bytes, scribble, append, seqs, quarantine }
}

test('an append reads nothing again, writes once and syncs once', async () => {
  const { calls, append } = await setUp()
  await append(1, 100)
  calls.length = 0
  await append(101)
  expect(calls.filter((name) => ['read', 'write', 'datasync', 'syncDir'].includes(name))).toEqual(['write', 'datasync'])
})

test('a batch is one write, and a new file gets its name synced', async () => {
  const { calls, append } = await setUp()
  await append(1, 50)
  const changing = calls.filter((name) => ['write', 'datasync', 'syncDir'].includes(name))
  expect(changing).toEqual(['syncDir', 'write', 'datasync'])
})

test('reading on reads only what is new', async () => {
  const { calls, driver, append, seqs, open } = await setUp()
  await append(1, 300)
  await driver.log.read('s')
  calls.length = 0
  expect(await seqs(300)).toEqual([])
  expect(calls).not.toContain('read')
  await (await open()).log.append('s', [entryOf(301, 1, 20)], { expect: 300 })
  expect(await seqs(300)).toEqual([301])
})

test('a torn tail is copied to the quarantine, cut off, and told once', async () => {
  const { append, bytes, scribble, driver, seqs, quarantine, open } = await setUp()
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
  const { append, scribble, driver, seqs } = await setUp()
  await append(1)
  await scribble('{"seq":2,"at"')
  expect(await append(2)).toEqual({ head: 2 })
  expect((await driver.log.read('s', 2)).damage).toHaveLength(1)
  expect(await seqs()).toEqual([1, 2])
})

test('a record that lacks only its newline is kept', async () => {
  const { append, bytes, scribble, seqs, quarantine } = await setUp()
  await append(1)
  const entry = entryOf(2, 2, 20)
  await scribble(encodeRecord({ seq: 2, at: entry.at, payload: entry }).trimEnd())
  expect(await seqs()).toEqual([1, 2])
  expect(bytes().endsWith('}\n')).toBe(true)
  expect(quarantine()).toEqual([])
})

test('a tail that cannot be repaired is told once, and the rest is read', async () => {
  const { append, scribble, driver, failing } = await setUp()
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
  const { append, scribble, open, vfs } = await setUp()
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
  const { append, scribble, driver, seqs } = await setUp()
  await append(1, 2)
  await scribble('what was record 3\n')
  expect((await driver.log.read('s')).head).toBe(3)
  expect(await append(3)).toEqual({ conflict: 3 })
  expect(await append(4)).toEqual({ head: 4 })
  expect(await seqs()).toEqual([1, 2, 4])
})

test('an entry whose parts disagree, or that repeats a number, is damage', async () => {
  const { append, scribble, driver, seqs } = await setUp()
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

test.each([[2], ['1'], [undefined]])('a log of version %j is not read, and not changed', async (version) => {
  const { scribble, bytes, driver, append } = await setUp()
  const text = encodeRecord({ seq: 0, at: 0, payload: version === undefined ? null : { format: 'daypack', version } })
  await scribble(text)
  await expect(driver.log.read('s')).rejects.toMatchObject({ code: 'unsupported' })
  await expect(append(1)).rejects.toMatchObject({ code: 'unsupported' })
  expect(bytes()).toBe(text)
})

test('an append that fails leaves the file as it was', async () => {
  for (const [call, code, expected] of [
    ['write', 'ENOSPC', 'disk-full'],
    ['datasync', 'EIO', 'io'],
    ['write', 'EDQUOT', 'disk-full'],
  ] as const) {
    const { append, bytes, failing } = await setUp()
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
  const { append, failing, driver, seqs, bytes } = await setUp()
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
  const { append, failing, seqs, open, vfs } = await setUp()
  await append(1)
  failing.set('datasync', 'EIO').set('truncate', 'EIO')
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  failing.clear()
  await (await open(vfs)).log.append('s', [entryOf(3, 3, 5)], { expect: 2 })
  expect(await append(2)).toEqual({ conflict: 3 })
  expect(await seqs()).toEqual([1, 2, 3])
})

test('when not even the file can be looked at after a failed sync, it is looked at later', async () => {
  const { append, failing, before, seqs } = await setUp()
  await append(1)
  before.set('datasync', async () => void failing.set('fstat', 'EIO').set('datasync', 'EIO').set('truncate', 'EIO'))
  await expect(append(2)).rejects.toMatchObject({ code: 'io' })
  before.clear()
  failing.clear()
  expect(await seqs()).toEqual([1, 2])
  expect(await append(2)).toEqual({ conflict: 2 })
})

test('somebody writing without the lock is noticed', async () => {
  const { append, before, scribble, seqs } = await setUp()
  await append(1)
  before.set('datasync', async () => {
    before.clear()
    await scribble('intruder\n')
  })
  await expect(append(2)).rejects.toMatchObject({ code: 'locked' })
  expect(await seqs()).toEqual([1, 2])
})

test('a read in the middle of an append harms nothing', async () => {
  const { append, before, seqs, driver } = await setUp()
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
  const { append, before, failing, driver, open, seqs } = await setUp()
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

test('a tail that cannot be finished for want of space is told as a full disk', async () => {
  const { append, scribble, open, vfs } = await setUp()
  await append(1)
  const entry = entryOf(2, 2, 20)
  await scribble(encodeRecord({ seq: 2, at: entry.at, payload: entry }).trimEnd())
  const full = wrapVfs(vfs, ({ name, bytes }, run) => run(name === 'write' ? bytes?.subarray(0, 0) : undefined))
  const other = await open(full)
  await expect(other.log.append('s', [entryOf(3, 3, 5)], { expect: 2 })).rejects.toMatchObject({ code: 'disk-full' })
})

test('F-72: lines that changed places are read by their seq, told of, and written on behind', async () => {
  const { append, bytes, disk, open } = await setUp()
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

test('T-15: an entry that stands under the number of the header is damage, not another format', async () => {
  const { append, bytes, disk, open } = await setUp()
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

test('who finds a file syncs its name before the first append: whoever made it may not have lived to', async () => {
  const { calls, append, open } = await setUp()
  await append(1)
  const next = await open()
  calls.length = 0
  await next.log.append('s', [entryOf(2, 2, 20)], { expect: 1 })
  expect(calls).toContain('syncDir')
})
