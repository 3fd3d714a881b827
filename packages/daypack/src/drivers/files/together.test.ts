import { setImmediate as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf } from '../../../test/crash/ledger.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'
import type { Vfs } from './vfs.ts'
import { runs } from '../../../../daypack-testing/src/arbitraries.ts'
import { filesDriver } from './index.ts'

/** A disk on which calls take turns that the generator chooses. */
function unevenly(disk: Disk, delays: readonly number[]): Vfs {
  let call = 0
  return wrapVfs(memVfs(disk), async (_, run) => {
    for (let turns = delays[call++ % delays.length] ?? 0; turns > 0; turns--) await pause()
    return await run()
  })
}

const delays = fc.array(fc.nat(3), { minLength: 5, maxLength: 40 })

test('tasks of one process that do everything at once never disturb each other', async () => {
  await fc.assert(
    fc.asyncProperty(delays, fc.array(fc.nat(7), { minLength: 5, maxLength: 25 }), async (delays, ops) => {
      const driver = await filesDriver({
        dir: '/w',
        now: () => 5,
        zone: 'UTC',
        vfs: unevenly(new Disk(), delays),
        locks: processLocks,
      })
      const { log, blobs, days, notes } = driver
      let appended = 0
      const { ref } = await blobs.put('shared')
      const tasks = ops.map(async (op, index) => {
        if (op === 0) expect(await blobs.put(`blob ${index}`)).toMatchObject({ at: 5 })
        if (op === 1) expect(await blobs.info(ref)).toMatchObject({ ref })
        if (op === 2) await blobs.mark(ref, index)
        if (op === 3) await blobs.unmark(ref)
        if (op === 4) for await (const info of blobs.list()) expect(info.at).toBe(5)
        if (op === 5) {
          const { entries, head } = await log.read('s')
          expect(entries).toHaveLength(head)
          if ('head' in (await log.append('s', [entryOf(head + 1, index, 9)], { expect: head }))) appended++
        }
        if (op === 6) await days.append([{ session: 's', seq: index % 4, at: 0, sha256: 'x', message: null }])
        if (op === 7) await notes.write('MEMORY.md', `note ${index}`, { expect: (await notes.read('MEMORY.md'))?.hash })
      })
      await Promise.all(tasks)
      expect((await log.read('s')).head).toBe(appended)
      const seqs = (await days.read('1970-01-01')).map(({ seq }) => seq)
      expect(new Set(seqs).size).toBe(seqs.length)
      expect([...(await blobs.marked()).keys()].every((each) => each === ref)).toBe(true)
    }),
    { numRuns: Math.min(runs(), 300) },
  )
})

test('readers keep up with a log that others remove and begin again', async () => {
  await fc.assert(
    fc.asyncProperty(delays, fc.array(fc.boolean(), { maxLength: 20 }), async (delays, steps) => {
      const disk = new Disk()
      const open = (vfs: Vfs) => filesDriver({ dir: '/w', now: () => 5, zone: 'UTC', vfs, locks: processLocks })
      const [one, two] = [await open(memVfs(disk)), await open(unevenly(disk, delays))]
      for (const [index, remove] of steps.entries()) {
        const reading = two.log.read('s')
        if (remove) await one.log.remove('s')
        else {
          const { head } = await one.log.read('s')
          await one.log.append('s', [entryOf(head + 1, index, 9)], { expect: head })
        }
        const { entries, head } = await reading
        expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, at) => at + 1))
      }
      expect(await two.log.read('s')).toMatchObject({ entries: (await one.log.read('s')).entries })
    }),
    { numRuns: Math.min(runs(), 300) },
  )
})
