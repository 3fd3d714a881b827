import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { filesDriver, type FilesDriver } from './index.ts'
import { nodeVfs } from './node-vfs.ts'
import { treeAt } from './paths.ts'

const dir = temporary()
let places = 0
const SECRET = 'not yours'
const UNTOUCHED = { 'secret.md': SECRET, 'sub/secret.md': SECRET, 'only-outside.md': SECRET }

/** A workspace beside a folder that nobody may read or write through it. */
async function setUp() {
  const place = join(dir, `place-${++places}`)
  const [root, outside, sibling] = [join(place, 'w'), join(place, 'outside'), join(place, 'w-sibling')]
  for (const each of [outside, sibling]) {
    mkdirSync(join(each, 'sub'), { recursive: true })
    for (const name of Object.keys(UNTOUCHED)) writeFileSync(join(each, name), SECRET)
  }
  const driver = await filesDriver({ dir: root, now: () => 0, zone: 'UTC' })
  return { root, outside, sibling, driver }
}

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length + 1),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  )
}

/** Every operation that takes a path, a session or a ref; answers what they gave away. */
async function tryEverything(driver: FilesDriver, name: string): Promise<string> {
  const { log, blobs, days, notes } = driver
  const entry = { seq: 1, at: 0, kind: 'mark', name: 'x' } as const
  const calls: (() => Promise<unknown>)[] = [
    () => notes.read(name),
    () => notes.write(name, 'escaped', { expect: undefined }),
    () => notes.remove(name, { expect: 'x' }),
    () => notes.version(name, '00000001'),
    () => notes.version('MEMORY.md', name),
    () => notes.versions(name),
    () => log.read(name),
    () => log.append(name, [entry], { expect: 0 }),
    () => log.remove(name),
    () => blobs.get(name),
    () => blobs.info(name),
    () => blobs.mark(name, 0),
    () => blobs.drop(name, 'x', 0),
    () => days.read(name),
  ]
  const answers: unknown[] = []
  for (const call of calls) {
    answers.push(
      await call().catch((error: unknown) => {
        expect(error).toMatchObject({ name: 'DaypackError' })
        return undefined
      }),
    )
  }
  return JSON.stringify(answers)
}

const PARTS = [
  '..',
  '.',
  '',
  'memory',
  'MEMORY.md',
  'secret.md',
  'sub',
  'outside',
  'w-sibling',
  'w',
  '%2e%2e',
  '..%2f',
  '\u0000',
  '~',
  'C:',
  '/etc/passwd',
  '\\..\\',
  '．．',
  '\u2024\u2024',
  'x'.repeat(300),
  '...',
  '.. ',
  'é',
  'e\u0301',
  'proc',
  'self',
  'fd',
  '\n',
  '\u202e',
  'con',
  'NUL',
]

describe('paths in calls', () => {
  test('no name leads outside, whatever it is made of', async () => {
    const { outside, sibling, driver } = await setUp()
    const names = fc.tuple(
      fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('/', '\\', '//'),
    )
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.constantFrom('', 'memory/', '/', '../', 'file://'),
        async ([parts, separator], start) => {
          expect(await tryEverything(driver, start + parts.join(separator))).not.toContain(SECRET)
        },
      ),
      { numRuns: 150 },
    )
    expect(contents(outside)).toEqual(UNTOUCHED)
    expect(contents(sibling)).toEqual(UNTOUCHED)
    await driver.close()
  })
})

describe('symlinks in the workspace', () => {
  const spots = ['log', 'tool_result', 'dialog', 'memory', 'memory/sub', '.versions', '.quarantine', '.trash']

  test.each(spots)('%s as a link to a folder outside is never followed', async (spot) => {
    const { root, outside, driver } = await setUp()
    await driver.notes.write('memory/sub/secret.md', 'mine', { expect: undefined })
    const { ref } = await driver.blobs.put('mine')
    await driver.blobs.mark(ref, 0)
    rmSync(join(root, spot), { recursive: true, force: true })
    symlinkSync(outside, join(root, spot))
    const again = await filesDriver({ dir: root, now: () => 0, zone: 'UTC' }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'unsafe-path' })
      return undefined
    })
    for (const each of [driver, again].filter((one) => one !== undefined)) {
      for (const name of ['memory/sub/secret.md', 'memory/secret.md', 'MEMORY.md', 'secret', ref]) {
        expect(await tryEverything(each, name)).not.toContain(SECRET)
      }
      expect(JSON.stringify(await each.notes.list().catch(() => []))).not.toContain('only-outside')
      await each.blobs.drop(ref, 'x', 0).catch(() => undefined)
      await each.close()
    }
    expect(contents(outside)).toEqual(UNTOUCHED)
  })

  test('a file that is a link is neither read nor written through', async () => {
    const { root, outside, driver } = await setUp()
    const target = join(outside, 'secret.md')
    const ref = 'a'.repeat(64)
    const links = [
      'MEMORY.md',
      'memory/link.md',
      'log/s.jsonl',
      `tool_result/${ref}.txt`,
      'tool_result/manifest.jsonl',
      'dialog/1970-01-01.jsonl',
    ]
    for (const link of links) symlinkSync(target, join(root, link))
    await expect(driver.notes.read('MEMORY.md')).rejects.toMatchObject({ code: 'unsafe-path' })
    await expect(driver.notes.write('memory/link.md', 'x', { expect: undefined })).rejects.toMatchObject({
      code: 'unsafe-path',
    })
    await expect(driver.log.read('s')).rejects.toMatchObject({ code: 'unsafe-path' })
    await expect(driver.log.append('s', [], { expect: 0 })).rejects.toMatchObject({ code: 'unsafe-path' })
    await expect(driver.blobs.get(ref)).rejects.toMatchObject({ code: 'unsafe-path' })
    await expect(driver.blobs.put('x')).rejects.toMatchObject({ code: 'unsafe-path' })
    await expect(driver.days.read('1970-01-01')).rejects.toMatchObject({ code: 'unsafe-path' })
    expect(await driver.notes.list()).toEqual([])
    expect(await driver.log.sessions()).toEqual([])
    expect(await driver.days.days()).toEqual([])
    await driver.close()
    expect(contents(outside)).toEqual(UNTOUCHED)
  })

  test('a dangling link is no place for a new file', async () => {
    const { root, outside, driver } = await setUp()
    symlinkSync(join(outside, 'new.md'), join(root, 'memory/new.md'))
    await expect(driver.notes.write('memory/new.md', 'x', { expect: undefined })).rejects.toMatchObject({
      code: 'unsafe-path',
    })
    expect(existsSync(join(outside, 'new.md'))).toBe(false)
    await driver.close()
  })

  test('pipes and folders in place of files are refused, without waiting for anybody', async () => {
    const { root, driver } = await setUp()
    execFileSync('mkfifo', [join(root, 'memory/pipe.md'), join(root, 'log/pipe.jsonl')])
    mkdirSync(join(root, 'memory/folder.md'))
    await expect(driver.notes.read('memory/pipe.md')).rejects.toMatchObject({ code: 'unsafe-path' })
    await expect(driver.log.read('pipe')).rejects.toMatchObject({ code: 'unsafe-path' })
    await expect(driver.notes.read('memory/folder.md')).rejects.toMatchObject({ code: 'unsafe-path' })
    expect(await driver.notes.list()).toEqual([])
    await driver.close()
  })
})

test('a folder swapped for a link while a file is being opened is noticed', async () => {
  const { root, outside } = await setUp()
  const swap = () => {
    renameSync(join(root, 'memory'), join(root, 'moved'))
    symlinkSync(outside, join(root, 'memory'))
  }
  let swapped = false
  const vfs: typeof nodeVfs = {
    ...nodeVfs,
    open: (path, mode) => {
      if (!swapped) swap()
      swapped = true
      return nodeVfs.open(path, mode)
    },
  }
  await expect(treeAt(vfs, root).open({ folder: ['memory'], name: 'secret.md' }, 'read')).rejects.toMatchObject({
    code: 'unsafe-path',
  })
})

test('a tree makes folders once, and passes on what else goes wrong', async () => {
  const root = join(dir, 'tree')
  mkdirSync(root)
  const tree = treeAt(nodeVfs, root)
  expect(await Promise.all([tree.makeFolder(['a', 'b']), tree.makeFolder(['a', 'b'])])).toEqual(
    Array(2).fill(join(root, 'a/b')),
  )
  writeFileSync(join(root, 'file'), '')
  await expect(tree.makeFolder(['file', 'b'])).rejects.toMatchObject({ code: 'ENOTDIR' })
  rmSync(root, { recursive: true })
  await expect(tree.makeFolder([])).rejects.toMatchObject({ code: 'not-found' })
})
