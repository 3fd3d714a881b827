import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChokidarOptions, type FSWatcher, watch as chokidar } from 'chokidar'
import { expect, onTestFinished, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { type WatchMode, watchNotes } from './watch.ts'

const root = temporary()

/** Until the test is over. */
function watch(options: Parameters<typeof watchNotes>[0]): ReturnType<typeof watchNotes> {
  const watcher = watchNotes(options)
  onTestFinished(() => watcher.close())
  return watcher
}

async function watching(poll: boolean) {
  const dir = mkdtempSync(join(root, 'w-'))
  const seen = new Set<string>()
  const waiting = new Map<string, () => void>()
  const ready = Promise.withResolvers<WatchMode>()
  watch({
    dir,
    poll,
    pollMs: 100,
    onMode: (mode) => ready.resolve(mode),
    onChange: (paths) => {
      for (const path of paths) {
        seen.add(path)
        waiting.get(path)?.()
      }
    },
  })
  const mode = await ready.promise
  /** Resolves when every path has been told of since now. */
  const told = (...paths: string[]): Promise<unknown> => {
    for (const path of paths) seen.delete(path)
    return Promise.all(paths.map((path) => new Promise<void>((resolve) => waiting.set(path, resolve))))
  }
  const write = (path: string, text: string): void => writeFileSync(join(dir, path), text)
  return { dir, mode, seen, told, write }
}

/** A system without a watch to spare: the real watcher, which breaks off as chokidar tells it. */
const usedUp =
  (when: 'at once' | 'after a change') =>
  (path: string, options: ChokidarOptions): FSWatcher => {
    const made = chokidar(path, options)
    const error = Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), {
      code: 'ENOSPC',
    })
    if (when === 'at once') setImmediate(() => made.emit('error', error))
    else made.once('all', () => made.emit('error', error))
    return made
  }

test('used up at once: polling takes over, says why, and sees everything', async () => {
  const dir = mkdtempSync(join(root, 'w-'))
  const modes: string[] = []
  const ready = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const watcher = watch({
    dir,
    pollMs: 20,
    watch: usedUp('at once'),
    onMode: (mode, why) => {
      modes.push(`${mode}: ${why ?? ''}`)
      if (mode === 'polling') ready.resolve()
    },
    onChange: (paths) => paths.includes('memory/a.md') && told.resolve(),
  })
  await ready.promise
  expect(watcher.mode).toBe('polling')
  expect(modes).toContainEqual(expect.stringContaining('polling: ENOSPC'))
  mkdirSync(join(dir, 'memory'))
  writeFileSync(join(dir, 'memory/a.md'), 'a')
  await told.promise
})

test('broken off in between: the listener is asked to look, and later changes are told', async () => {
  const dir = mkdtempSync(join(root, 'w-'))
  mkdirSync(join(dir, 'memory'))
  const native = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  watch({
    dir,
    pollMs: 20,
    watch: usedUp('after a change'),
    onMode: (mode) => mode === 'native' && native.resolve(),
    onChange: (paths) => {
      if (paths.length === 0) asked.resolve()
      if (paths.includes('memory/b.md')) told.resolve()
    },
  })
  await native.promise
  writeFileSync(join(dir, 'memory/a.md'), 'a')
  await asked.promise
  writeFileSync(join(dir, 'memory/b.md'), 'b')
  await told.promise
})

test('a watcher that cannot even be made is replaced by polling too', async () => {
  const mode = Promise.withResolvers<string>()
  watch({
    dir: root,
    onChange: () => {},
    onMode: (now, why) => mode.resolve(`${now}: ${why}`),
    watch: () => {
      throw new Error('EMFILE: too many open files')
    },
  })
  expect(await mode.promise).toBe('polling: EMFILE: too many open files')
})

test.each([false, true])(
  'saves, renames, deletes and folders made later are told of; polling: %s',
  async (poll) => {
    const { dir, mode, seen, told, write } = await watching(poll)
    expect(mode).toBe(poll ? 'polling' : 'native')

    const first = told('MEMORY.md', 'memory/a.md', 'memory/deep/er/b.md')
    write('MEMORY.md', '1')
    mkdirSync(join(dir, 'memory/deep/er'), { recursive: true })
    for (const path of ['memory/a.md', 'memory/deep/er/b.md', 'memory/.hidden.md', 'memory/c.txt', 'other.md'])
      write(path, '1')
    await first

    const renamed = told('memory/a.md')
    renameSync(join(dir, 'memory/a.md'), join(dir, 'memory/a.md~'))
    write('memory/a.md', 'saved as vim does')
    rmSync(join(dir, 'memory/a.md~'))
    await renamed

    const bulk = Array.from({ length: 30 }, (_, index) => `memory/deep/${index}.md`)
    const made = told(...bulk)
    for (const path of bulk) write(path, '1')
    await made
    const gone = told(...bulk, 'memory/deep/er/b.md')
    rmSync(join(dir, 'memory/deep'), { recursive: true })
    await gone
    for (const path of ['memory/.hidden.md', 'memory/c.txt', 'other.md', 'memory/a.md~'])
      expect(seen).not.toContain(path)
  },
  120_000,
)
