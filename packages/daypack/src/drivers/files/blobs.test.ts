import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemError } from '../../../test/crash/system-error.ts'
import { temporary } from '../../../test/temporary.ts'
import { filesDriver, type FilesDriver } from './index.ts'
import { nodeVfs } from './node-vfs.ts'
import { encodeRecord } from './record.ts'

const dir = temporary()
const open: FilesDriver[] = []
let places = 0
const NOW = 1_790_000_000_000

async function setUp() {
  const root = join(dir, `place-${++places}`)
  const clock = { at: NOW }
  const make = async (vfs = nodeVfs) => {
    const driver = await filesDriver({ dir: root, now: () => clock.at, zone: 'UTC', vfs })
    open.push(driver)
    return driver.blobs
  }
  const manifest = () =>
    readFileSync(join(root, 'tool_result/manifest.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { payload: { op: string } }).payload)
  return {
    root,
    clock,
    make,
    manifest,
    blobs: await make(),
    file: (ref: string) => join(root, 'tool_result', `${ref}.txt`),
  }
}
afterEach(async () => {
  for (const driver of open.splice(0)) await driver.close()
})

async function refs(blobs: FilesDriver['blobs']): Promise<string[]> {
  const found: string[] = []
  for await (const { ref } of blobs.list()) found.push(ref)
  return found
}

test('a blob is a plain file a person can read', async () => {
  const { blobs, file } = await setUp()
  const { ref } = await blobs.put('first line\nsecond line\n')
  expect(readFileSync(file(ref), 'utf8')).toBe('first line\nsecond line\n')
})

test('a blob that a crash kept from the list is taken in, from now on', async () => {
  const { root, blobs, clock, make } = await setUp()
  const { ref } = await blobs.put('orphan\n')
  rmSync(join(root, 'tool_result/manifest.jsonl'))
  clock.at += 1000
  for (const other of [await make(), blobs]) {
    expect(await other.info(ref)).toEqual({ ref, bytes: 7, lines: 2, at: clock.at })
    expect(await refs(other)).toEqual([ref])
  }
})

test('two that take in the same orphan agree', async () => {
  const { root, blobs, make, clock } = await setUp()
  const { ref } = await blobs.put('orphan')
  rmSync(join(root, 'tool_result/manifest.jsonl'))
  const [one, two] = [await make(), await make()]
  const infos = await Promise.all([one.info(ref), two.info(ref), refs(one), refs(two)])
  expect(infos.slice(0, 2)).toEqual([0, 1].map(() => ({ ref, bytes: 6, lines: 1, at: clock.at })))
})

test('bytes that are not those of the name are never handed out whole, never taken in, and healed by storing again', async () => {
  const { root, blobs, file } = await setUp()
  const { ref } = await blobs.put('what was stored')
  writeFileSync(file(ref), 'what was changed')
  await expect(blobs.get(ref)).rejects.toMatchObject({ code: 'damaged' })
  rmSync(join(root, 'tool_result/manifest.jsonl'))
  expect(await blobs.info(ref)).toBeUndefined()
  expect(await refs(blobs)).toEqual([])
  await blobs.put('what was stored')
  expect(Buffer.from((await blobs.get(ref)) as Uint8Array).toString()).toBe('what was stored')
})

test('every removal leaves a line that says why, before the file moves', async () => {
  const { root, blobs, manifest, make, file } = await setUp()
  const { ref } = await blobs.put('old')
  await blobs.mark(ref, 5)
  const broken = await make({ ...nodeVfs, rename: (_, to) => Promise.reject(systemError('EIO', 'rename', to)) })
  await expect(broken.drop(ref, 'not needed for 9 days', 7)).rejects.toMatchObject({ code: 'io' })
  expect(manifest().at(-1)).toEqual({ op: 'drop', ref, at: 7, why: 'not needed for 9 days' })
  expect(statSync(file(ref)).isFile()).toBe(true)
  expect(await blobs.info(ref)).toMatchObject({ gone: true })
  expect(await refs(blobs)).toEqual([])
  expect(readdirSync(join(root, '.trash'))).toEqual([`${ref}.txt`])
  await blobs.unmark(ref)
})

test('marks, renewals and returns are all in the list', async () => {
  const { blobs, manifest, make, clock } = await setUp()
  const { ref } = await blobs.put('x')
  await blobs.mark(ref, 1)
  await blobs.unmark(ref)
  await blobs.unmark(ref)
  await blobs.mark(ref, 2)
  await blobs.drop(ref, 'why', 3)
  clock.at += 5
  await blobs.put('x')
  expect(manifest().map(({ op }) => op)).toEqual(['put', 'mark', 'unmark', 'mark', 'drop', 'put'])
  expect(await (await make()).info(ref)).toEqual({ ref, bytes: 1, lines: 1, at: clock.at })
})

test('lines of the list that make no sense are passed over', async () => {
  const { root, blobs, make } = await setUp()
  const { ref } = await blobs.put('x')
  const lines = [
    null,
    7,
    { op: 'put', ref: 'short' },
    { op: 'put', ref },
    { op: 'put', ref, bytes: 1 },
    { op: 'put', ref, bytes: 9, at: 5 },
    { op: 'put', ref, bytes: 9, lines: 9 },
    { op: 'drop', ref },
    { op: 'mark', ref: 5 },
  ]
  const text = lines.map((payload, index) => encodeRecord({ seq: index + 2, at: 0, payload }))
  writeFileSync(join(root, 'tool_result/manifest.jsonl'), text.join(''), { flag: 'a' })
  const other = await make()
  expect(await other.info(ref)).toEqual({ ref, bytes: 1, lines: 1, at: NOW })
  expect(await other.put('y')).toMatchObject({ bytes: 1 })
})

test('G-159 what a killed write left half done is swept wherever it was going to', async () => {
  const { root, blobs } = await setUp()
  const name = '.tmp-00000000-0000-4000-8000-000000000000'
  const left = ['.', 'log', 'dialog', 'memory/deep/.versions'].map((folder) => join(root, folder, name))
  const theirs = join(root, 'memory/deep', '.tmp-mine')
  for (const file of [...left, theirs]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'what somebody forgot since')
    utimesSync(file, 1000, 1000)
  }
  await blobs.purge(2_000_000)
  expect([...left, theirs].filter((file) => existsSync(file))).toEqual([theirs])
})

test('leftovers of a crash are swept once they are old', async () => {
  const { root, blobs } = await setUp()
  const [old, young] = [0, 1].map((index) => `.tmp-00000000-0000-4000-8000-00000000000${index}`)
  for (const name of [old, young]) writeFileSync(join(root, 'tool_result', name ?? ''), 'half')
  utimesSync(join(root, 'tool_result', old ?? ''), 1000, 1000)
  writeFileSync(join(root, 'tool_result', 'readme'), 'not ours')
  expect(await blobs.purge(2_000_000)).toBe(0)
  expect(readdirSync(join(root, 'tool_result')).toSorted()).toEqual([young, 'readme'])
  await blobs.put('x')
  const { ref } = await blobs.put('y')
  await blobs.mark(ref, 0)
  await blobs.drop(ref, 'x', 10)
  writeFileSync(join(root, '.trash', 'foreign'), 'not ours')
  expect(await blobs.purge(11)).toBe(1)
  expect(readdirSync(join(root, '.trash'))).toEqual(['foreign'])
})

test('a blob that vanishes between being found and being placed is written after all', async () => {
  const { blobs, make, file } = await setUp()
  const { ref } = await blobs.put('same bytes')
  let looked = false
  const other = await make({
    ...nodeVfs,
    // Its first look at the list of blobs comes after it has found the file intact.
    open: async (path, mode) => {
      if (path.endsWith('manifest.jsonl') && !looked) rmSync(file(ref))
      looked ||= path.endsWith('manifest.jsonl')
      return await nodeVfs.open(path, mode)
    },
  })
  await other.put('same bytes')
  expect(readFileSync(file(ref), 'utf8')).toBe('same bytes')
})

test('storing a stream needs no more memory than its pieces', async () => {
  const { blobs } = await setUp()
  const piece = Buffer.alloc(1 << 20, 'streamed line\n')
  const stream = async function* () {
    for (let count = 0; count < 64; count++) yield piece
  }
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watched = async function* () {
    for await (const each of stream()) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      yield each
    }
  }
  const info = await blobs.put(watched())
  expect(info.bytes).toBe(64 << 20)
  expect(most).toBeLessThan(24 << 20)
  const range = await blobs.get(info.ref, { from: (50 << 20) + 1, to: (50 << 20) + 15 })
  expect(Buffer.from(range as Uint8Array).equals(piece.subarray(1, 15))).toBe(true)
})

test('F-74: a blob somebody deleted by hand is missing, not removed by retention', async () => {
  const { blobs, file, clock } = await setUp()
  const [lost, dropped] = [await blobs.put('lost'), await blobs.put('dropped')]
  rmSync(file(lost.ref))
  expect([await blobs.get(lost.ref), await blobs.info(lost.ref)]).toEqual([undefined, undefined])
  expect(await refs(blobs)).toEqual([dropped.ref])
  for (const { ref } of [lost, dropped]) {
    await blobs.mark(ref, clock.at)
    expect(await blobs.drop(ref, 'old', clock.at)).toBe(true)
    expect(await blobs.get(ref)).toMatchObject({ gone: true })
  }
})

test('a name that is no ref is neither found nor erased', async () => {
  const { root, blobs } = await setUp()
  writeFileSync(join(root, 'keep.txt'), 'not a blob')
  for (const name of ['../keep', '', 'A'.repeat(64), 'a'.repeat(63)]) {
    expect(await blobs.erase(name, 'asked', 1)).toBe(false)
    expect([await blobs.info(name), await blobs.get(name)]).toEqual([undefined, undefined])
  }
  expect(readFileSync(join(root, 'keep.txt'), 'utf8')).toBe('not a blob')
})

test('a blob that was dropped and brought back meanwhile stays where it is', async () => {
  const { blobs, make, file } = await setUp()
  const { ref } = await blobs.put('same bytes')
  await blobs.mark(ref, 5)
  const broken = await make({ ...nodeVfs, rename: (_, to) => Promise.reject(systemError('EIO', 'rename', to)) })
  await expect(broken.drop(ref, 'old', 7)).rejects.toMatchObject({ code: 'io' })
  let isBack = false
  const slow = await make({
    ...nodeVfs,
    // Another process stores it again after this one has read the folder.
    readdir: async (path) => {
      const names = await nodeVfs.readdir(path)
      if (!isBack && path.endsWith('tool_result')) {
        isBack = true
        await refs(slow)
        await blobs.put('same bytes')
      }
      return names
    },
  })
  await refs(slow)
  expect(readFileSync(file(ref), 'utf8')).toBe('same bytes')
})

test('bytes that were changed are written again though they are listed, those that are there only where they are not', async () => {
  const { root, blobs, make, file } = await setUp()
  const { ref } = await blobs.put('what was stored')
  writeFileSync(file(ref), 'what was changed')
  let renamed = 0
  const rename = async (from: string, to: string) => {
    renamed++
    await nodeVfs.rename(from, to)
  }
  const other = await make({ ...nodeVfs, rename })
  const counts: number[] = []
  for (const harm of [() => {}, () => {}, () => rmSync(join(root, 'tool_result/manifest.jsonl'))]) {
    harm()
    await other.put('what was stored')
    counts.push(renamed)
  }
  expect(counts).toEqual([1, 1, 2])
  expect(readFileSync(file(ref), 'utf8')).toBe('what was stored')
})

test('what could not be placed is not left behind', async () => {
  const { root, make } = await setUp()
  const broken = await make({ ...nodeVfs, rename: (_, to) => Promise.reject(systemError('EIO', 'rename', to)) })
  const stream = async function* () {
    yield await Promise.resolve(Buffer.from('streamed'))
  }
  for (const data of ['text', stream()]) await expect(broken.put(data)).rejects.toMatchObject({ code: 'io' })
  expect(readdirSync(join(root, 'tool_result'))).toEqual([])
})
