import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { gather } from '../shared/bytes.ts'
import { appendDurably, mend, quarantineName } from './append.ts'
import { writeWhole } from './atomic.ts'
import { lastAt, lastOfAny } from './log.ts'
import { BLOBS, manifestOf } from './manifest.ts'
import { measureStream } from './incoming.ts'
import { packedBytes, packedPlace } from './packed.ts'
import { placeOf, treeAt } from './paths.ts'
import { chunks } from './read.ts'
import { systemError } from '../../../test/crash/system-error.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'
import { encodeRecord } from './record.ts'
import type { VfsFile } from './vfs.ts'

const line = (seq: number, at = 0) => encodeRecord({ seq, at, payload: 'x' })
const setUp = () => {
  const disk = new Disk()
  const tree = treeAt(memVfs(disk), '/')
  const text = (path: string) => disk.find(path)?.data.toString('utf8', 0, disk.find(path)?.size)
  return { disk, tree, vfs: tree.vfs, text }
}

test('a stream is measured while it passes: hash, bytes, and lines as an editor counts them', async () => {
  const measured = async (...parts: string[]) => {
    const meter = measureStream(
      (async function* () {
        for (const part of parts) yield await Promise.resolve(Buffer.from(part))
      })(),
    )
    const passed = await gather(meter.chunks())
    return { passed: passed.toString(), ...meter.result() }
  }
  const of = (text: string, lines: number) => ({ passed: text, ref: hash('sha256', text), bytes: text.length, lines })
  expect(await measured('a\n', 'b\nc')).toEqual(of('a\nb\nc', 3))
  expect(await measured()).toEqual(of('', 0))
  expect(await measured('a')).toEqual(of('a', 1))
})

test('a range is read in pieces of a mebibyte', async () => {
  const { vfs } = setUp()
  const file = await vfs.open('/file', 'create')
  await file.write(Buffer.alloc(3_000_000, 1))
  const pieces = []
  for await (const piece of chunks(file, 500_000, 3_000_000)) pieces.push(piece.length)
  expect(pieces).toEqual([1_048_576, 1_048_576, 2_500_000 - 2 * 1_048_576])
})

describe('an unfinished end', () => {
  const mended = async (end: string) => {
    const { tree, vfs, text } = setUp()
    const file = await vfs.open('/file', 'create')
    await file.write(Buffer.from(line(1) + end))
    const from = line(1).length
    return { damage: await mend(tree, 'log/s.jsonl', file, { from, to: from + end.length }), text }
  }

  test('that is a record gets its newline', async () => {
    const { damage, text } = await mended(line(2).trimEnd())
    expect([damage, text('/file')]).toEqual([undefined, line(1) + line(2)])
  })

  test('that is none goes to the quarantine under the name of its file and is cut off', async () => {
    const end = line(2).slice(0, 50)
    const { damage, text } = await mended(end)
    const why = 'an unfinished record, moved to .quarantine'
    expect(damage).toEqual({ file: 'log/s.jsonl', offset: line(1).length, bytes: 50, why })
    expect(text('/file')).toBe(line(1))
    const name = quarantineName('log/s.jsonl', `${line(1).length}-${hash('sha256', end).slice(0, 16)}`)
    expect([name.startsWith('log@s.jsonl@'), text(`/.quarantine/${name}`)]).toEqual([true, end])
  })
})

describe('an append', () => {
  test('of a file that others have grown meanwhile is refused', async () => {
    const { vfs } = setUp()
    const file = await vfs.open('/file', 'create')
    await file.write(Buffer.from('abc'))
    await expect(appendDurably(file, Buffer.from('d'), 2)).rejects.toMatchObject({
      code: 'locked',
      details: { expected: 3, size: 4 },
    })
    expect(await appendDurably(file, Buffer.from('e'), 4)).toBeUndefined()
  })

  test('that can neither be made sure of nor taken back is taken back later, unless others have written behind it', async () => {
    const resolved = async (more: string, other = false) => {
      const { vfs, text } = setUp()
      const file = await vfs.open('/file', 'create')
      await file.write(Buffer.from('abc'))
      const broken: VfsFile = {
        ...file,
        stat: () => file.stat(),
        write: (data) => file.write(data),
        datasync: () => Promise.reject(new Error('sync')),
        truncate: () => Promise.reject(new Error('truncate')),
      }
      const doubt = await appendDurably(broken, Buffer.from('de'), 3)
      expect(doubt?.cause).toMatchObject({ message: 'sync' })
      await file.write(Buffer.from(more))
      await doubt?.resolve(other ? { ...broken, stat: async () => ({ ...(await file.stat()), id: 'x' }) } : file)
      return text('/file')
    }
    expect([await resolved(''), await resolved('f'), await resolved('', true)]).toEqual(['abc', 'abcdef', 'abcde'])
  })
})

test('the time of the last record is at the end of the file, or of the packed one', async () => {
  const { tree, vfs } = setUp()
  const last = lastOfAny(tree)
  const write = async (name: string, text: string) => writeWhole(tree, placeOf(name), [Buffer.from(text)])
  expect(await last(placeOf('none'))).toBeUndefined()
  await write('a', line(1, 5) + line(2, 7))
  await write('torn', line(1, 5) + line(2, 7).slice(0, 40))
  await write('one', line(1, 5))
  expect([await lastAt(tree, placeOf('a')), await lastAt(tree, placeOf('one'))]).toEqual([7, 5])
  expect(await lastAt(tree, placeOf('torn'))).toBeUndefined()
  await writeWhole(tree, packedPlace(placeOf('a')), [await packedBytes(Buffer.from(line(1, 3)))])
  expect(await last(placeOf('a'))).toBe(7)
  await vfs.unlink('/a')
  expect([await last(placeOf('a')), await last(placeOf('a'))]).toEqual([3, 3])
  await writeWhole(tree, packedPlace(placeOf('a')), [await packedBytes(Buffer.from(line(1, 4)))])
  expect(await last(placeOf('a'))).toBe(4)
})

test('the list of blobs: what was put is known, marked, unmarked and dropped once, and can be put again', async () => {
  const { tree } = setUp()
  await tree.makeFolder(BLOBS)
  const lease = { check: () => Promise.resolve() }
  const open = () => manifestOf(tree, processLocks(), () => 9)
  const [a, other] = [open(), open()]
  const ref = 'a'.repeat(64)
  const blob = { ref, bytes: 3, lines: 1, at: 1 }
  const known = async () => (await other.refresh(lease)).get(ref)
  const add = async (...operations: Parameters<typeof a.add>[0][]) => {
    for (const operation of operations) {
      await a.refresh(lease)
      await a.add(operation, lease)
    }
    return await known()
  }
  expect(await add({ op: 'mark', ref, at: 2 })).toBeUndefined()
  expect(await add({ op: 'put', ...blob })).toEqual(blob)
  expect(await add({ op: 'mark', ref, at: 2 })).toEqual({ ...blob, marked: 2 })
  expect(await add({ op: 'unmark', ref })).toEqual(blob)
  expect(await add({ op: 'mark', ref, at: 3 }, { op: 'drop', ref, at: 4, why: 'old' })).toEqual({ ...blob, dropped: 4 })
  expect(await add({ op: 'mark', ref, at: 5 })).toEqual({ ...blob, dropped: 4 })
  expect(await add({ op: 'put', ...blob, at: 6 })).toEqual({ ...blob, at: 6 })
  for (const odd of [
    { op: 'mark', ref: 'x', at: 1 },
    { op: 'mark', ref },
    { op: 'put', ref, at: 1, bytes: 3 },
    { op: 'put', ref, at: 1, lines: 3 },
    7,
  ])
    await a
      .refresh(lease)
      .then(() => a.add(odd as never, lease))
      .catch(() => undefined)
  expect((await open().refresh(lease)).get(ref)).toEqual({ ...blob, at: 6 })
})

test('a folder that cannot be made says why; one that another process made first is fine', async () => {
  const disk = new Disk()
  const failing = (code: string) => {
    const vfs = wrapVfs(memVfs(disk), async ({ name, path }, run) => {
      if (name === 'mkdir') throw systemError(code, name, path)
      return await run()
    })
    return treeAt(vfs, '/')
  }
  await expect(failing('EACCES').makeFolder(['a'])).rejects.toMatchObject({ code: 'EACCES' })
  await treeAt(memVfs(disk), '/').makeFolder(['a'])
  expect(await failing('EEXIST').makeFolder(['a'])).toBe('/a')
})

test('the name of a folder is made durable once by each who uses it, whoever made it', async () => {
  const disk = new Disk()
  const synced: string[] = []
  const vfs = wrapVfs(memVfs(disk), async ({ name, path }, run) => {
    if (name === 'syncDir') synced.push(path)
    return await run()
  })
  const calls = async (tree: ReturnType<typeof treeAt>, ...folder: string[]) => {
    synced.length = 0
    await tree.makeFolder(folder)
    return [...synced]
  }
  const [one, other] = [treeAt(vfs, '/'), treeAt(vfs, '/')]
  expect(await calls(one, 'a', 'b')).toEqual(['/', '/a'])
  expect([await calls(one, 'a', 'b'), await calls(one, 'a', 'c')]).toEqual([[], ['/a']])
  expect(await calls(other, 'a', 'b')).toEqual(['/', '/a'])
})
