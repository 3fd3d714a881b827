import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DaypackError } from '../../model/errors.ts'
import { openSqlite, rollBack } from '../shared/sqlite.ts'
import type { Tree } from './paths.ts'
import { closeQuietly, errno } from './vfs.ts'

/** Mutual exclusion by name, between tasks and between processes. */
export interface Locks {
  /** Run `work` while nobody else holds the name. Others wait without blocking the event loop. */
  hold<T>(name: string, work: (lease: Lease) => Promise<T>): Promise<T>
  /** From now on do not wait long for other processes: we are about to close. */
  hurry(): void
  /** Let go of everything. Nobody may be inside or waiting. */
  close(): void
}
/** Must be asked right before every commit: rejects with `locked` when the lock no longer protects. */
export type Lease = { check(): Promise<void> }

export type LockOptions = { readonly waitMs?: number }

const FOLDER = ['.lock']
const HURRIED_MS = 5000
const SQLITE_BUSY = 5

/** Exclusive SQLite transactions on empty files: the kernel releases them when the holder dies, and they never age. */
export function sqliteLocks(tree: Tree, options: LockOptions = {}): Locks {
  let patience = options.waitMs ?? 60_000
  const held = new Map<string, Held>()
  const queues = new Map<string, Promise<unknown>>()

  const acquire = async (name: string): Promise<Held> => {
    let delay = 1
    for (let waited = 0; ; waited += delay) {
      const lock = held.get(name) ?? (await openLock(tree, name))
      held.set(name, lock)
      if (begin(lock)) {
        if (await isCurrent(tree, lock).catch(releaseAndThrow(lock))) return lock
        // Somebody deleted or replaced the file: what we hold protects nothing.
        release(lock)
        lock.database.close()
        held.delete(name)
        continue
      }
      if (waited >= patience) throw busyError(name, waited)
      await sleep(delay)
      delay = Math.min(delay * 2, 10)
    }
  }

  const run = async <T>(name: string, work: (lease: Lease) => Promise<T>): Promise<T> => {
    const lock = await acquire(name)
    try {
      return await work({
        async check() {
          if (!(await isCurrent(tree, lock))) throw replacedError(name)
        },
      })
    } finally {
      release(lock)
    }
  }

  return {
    hold(name, work) {
      const before = queues.get(name) ?? Promise.resolve()
      const result = before.then(() => run(name, work))
      const settled = result.then(noop, noop)
      queues.set(name, settled)
      return result
    },
    hurry() {
      patience = Math.min(patience, HURRIED_MS)
    },
    close() {
      for (const { database } of held.values()) database.close()
      held.clear()
    },
  }
}

type Held = { readonly name: string; readonly database: DatabaseSync; readonly id: string }

/** The lock file is opened by SQLite alone: POSIX locks die when any descriptor of the file is closed in the process. */
async function openLock(tree: Tree, name: string): Promise<Held> {
  const place = { folder: FOLDER, name }
  await tree.makeFolder(FOLDER)
  try {
    await closeQuietly(await tree.open(place, 'create'))
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error
  }
  const path = tree.path(place)
  const { id, kind } = await tree.vfs.stat(path)
  if (kind !== 'file') {
    throw new DaypackError('unsafe-path', `${path} is not a plain file; remove it.`, { details: { path } })
  }
  return { name, database: openSqlite(path), id }
}

function begin(lock: Held): boolean {
  try {
    // With the journal in memory no lock creates and deletes a journal file. The pragma reads the file, so it is refused
    // too while somebody else holds the lock.
    lock.database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    const { errcode } = error as { errcode: number }
    // The low byte is the kind of error, the rest says more.
    if ((errcode & 0xff) === SQLITE_BUSY) return false
    const advice = "If it is not Daypack's, delete it while no process uses the workspace; otherwise check the disk."
    throw new DaypackError('io', `The lock file .lock/${lock.name} can't be used. ${advice}`, {
      cause: error,
      details: { errcode },
    })
  }
}

function release(lock: Held): void {
  rollBack(lock.database)
}

function releaseAndThrow(lock: Held): (error: unknown) => never {
  return (error) => {
    release(lock)
    throw error
  }
}

async function isCurrent(tree: Tree, lock: Held): Promise<boolean> {
  try {
    return (await tree.vfs.stat(tree.path({ folder: FOLDER, name: lock.name }))).id === lock.id
  } catch (error) {
    if (errno(error) === 'ENOENT') return false
    throw error
  }
}

function noop(): void {}

function busyError(name: string, waitMs: number): DaypackError {
  return new DaypackError('locked', `Another process has held the lock "${name}" for ${waitMs} ms; try again later.`, {
    details: { name, waitMs },
  })
}

function replacedError(name: string): DaypackError {
  return new DaypackError(
    'locked',
    `The lock file .lock/${name} was replaced while it was held; nothing was written.`,
    { details: { name } },
  )
}
