import { join, resolve } from 'node:path'
import { dayOf } from '../../model/day.ts'
import type { Driver, Folders } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import { guarded } from '../shared/guard.ts'
import { filesBlobs } from './blobs.ts'
import { filesDays } from './days.ts'
import { attempt } from './failure.ts'
import { sqliteLocks, type Locks } from './lock.ts'
import { filesLog } from './log.ts'
import { nodeVfs } from './node-vfs.ts'
import { filesNotes } from './notes.ts'
import { treeAt, type Tree } from './paths.ts'
import type { Vfs } from './vfs.ts'
import { openWorkspace, storedZone } from './workspace.ts'

export type { Vfs, VfsFile, VfsName, VfsStat, OpenMode } from './vfs.ts'
export type { Lease, Locks } from './lock.ts'
export type { Place, Tree } from './paths.ts'
export { nodeVfs } from './node-vfs.ts'

export type FilesDriverOptions = {
  /** The workspace: a folder a person can read. Made if it is missing. */
  readonly dir: string
  readonly now: () => Millis
  /** Other names for the folders of day files and stored results; and another folder for MEMORY.md and memory/. */
  readonly folders?: Folders
  /** IANA zone of a new workspace; an existing one keeps its own. Default: the zone of this machine. */
  readonly zone?: string
  readonly vfs?: Vfs
  /** Mutual exclusion between processes; default: SQLite lock files in `.lock/`. */
  readonly locks?: (tree: Tree) => Locks
}
export type FilesDriver = Driver &
  Required<Pick<Driver, 'dir' | 'zone' | 'log' | 'blobs' | 'days' | 'notes' | 'hold' | 'close'>>

/**
 * Everything in plain files below one folder, durable when a call resolves, shared safely between processes.
 *
 * @example
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { filesDriver } from 'daypack/drivers'
 *
 * const driver = await filesDriver({ dir: await mkdtemp(`${tmpdir()}/pack-`), now: Date.now })
 * await driver.log.append('s', [{ seq: 1, at: 0, kind: 'mark', name: 'seen' }], { expect: 0 })
 * if ((await driver.log.read('s')).head !== 1) throw new Error('it is on disk')
 * await driver.close()
 */
export async function filesDriver(options: FilesDriverOptions): Promise<FilesDriver> {
  const { dir, now, vfs = nodeVfs, locks: makeLocks = sqliteLocks } = options
  const { dialog, toolResults, notes } = options.folders ?? {}
  const names = { ...(dialog && { dialog }), ...(toolResults && { tool_result: toolResults }) }
  const tree = await attempt(`Opening the workspace ${dir}`, () => openWorkspace(vfs, dir, names))
  const locks = makeLocks(tree)
  try {
    const zone = await attempt('Reading daypack.json', () => storedZone(tree, locks, options.zone))
    const scope = (name: string) => filesDriver({ ...options, dir: join(dir, 'scopes', name), folders: {}, zone })
    const own = notes === undefined ? tree : treeAt(vfs, await vfs.realpath(resolve(notes)))
    return { ...driverOf(dir, tree, own, locks, now, zone), scope }
  } catch (error) {
    locks.close()
    throw error
  }
}

function checkName(name: string): string {
  if (/^[a-z0-9-]{1,40}$/.test(name)) return name
  throw new DaypackError(
    'bad-config',
    `A lock is named by small letters, digits and hyphens, not ${JSON.stringify(name)}.`,
  )
}

function driverOf(dir: string, tree: Tree, own: Tree, locks: Locks, now: () => Millis, zone: string): FilesDriver {
  const log = filesLog(tree, locks, now)
  const blobs = filesBlobs(tree, locks, now)
  const days = filesDays(tree, locks, now, (at) => dayOf(at, zone))
  const notes = filesNotes(own, locks, now, tree)
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const checkOpen = () => {
    if (closing !== undefined)
      throw new DaypackError('closed', 'The files driver was closed; open the workspace again.')
  }
  const waitedFor = async <T>(result: Promise<T>): Promise<T> => {
    running.add(result)
    try {
      return await result
    } finally {
      running.delete(result)
    }
  }
  /** Every call passes here: it is refused after close, waited for by close, and fails with a DaypackError only. */
  const call =
    <Args extends unknown[], T>(name: string, work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      checkOpen()
      return waitedFor(attempt(name, () => work(...args)))
    }

  const guard = <Store extends object>(name: string, store: Store): Store =>
    guarded(store, (method, work) => call(`${name}.${method}`, work))

  return {
    name: 'files',
    dir,
    zone,
    log: guard('log', log),
    blobs: {
      ...guard('blobs', blobs),
      path: (ref) => blobs.path(ref),
      async *list() {
        const found = blobs.list()[Symbol.asyncIterator]()
        const next = call('blobs.list', () => found.next())
        for (let step = await next(); step.done !== true; step = await next()) yield step.value
      },
    },
    days: guard('days', days),
    notes: guard('notes', notes),
    async hold(name, work) {
      checkOpen()
      return waitedFor(locks.hold(`work-${checkName(name)}`, work))
    },
    async close() {
      closing ??= (async () => {
        locks.hurry()
        while (running.size > 0) await Promise.allSettled(running)
        locks.close()
      })()
      await closing
    },
  }
}
