import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { type WatchMode, watchNotes } from './watch.ts'

const root = temporary()

async function watching(poll: boolean) {
  const dir = mkdtempSync(join(root, 'w-'))
  const seen = new Set<string>()
  const waiting = new Map<string, () => void>()
  const ready = Promise.withResolvers<WatchMode>()
  const watcher = watchNotes({
    dir,
    poll,
    onMode: (mode) => ready.resolve(mode),
    onChange: (paths) => {
      for (const path of paths) {
        seen.add(path)
        waiting.get(path)?.()
      }
    },
  })
  onTestFinished(() => watcher.close())
  const mode = await ready.promise
  /** Resolves when every path has been told of since now. */
  const told = (...paths: string[]): Promise<unknown> => {
    for (const path of paths) seen.delete(path)
    return Promise.all(paths.map((path) => new Promise<void>((resolve) => waiting.set(path, resolve))))
  }
  const write = (path: string, text: string): void => writeFileSync(join(dir, path), text)
  return { dir, mode, seen, told, write }
}

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
