import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemError } from '../../../test/crash/system-error.ts'
import { temporary } from '../../../test/temporary.ts'
import { sqliteLocks, type Locks } from './lock.ts'
import { nodeVfs } from './node-vfs.ts'
import { treeAt } from './paths.ts'

const dir = temporary()
const open: Locks[] = []
let places = 0

function setUp(options: { waitMs?: number; root?: string; vfs?: typeof nodeVfs } = {}) {
  const root = options.root ?? join(dir, `place-${++places}`)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const locks = sqliteLocks(treeAt(options.vfs ?? nodeVfs, root), options)
  open.push(locks)
  return { root, locks }
}

afterEach(() => {
  for (const locks of open.splice(0)) locks.close()
})

/** How many were inside together, at most. */
function turnstile() {
  let inside = 0
  let most = 0
  return {
    most: () => most,
    pass: async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
    },
  }
}

test('one at a time, between tasks and between connections; other names are free', async () => {
  const { root, locks } = setUp()
  const other = setUp({ root }).locks
  const { most, pass } = turnstile()
  await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? locks : other).hold('name', pass)))
  expect(most()).toBe(1)
  await locks.hold('one', () => other.hold('two', async () => undefined))
})

test('an error inside lets go, and is passed on', async () => {
  const { root, locks } = setUp()
  await expect(locks.hold('name', () => Promise.reject(new RangeError('mine')))).rejects.toThrow('mine')
  await setUp({ root }).locks.hold('name', async () => undefined)
})

test('lock files are empty, private, and have no companion files', async () => {
  const { root, locks } = setUp()
  await locks.hold('name', async () => {
    expect(readdirSync(join(root, '.lock'))).toEqual(['name'])
  })
  const { mode, size } = statSync(join(root, '.lock', 'name'))
  expect([(mode & 0o777).toString(8), size]).toEqual(['600', 0])
})

test('who waits too long gets an error, and the holder keeps the lock', async () => {
  const { root, locks } = setUp()
  const other = setUp({ root, waitMs: 5 }).locks
  await locks.hold('name', async (lease) => {
    await expect(other.hold('name', async () => undefined)).rejects.toMatchObject({ code: 'locked' })
    await lease.check()
  })
  await other.hold('name', async () => undefined)
})

test('in a hurry nobody waits long, and a short wait stays short', async () => {
  const { root, locks } = setUp()
  const other = setUp({ root, waitMs: 5 }).locks
  other.hurry()
  await locks.hold('name', async () => {
    await expect(other.hold('name', async () => undefined)).rejects.toMatchObject({
      code: 'locked',
      details: { name: 'name', waitMs: 6 },
    })
  })
})

test('the waits between two attempts double up to ten milliseconds, until the time is over', async () => {
  const { root, locks } = setUp()
  await locks.hold('name', async () => {
    for (const [waitMs, waited] of [
      [0, 0],
      [2, 2],
      [5, 6],
      [34, 34],
      [35, 44],
    ] as const) {
      const waiting = setUp({ root, waitMs }).locks.hold('name', async () => undefined)
      await expect(waiting).rejects.toMatchObject({ details: { name: 'name', waitMs: waited } })
    }
  })
})

test('a holder that is stopped keeps the lock, and lets go at once when it is killed', async () => {
  const { root, locks } = setUp()
  const child = fork(join(import.meta.dirname, '../../../test/crash/holder.ts'), [root, 'name'], {
    execArgv: ['--conditions=daypack-source'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  child.kill('SIGSTOP')
  const impatient = setUp({ root, waitMs: 5 }).locks
  await expect(impatient.hold('name', async () => undefined)).rejects.toMatchObject({ code: 'locked' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await setUp({ root, waitMs: 0 }).locks.hold('name', async () => undefined)
  await locks.hold('name', async () => undefined)
})

test('a lock file that is deleted or replaced protects no more: the holder is told before it commits', async () => {
  const { root, locks } = setUp()
  const file = join(root, '.lock', 'name')
  await locks.hold('name', async (lease) => {
    rmSync(file)
    await expect(lease.check()).rejects.toMatchObject({ code: 'locked' })
    // The old file's number may be given out again while nothing has it open, but we have.
    writeFileSync(file, '')
    await expect(lease.check()).rejects.toMatchObject({ code: 'locked' })
  })
  await locks.hold('name', async (lease) => lease.check())
  rmSync(file)
  await locks.hold('name', async (lease) => lease.check())
  expect(existsSync(file)).toBe(true)
})

test('a foreign file or a symlink in its place is refused, and works again once removed', async () => {
  const { root, locks } = setUp()
  mkdirSync(join(root, '.lock'), { mode: 0o700 })
  writeFileSync(join(root, '.lock', 'foreign'), 'this is not a database, but long enough to be one'.repeat(50))
  await expect(locks.hold('foreign', async () => undefined)).rejects.toMatchObject({ code: 'io' })
  writeFileSync(join(root, 'elsewhere'), '')
  symlinkSync(join(root, 'elsewhere'), join(root, '.lock', 'link'))
  await expect(locks.hold('link', async () => undefined)).rejects.toMatchObject({ code: 'unsafe-path' })
  rmSync(join(root, '.lock', 'link'))
  await locks.hold('link', async () => undefined)
})

test('when the lock file cannot be looked at, the lock is let go of again', async () => {
  let broken = false
  const vfs = {
    ...nodeVfs,
    stat: (path: string) => (broken ? Promise.reject(systemError('EIO', 'stat', path)) : nodeVfs.stat(path)),
  }
  const { root, locks } = setUp({ vfs })
  await locks.hold('name', async () => undefined)
  await locks.hold('name', async (lease) => {
    broken = true
    await expect(lease.check()).rejects.toMatchObject({ code: 'EIO' })
  })
  await expect(locks.hold('name', async () => undefined)).rejects.toMatchObject({ code: 'EIO' })
  await setUp({ root, waitMs: 0 }).locks.hold('name', async () => undefined)
  broken = false
  await locks.hold('name', async () => undefined)
})

test('other trouble with the lock folder is passed on', async () => {
  const { root, locks } = setUp()
  writeFileSync(join(root, '.lock'), '')
  await expect(locks.hold('name', async () => undefined)).rejects.toMatchObject({ code: 'ENOTDIR' })
  rmSync(join(root, '.lock'))
  mkdirSync(join(root, '.lock'))
  chmodSync(join(root, '.lock'), 0o700)
  await locks.hold('name', async () => undefined)
})

test('what was let go of can be held again', async () => {
  const { locks } = setUp()
  expect(await locks.hold('x', async () => 1)).toBe(1)
  locks.close()
  expect(await locks.hold('x', async () => 2)).toBe(2)
})
