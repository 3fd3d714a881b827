import { expect, test } from 'vitest'
import { entryOf } from '../../../test/crash/ledger.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { DaypackError } from '../../model/errors.ts'
import { filesDriver, type FilesDriver, type Locks } from './index.ts'

const record = (seq: number) => ({ session: 's', seq, at: 0, sha256: String(seq), message: { text: `said ${seq}` } })
const lost: Locks = {
  hold: (_, work) => work({ check: () => Promise.reject(new DaypackError('locked', 'The lock was replaced.')) }),
  hurry() {},
  close() {},
}

type Call = (driver: FilesDriver, known: { live: string; gone: string; hash: string }) => Promise<unknown>
const calls: Record<string, Call> = {
  append: ({ log }) => log.append('s', [entryOf(3, 3, 5)], { expect: 2 }),
  'append to a torn log': ({ log }) => log.append('torn', [entryOf(2, 2, 5)], { expect: 1 }),
  'append to a packed log': ({ log }) => log.append('packed', [entryOf(2, 2, 5)], { expect: 1 }),
  'remove a log': async ({ log }) => log.remove('s'),
  'scrub a log': async ({ log }) =>
    log.scrub?.('s', (entry) => ({ ...entryOf(1, 1, 1), seq: entry.seq, at: entry.at })),
  pack: async ({ log }) => log.pack?.(1e15),
  put: ({ blobs }) => blobs.put('new'),
  mark: ({ blobs }, { live }) => blobs.mark(live, 1),
  drop: ({ blobs }, { live }) => blobs.drop(live, 'why', 1),
  erase: async ({ blobs }, { gone }) => blobs.erase?.(gone, 'why', 1),
  'write a note': ({ notes }, { hash }) => notes.write('MEMORY.md', 'other', { expect: hash }),
  'remove a note': ({ notes }, { hash }) => notes.remove('MEMORY.md', { expect: hash }),
  'adopt a note': async ({ notes }) => notes.adopt?.('memory/b.md', 'text', []),
  'add to a day': ({ days }) => days.append([record(2)]),
  'scrub a day': async ({ days }) => days.scrub?.((each) => ({ ...each, message: null })),
}

test.each(Object.entries(calls))('whom the lock no longer protects changes nothing: %s', async (_, call) => {
  const disk = new Disk()
  const vfs = memVfs(disk)
  const options = { dir: '/w', now: () => 0, zone: 'UTC', vfs }
  const driver = await filesDriver({ ...options, locks: processLocks })
  await driver.log.append('packed', [entryOf(1, 1, 5)], { expect: 0 })
  await driver.log.pack?.(1e15)
  await driver.log.append('s', [entryOf(1, 1, 5), entryOf(2, 2, 5)], { expect: 0 })
  await driver.log.append('torn', [entryOf(1, 1, 5)], { expect: 0 })
  await (await vfs.open('/w/log/torn.jsonl', 'append')).write(Buffer.from('{"seq":2'))
  const [live, gone] = [await driver.blobs.put('live'), await driver.blobs.put('gone')]
  for (const { ref } of [live, gone]) await driver.blobs.mark(ref, 0)
  await driver.blobs.drop(gone.ref, 'why', 0)
  const written = await driver.notes.write('MEMORY.md', 'text', { expect: undefined })
  await driver.days.append([record(1)])
  const files = () =>
    new Map(
      [...disk.files()].flatMap(({ path, bytes }) => (path.includes('/.versions/') ? [] : [[path, String(bytes)]])),
    )
  const before = files()
  const other = await filesDriver({ ...options, locks: () => lost })
  const known = { live: live.ref, gone: gone.ref, hash: 'hash' in written ? (written.hash ?? '') : '' }
  await expect(call(other, known)).rejects.toMatchObject({ code: 'locked' })
  expect(files()).toEqual(before)
})
