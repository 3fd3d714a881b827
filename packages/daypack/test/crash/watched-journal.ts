import { filesDriver } from '../../src/drivers/files/index.ts'
import type { Locks } from '../../src/drivers/files/lock.ts'
import type { Vfs } from '../../src/drivers/files/vfs.ts'
import { entryOf } from './ledger.ts'
import { Disk, memVfs } from './mem-vfs.ts'
import { processLocks } from './process-locks.ts'
import { systemError } from './system-error.ts'
import { wrapVfs, type Call } from './wrap-vfs.ts'

/** Where its log is. */
export const LOG = '/w/log/s.jsonl'

/** A log of the files driver on a disk in memory: its calls are listed, may be held up, and fail when told to. */
export async function watchedJournal() {
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
