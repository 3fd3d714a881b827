import { expect, test } from 'vitest'
import { faultVfs } from '../../../test/crash/fault-vfs.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import type { Entry } from '../../model/entry.ts'
import { isDaypackError } from '../../model/errors.ts'
import { filesDriver } from './index.ts'

const open = (vfs: ReturnType<typeof memVfs>) =>
  filesDriver({ dir: '/w', now: () => 1000, zone: 'UTC', vfs, locks: processLocks })
const mark = (seq: number, data: string): Entry => ({ seq, at: 1000, kind: 'mark', name: 'm', data })
const BEFORE = [mark(1, 'a secret'), mark(2, 'plain'), mark(3, 'a secret')]
const AFTER = [mark(1, 'a ******'), mark(2, 'plain'), mark(3, 'a ******')]
const less = (entry: Entry): Entry =>
  entry.kind === 'mark' && entry.data === 'a secret' ? { ...entry, data: 'a ******' } : entry
const dialog = (message: string) => ({ session: 's', seq: 1, at: 1000, sha256: 'x', message })

test('whichever call fails while something is scrubbed: the old file or the new one, and the next try does it', async () => {
  for (const fault of ['EIO', 'ENOSPC', 'SHORT'] as const) {
    for (const persistent of [false, true]) {
      for (let at = 1, reached = true; reached; at++) {
        const faulty = faultVfs(memVfs(new Disk()))
        const driver = await open(faulty.vfs)
        await driver.log.append('s', BEFORE, { expect: 0 })
        await driver.days.append([dialog('a secret')])
        const { ref } = await driver.blobs.put('a secret')
        faulty.arm({ at, fault, persistent })
        const scrub = async (): Promise<void> => {
          await driver.log.scrub('s', less)
          await driver.days.scrub((record) => ({ ...record, message: 'a ******' }))
          await driver.blobs.erase(ref, 'forgotten', 1000)
        }
        await scrub().catch((error: unknown) => {
          if (!isDaypackError(error)) throw error
        })
        reached = faulty.hits() > 0
        faulty.arm(undefined)
        const { entries, damage } = await driver.log.read('s')
        expect([BEFORE, AFTER]).toContainEqual(entries)
        expect(damage).toEqual([])
        expect(['a secret', 'a ******']).toContainEqual((await driver.days.read('1970-01-01'))[0]?.message)
        await scrub()
        expect((await driver.log.read('s')).entries).toEqual(AFTER)
        expect((await driver.days.read('1970-01-01'))[0]?.message).toBe('a ******')
        expect(await driver.blobs.get(ref)).toEqual({ gone: true, bytes: 8, hash: ref })
        expect(await driver.log.append('s', [mark(4, 'more')], { expect: 3 })).toEqual({ head: 4 })
        const again = await open(faulty.vfs)
        expect((await again.log.read('s')).entries).toEqual([...AFTER, mark(4, 'more')])
      }
    }
  }
})
