import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { systemError } from '../../../test/crash/system-error.ts'
import { temporary } from '../../../test/temporary.ts'
import { systemZone } from '../../model/day.ts'
import { filesDriver, type FilesDriver, type FilesDriverOptions } from './index.ts'
import { nodeVfs } from './node-vfs.ts'
import { openWorkspace } from './workspace.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'

const dir = temporary()
const open: FilesDriver[] = []
let places = 0
const place = () => join(dir, `place-${++places}`)

async function driverAt(at: string, options: Partial<FilesDriverOptions> = {}): Promise<FilesDriver> {
  const driver = await filesDriver({ dir: at, now: () => 0, ...options })
  open.push(driver)
  return driver
}
afterEach(async () => {
  for (const driver of open.splice(0)) await driver.close()
})

const mode = (path: string) => (statSync(path).mode & 0o7777).toString(8)

describe('modes', () => {
  // Umasks that take rights from the owner too are rare, but nothing may depend on that.
  test.each([0o000, 0o022, 0o077, 0o777])('files are 0600 and folders 0700 under umask %o', async (umask) => {
    const before = process.umask(umask)
    const root = join(place(), 'made/on/the/way')
    try {
      const driver = await driverAt(root)
      await driver.log.append('s', [{ seq: 1, at: 0, kind: 'mark', name: 'x' }], { expect: 0 })
      const { ref } = await driver.blobs.put('text')
      await driver.blobs.mark(ref, 0)
      await driver.blobs.drop(ref, 'test', 0)
      await driver.blobs.put(
        (async function* () {
          yield Buffer.from('stream')
        })(),
      )
      await driver.days.append([{ session: 's', seq: 1, at: 0, sha256: 'x', message: null }])
      const first = await driver.notes.write('memory/deep/note.md', 'one', { expect: undefined })
      await driver.notes.write('memory/deep/note.md', 'two', { expect: 'hash' in first ? first.hash : '' })
      writeFileSync(join(root, 'log/torn.jsonl'), '{"seq":', { mode: 0o600 })
      chmodSync(join(root, 'log/torn.jsonl'), 0o600)
      await driver.log.read('torn')
      await driver.close()
    } finally {
      process.umask(before)
    }
    const entries = readdirSync(root, { recursive: true, withFileTypes: true })
    const found = new Set(
      entries.map((entry) => `${entry.isFile() ? 'file' : 'folder'} ${mode(join(entry.parentPath, entry.name))}`),
    )
    expect(found).toEqual(new Set(['file 600', 'folder 700']))
    expect(entries.length).toBeGreaterThan(20)
    expect(mode(root)).toBe('700')
    expect(mode(join(root, '..'))).toBe('700')
  })

  test('a folder of ours that others may write to is closed to them, and otherwise left as it is', async () => {
    const root = place()
    mkdirSync(root)
    chmodSync(root, 0o777)
    await driverAt(root)
    expect(mode(root)).toBe('755')
  })

  test.skipIf(process.getuid?.() !== 0)(
    'a folder of somebody else that others may write to is refused (needs root to set up)',
    async () => {
      const root = place()
      mkdirSync(root)
      chownSync(root, 4242, 4242)
      chmodSync(root, 0o770)
      await expect(driverAt(root)).rejects.toMatchObject({ code: 'unsafe-path' })
      expect(readdirSync(root)).toEqual([])
      chmodSync(root, 0o750)
      await driverAt(root)
    },
  )
})

describe('the zone', () => {
  test('is stored with the workspace, and stays', async () => {
    const root = place()
    expect((await driverAt(root, { zone: 'Asia/Kathmandu' })).zone).toBe('Asia/Kathmandu')
    expect((await driverAt(root, { zone: 'Europe/Rome' })).zone).toBe('Asia/Kathmandu')
    expect((await driverAt(root)).zone).toBe('Asia/Kathmandu')
    expect(JSON.parse(readFileSync(join(root, 'daypack.json'), 'utf8'))).toEqual({
      format: 'daypack',
      kind: 'workspace',
      version: 1,
      zone: 'Asia/Kathmandu',
    })
  })

  test("is this machine's when nobody names one", async () => {
    expect((await driverAt(place())).zone).toBe(systemZone())
  })

  test('is the same for all who make the workspace at the same time', async () => {
    const root = place()
    const drivers = await Promise.all(['Asia/Tokyo', 'Europe/Rome', 'UTC'].map((zone) => driverAt(root, { zone })))
    expect(new Set(drivers.map(({ zone }) => zone)).size).toBe(1)
  })

  test('must be one', async () => {
    await expect(driverAt(place(), { zone: 'Mars/Olympus' })).rejects.toMatchObject({ code: 'bad-config' })
  })

  test.each([
    ['{"version":1,"zone":"Mars/Olympus"}', 'damaged'],
    ['{"version":1}', 'damaged'],
    ['null', 'damaged'],
    ['{"zone', 'damaged'],
    ['', 'damaged'],
    ['{"version":3,"zone":"UTC"}', 'unsupported'],
  ])('daypack.json holding %s is %s', async (text, code) => {
    const root = place()
    mkdirSync(root, { mode: 0o700 })
    writeFileSync(join(root, 'daypack.json'), text)
    await expect(driverAt(root)).rejects.toMatchObject({ code })
    expect(readFileSync(join(root, 'daypack.json'), 'utf8')).toBe(text)
  })
})

describe('where it can be', () => {
  test('a parent that is none of our business is left alone, other trouble is passed on', async () => {
    const root = place()
    mkdirSync(root, { mode: 0o700 })
    const failing = (code: string) => ({
      ...nodeVfs,
      syncDir: (path: string) =>
        path === dir ? Promise.reject(systemError(code, 'open', path)) : nodeVfs.syncDir(path),
    })
    await driverAt(root, { vfs: failing('EACCES') })
    await driverAt(root, { vfs: failing('EPERM') })
    await expect(driverAt(root, { vfs: failing('EIO') })).rejects.toMatchObject({ code: 'io' })
  })

  test('a link to a folder is fine: it is resolved once', async () => {
    const [target, link] = [place(), place()]
    mkdirSync(target, { mode: 0o700 })
    symlinkSync(target, link)
    const driver = await driverAt(link)
    const { ref } = await driver.blobs.put('x')
    expect(driver.blobs.path(ref)).toBe(join(target, 'tool_result', `${ref}.txt`))
  })

  test('a file, or a place where nothing can be made, is refused', async () => {
    const file = place()
    writeFileSync(file, '')
    await expect(driverAt(file)).rejects.toMatchObject({ name: 'DaypackError' })
    await expect(driverAt(join(file, 'below'))).rejects.toMatchObject({ name: 'DaypackError' })
    const vfs = { ...nodeVfs, mkdir: (path: string) => Promise.reject(systemError('ENOENT', 'mkdir', path)) }
    await expect(driverAt(place(), { vfs })).rejects.toMatchObject({ code: 'io' })
  })
})

test('closing waits for what is under way, refuses what comes later, and may be asked twice', async () => {
  const driver = await driverAt(place())
  const under = [driver.blobs.put('x'.repeat(1_000_000)), driver.notes.write('MEMORY.md', 'x', { expect: undefined })]
  await Promise.all([driver.close(), driver.close()])
  await Promise.all(under)
  await expect(driver.blobs.put('y')).rejects.toMatchObject({ code: 'closed' })
  await expect(
    (async () => {
      for await (const _ of driver.blobs.list());
    })(),
  ).rejects.toMatchObject({ code: 'closed' })
})

test('G-46: .daypack in a repository is ignored by git, and what somebody wrote there stays', async () => {
  const own = join(place(), '.daypack')
  await driverAt(own)
  expect(readFileSync(join(own, '.gitignore'), 'utf8')).toBe('*\n')
  const other = join(place(), '.daypack')
  mkdirSync(other, { recursive: true, mode: 0o700 })
  writeFileSync(join(other, '.gitignore'), 'log\n')
  await driverAt(other)
  expect(readFileSync(join(other, '.gitignore'), 'utf8')).toBe('log\n')
  const named = place()
  await driverAt(named)
  expect(readdirSync(named)).not.toContain('.gitignore')
})

test('a folder of somebody else says whose it is, and its mode as people write it', async () => {
  const disk = new Disk()
  const vfs = wrapVfs(memVfs(disk), (_, run) => run())
  const mine = process.getuid?.() ?? 0
  const stat = async (path: string) => ({ ...(await vfs.stat(path)), mode: 0o40777, uid: mine + 1 })
  await expect(openWorkspace({ ...vfs, stat, fsType: async () => 0 }, '/w')).rejects.toMatchObject({
    code: 'unsafe-path',
    details: { uid: mine + 1, mode: '40777' },
  })
})

test.each([
  ['dialog', true],
  ['talk', true],
  ['my-talk.d/v1', true],
  ['_talk', true],
  ['log', false],
  ['.hidden', false],
  ['a/.hidden', false],
  ['a/../b', false],
  ['/a', false],
  ['a/', false],
  ['', false],
  ['a b', false],
])('day files in %j: %j', async (dialog, isFine) => {
  const opened = openWorkspace(memVfs(new Disk()), '/w', { dialog })
  if (isFine) expect(await (await opened).folder(['dialog'])).toBe(`/w/${dialog}`)
  else await expect(opened).rejects.toMatchObject({ code: 'bad-config' })
})

test('two kinds of files do not share a folder', async () => {
  const names = { dialog: 'own', tool_result: 'own' }
  await expect(openWorkspace(memVfs(new Disk()), '/w', names)).rejects.toMatchObject({ code: 'bad-config' })
})

test('every file system of a network is refused, however its number is signed', async () => {
  const vfs = memVfs(new Disk())
  const numbers = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x0bd00bd0]
  for (const type of numbers.flatMap((number) => [number, number | 0]))
    await expect(openWorkspace({ ...vfs, fsType: async () => type }, '/w')).rejects.toMatchObject({
      code: 'unsupported',
    })
})

test.each([
  [0o40700, undefined],
  [0o40755, undefined],
  [0o40720, 0o40700],
  [0o40702, 0o40700],
  [0o40775, 0o40755],
])('a folder of mode %o is opened, with its mode made %o', async (found, made) => {
  const vfs = memVfs(new Disk())
  const modes: number[] = []
  const stat = async (path: string) => ({ ...(await vfs.stat(path)), mode: found })
  await openWorkspace({ ...vfs, stat, chmod: async (_, mode) => void modes.push(mode) }, '/w')
  expect(modes).toEqual(made === undefined ? [] : [made])
})

test('closing hurries those who wait, lets go when all is done, and only once; so does a workspace that is none', async () => {
  const steps: string[] = []
  const locks = () => ({ ...processLocks(), hurry: () => steps.push('hurry'), close: () => steps.push('close') })
  const options = { vfs: memVfs(new Disk()), zone: 'UTC', locks }
  const driver = await filesDriver({ dir: '/w', now: () => 0, ...options })
  const work = driver.hold('x', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    steps.push('done')
  })
  await Promise.all([driver.close(), driver.close(), work])
  expect(steps).toEqual(['hurry', 'done', 'close'])
  await expect(driver.hold('x', async () => undefined)).rejects.toMatchObject({ code: 'closed' })
  await expect(filesDriver({ dir: '/o', now: () => 0, ...options, zone: 'Mars/Olympus' })).rejects.toThrow(/Mars/)
  expect(steps).toEqual(['hurry', 'done', 'close', 'close'])
})
