import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporary } from '../../../../test/temporary.ts'
import { scannerOf } from './scan.ts'

const root = temporary()
const folder = (): string => mkdtempSync(join(root, 'f-'))
/** So late that nothing is young any more. */
const later = (): number => Date.now() + 60_000

function setUp() {
  const dir = folder()
  mkdirSync(join(dir, 'memory'))
  writeFileSync(join(dir, 'MEMORY.md'), 'a')
  writeFileSync(join(dir, 'memory/2026-11-15.md'), 'b')
  return { dir, scanner: scannerOf(dir, later) }
}

test('the first scan finds every note; hidden names, other files and links are none', async () => {
  const { dir, scanner } = setUp()
  mkdirSync(join(dir, 'memory/deep/er'), { recursive: true })
  mkdirSync(join(dir, 'memory/.git'))
  for (const path of ['memory/deep/er/x.markdown', 'memory/.git/y.md', 'memory/.swp.md', 'memory/z.txt', 'other.md'])
    writeFileSync(join(dir, path), '')
  symlinkSync(join(dir, 'other.md'), join(dir, 'memory/link.md'))
  symlinkSync(dir, join(dir, 'memory/loop'))
  expect((await scanner.scan()).toSorted()).toEqual(['MEMORY.md', 'memory/2026-11-15.md', 'memory/deep/er/x.markdown'])
  expect(await scanner.scan()).toEqual([])
  expect(scanner.glance()).toEqual([])
})

test('a glance sees a save by rename, an edit in place, a new folder, a deleted one', async () => {
  const { dir, scanner } = setUp()
  await scanner.scan()
  writeFileSync(join(dir, 'memory/4913'), '')
  writeFileSync(join(dir, 'memory/2026-11-15.md~new'), 'b2')
  renameSync(join(dir, 'memory/2026-11-15.md'), join(dir, 'memory/2026-11-15.md~'))
  renameSync(join(dir, 'memory/2026-11-15.md~new'), join(dir, 'memory/2026-11-15.md'))
  expect(scanner.glance()).toEqual(['memory/2026-11-15.md'])
  appendFileSync(join(dir, 'MEMORY.md'), 'more')
  expect(scanner.glance()).toEqual(['MEMORY.md'])
  mkdirSync(join(dir, 'memory/new'))
  writeFileSync(join(dir, 'memory/new/a.md'), '')
  expect(scanner.glance()).toEqual(['memory/new/a.md'])
  rmSync(join(dir, 'memory/new'), { recursive: true })
  rmSync(join(dir, 'MEMORY.md'))
  expect(scanner.glance().toSorted()).toEqual(['MEMORY.md', 'memory/new/a.md'])
  rmSync(join(dir, 'memory'), { recursive: true })
  expect(scanner.glance()).toEqual(['memory/2026-11-15.md'])
  mkdirSync(join(dir, 'memory'))
  writeFileSync(join(dir, 'memory/back.md'), '')
  expect(scanner.glance()).toEqual(['memory/back.md'])
})

test('two changes within one tick of the clock are two changes', async () => {
  const dir = folder()
  mkdirSync(join(dir, 'memory'))
  writeFileSync(join(dir, 'memory/a.md'), 'one')
  const tick = statSync(join(dir, 'memory')).mtime
  utimesSync(join(dir, 'memory/a.md'), tick, tick)
  let now = tick.getTime() + 1
  const scanner = scannerOf(dir, () => now)
  await scanner.scan()
  // As a slow clock shows it: another note, and another text of the same length in place.
  writeFileSync(join(dir, 'memory/b.md'), 'new')
  writeFileSync(join(dir, 'memory/a.md'), 'two')
  for (const path of ['memory/b.md', 'memory/a.md', 'memory']) utimesSync(join(dir, path), tick, tick)
  now += 1000
  expect(scanner.glance().toSorted()).toEqual(['memory/a.md', 'memory/b.md'])
  expect(scanner.glance()).toEqual([])
})

test('whatever is done to the folder, glance and scan together miss nothing', async () => {
  const step = fc.record({
    path: fc.constantFrom('MEMORY.md', 'memory/a.md', 'memory/b.md', 'memory/x/c.md', 'memory/x/y/d.md'),
    size: fc.nat({ max: 3 }),
    look: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const dir = folder()
      const scanner = scannerOf(dir, later)
      const known = new Map<string, number>()
      const real = new Map<string, number>()
      let time = 1_000
      await scanner.scan()
      const learn = (paths: readonly string[]) => {
        for (const path of paths) {
          const size = real.get(path)
          if (size === undefined) known.delete(path)
          else known.set(path, size)
        }
      }
      for (const { path, size, look } of steps) {
        if (size === 0) {
          rmSync(join(dir, path), { force: true })
          real.delete(path)
        } else {
          mkdirSync(join(dir, path, '..'), { recursive: true })
          writeFileSync(join(dir, path), 'x'.repeat(size))
          utimesSync(join(dir, path), ++time, time)
          real.set(path, size)
        }
        learn(look ? scanner.glance() : await scanner.scan())
        expect(known).toEqual(real)
      }
      rmSync(dir, { recursive: true })
    }),
  )
})
