import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { filesDriver, type FilesDriver } from './index.ts'
import { nodeVfs } from './node-vfs.ts'
import type { Vfs } from './vfs.ts'

const dir = temporary()
const open: FilesDriver[] = []
let places = 0

async function setUp() {
  const root = join(dir, `place-${++places}`)
  const make = async (vfs: Vfs = nodeVfs) => {
    const driver = await filesDriver({ dir: root, now: () => 7, zone: 'UTC', vfs })
    open.push(driver)
    return driver.notes
  }
  return { root, make, notes: await make() }
}
afterEach(async () => {
  for (const driver of open.splice(0)) await driver.close()
})

test('what a person writes with an editor is read, and a stale write does not replace it', async () => {
  const { root, notes } = await setUp()
  await notes.write('MEMORY.md', 'ours', { expect: undefined })
  const before = await notes.read('MEMORY.md')
  writeFileSync(join(root, 'MEMORY.md'), 'theirs')
  expect(await notes.write('MEMORY.md', 'ours again', { expect: before?.hash })).toEqual({
    conflict: (await notes.read('MEMORY.md'))?.hash,
  })
  expect(readFileSync(join(root, 'MEMORY.md'), 'utf8')).toBe('theirs')
})

test.each([['theirs'], [undefined]])(
  'a person who saves (%j) while we write wins, and no version is left of what did not happen',
  async (text) => {
    const { root, notes, make } = await setUp()
    await notes.write('MEMORY.md', 'first', { expect: undefined })
    const known = (await notes.read('MEMORY.md'))?.hash
    const meddling = await make({
      ...nodeVfs,
      open: async (path, mode) => {
        const file = await nodeVfs.open(path, mode)
        if (mode !== 'create' || !path.includes('.tmp-') || path.includes('.versions')) return file
        if (text === undefined) rmSync(join(root, 'MEMORY.md'))
        else writeFileSync(join(root, 'MEMORY.md'), text)
        return file
      },
    })
    expect(await meddling.write('MEMORY.md', 'second', { expect: known })).toEqual({
      conflict: (await notes.read('MEMORY.md'))?.hash,
    })
    expect((await notes.read('MEMORY.md'))?.text).toBe(text)
    expect(await notes.versions()).toHaveLength(1)
    expect(readdirSync(root).filter((name) => name.startsWith('.tmp-'))).toEqual([])
  },
)

test('a version is a file a person can read: a line about it, then the text, then what came instead', async () => {
  const { root, notes } = await setUp()
  const first = await notes.write('memory/a.md', '# One\ntext\n', { expect: undefined })
  await notes.write('memory/a.md', '# Two\n', { expect: 'hash' in first ? first.hash : '', why: 'better' })
  const [folder = ''] = readdirSync(join(root, '.versions'))
  const name =
    readdirSync(join(root, '.versions', folder))
      .toSorted()
      .at(-1) ?? ''
  const [about = '', ...text] = readFileSync(join(root, '.versions', folder, name), 'utf8').split('\n')
  expect(JSON.parse(about)).toMatchObject({ path: 'memory/a.md', at: 7, why: 'better' })
  expect(text.join('\n')).toBe('# One\ntext\n# Two\n')
})

test('foreign and broken files among the versions are passed over', async () => {
  const { root, notes } = await setUp()
  const first = await notes.write('MEMORY.md', 'one', { expect: undefined })
  await notes.write('MEMORY.md', 'two', { expect: 'hash' in first ? first.hash : '' })
  const [folder = ''] = readdirSync(join(root, '.versions'))
  for (const [name, text] of [
    ['00000008.md', 'no JSON\ntext'],
    ['00000009.md', '{"path":5}\n'],
    ['00000010.md', ''],
    ['notes.md', '{"path":"MEMORY.md","at":7}\nmine'],
  ] as const) {
    writeFileSync(join(root, '.versions', folder, name), text)
  }
  expect(await notes.versions()).toHaveLength(2)
  expect(await notes.version('MEMORY.md', '00000008')).toBeUndefined()
  expect(await notes.scrubVersions(() => undefined)).toBe(2)
  expect(await notes.versions()).toEqual([])
})

test('hidden and foreign names are not listed, and a missing folder is empty', async () => {
  const { root, notes } = await setUp()
  mkdirSync(join(root, 'memory/.obsidian'))
  writeFileSync(join(root, 'memory/.obsidian/config'), '{}')
  writeFileSync(join(root, 'memory/.hidden.md'), '')
  writeFileSync(join(root, 'memory/shown.md'), '')
  expect(await notes.list()).toEqual(['memory/shown.md'])
  rmSync(join(root, 'memory'), { recursive: true })
  expect(await notes.list()).toEqual([])
  expect(await notes.read('memory/shown.md')).toBeUndefined()
  expect(await notes.write('memory/again.md', 'x', { expect: undefined })).toHaveProperty('hash')
})

test('of one note the newest thousand versions are kept', async () => {
  const { root, notes } = await setUp()
  const first = await notes.write('MEMORY.md', 'one', { expect: undefined })
  const [folder = ''] = readdirSync(join(root, '.versions'))
  const names = () => readdirSync(join(root, '.versions', folder)).toSorted()
  for (let number = 2; number <= 1003; number++)
    writeFileSync(join(root, '.versions', folder, `${String(number).padStart(8, '0')}.md`), '{}')
  await notes.write('MEMORY.md', 'two', { expect: 'hash' in first ? first.hash : '' })
  expect(names()).toHaveLength(1000)
  expect([names().at(0), names().at(-1)]).toEqual(['00000005.md', '00001004.md'])
})

test('notes can be in their own folder, with their versions in the workspace', async () => {
  const [root, own] = [join(dir, `place-${++places}`), join(dir, `own-${places}`)]
  mkdirSync(own)
  const driver = await filesDriver({ dir: root, now: () => 7, zone: 'UTC', folders: { notes: own } })
  open.push(driver)
  await driver.notes.write('MEMORY.md', 'ours', { expect: undefined })
  expect(readFileSync(join(own, 'MEMORY.md'), 'utf8')).toBe('ours')
  expect(readdirSync(root)).not.toContain('MEMORY.md')
})

test('a lock with a name that is no plain word is refused', async () => {
  const driver = await filesDriver({ dir: join(dir, `place-${++places}`), now: () => 7, zone: 'UTC' })
  open.push(driver)
  await expect(driver.hold('../x', () => Promise.resolve(1))).rejects.toMatchObject({ code: 'bad-config' })
  expect(await driver.hold('x', () => Promise.resolve(1))).toBe(1)
})

test('MEMORY.md is the note, in another case only where it is missing; its time is whole milliseconds', async () => {
  const { root, notes } = await setUp()
  writeFileSync(join(root, 'Memory.md'), 'other')
  expect((await notes.read('MEMORY.md'))?.text).toBe('other')
  writeFileSync(join(root, 'MEMORY.md'), 'main')
  utimesSync(join(root, 'MEMORY.md'), 5, 5.0007)
  expect(await notes.read('MEMORY.md')).toMatchObject({ text: 'main', modified: 5_000 })
  for (const path of ['../x', 'memory/../x', 'other.md'])
    await expect(notes.read(path)).rejects.toMatchObject({ code: 'unsafe-path' })
})

test('a note moved here brings its versions, and its text where it has one', async () => {
  const { notes } = await setUp()
  const version = { path: 'memory/a.md', id: '00000003', at: 1, text: 'before' }
  await notes.adopt?.('memory/a.md', undefined, [version])
  await notes.adopt?.('memory/b.md', 'text', [])
  expect(await notes.list()).toEqual(['memory/b.md'])
  expect([(await notes.read('memory/b.md'))?.text, (await notes.versions()).map(({ id }) => id)]).toEqual([
    'text',
    ['00000003'],
  ])
})
