import { expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { gather } from '../shared/bytes.ts'
import { chunks } from './read.ts'
import { encodeRecord, MAX_RECORD_BYTES } from './record.ts'
import { scanLines } from './scan.ts'

async function scan(bytes: Buffer, size = bytes.length) {
  const vfs = memVfs(new Disk())
  const file = await vfs.open('/file', 'create')
  await file.write(bytes)
  const found: string[] = []
  const end = await scanLines(file, { offset: 0, line: 1 }, size, (parts, start) => {
    for (const part of parts) {
      const what = part.kind === 'record' ? part.record.seq : part.why
      found.push(`${start.line}@${start.offset}: ${what}`)
    }
  })
  return { found, end }
}

const record = (seq: number, bytes = 10) => Buffer.from(encodeRecord({ seq, at: 0, payload: 'x'.repeat(bytes) }))

test('lines are found wherever the pieces that are read end', async () => {
  const lines = [record(1, 1_048_300), record(2), record(3, 3_000_000), record(4)]
  const { found, end } = await scan(Buffer.concat([...lines, Buffer.from('unfinished')]))
  expect(found.map((each) => each.replace(/.*: /, ''))).toEqual(['1', '2', '3', '4'])
  expect(end).toEqual({ offset: Buffer.concat(lines).length, line: 5 })
})

test('a line longer than any record is passed over without being held', async () => {
  const long = Buffer.alloc(MAX_RECORD_BYTES + 5_000_000, 97)
  const { found, end } = await scan(Buffer.concat([record(1), long, Buffer.from('\n'), record(2)]))
  expect(found).toEqual([
    '1@0: 1',
    `2@${record(1).length}: a line longer than any record`,
    `3@${record(1).length + long.length + 1}: 2`,
  ])
  expect(end.line).toBe(4)
})

test('reading a range ends where the file ends', async () => {
  const file = await memVfs(new Disk()).open('/file', 'create')
  await file.write(Buffer.from('short'))
  expect((await gather(chunks(file, 1, 100))).toString()).toBe('hort')
})

test('a file that turns out shorter than it was said to be ends where it ends', async () => {
  expect((await scan(record(1), 10_000)).end).toEqual({ offset: record(1).length, line: 2 })
  expect((await scan(Buffer.alloc(0), 0)).end).toEqual({ offset: 0, line: 1 })
})

test('a file is read by the mebibyte at most, and may come in pieces of any size', async () => {
  const bytes = Buffer.concat([record(1), record(2, 3_000_000), record(3)])
  const file = await memVfs(new Disk()).open('/file', 'create')
  await file.write(bytes)
  const seqs = async (most: (wanted: number) => number, size: number) => {
    const asked: number[] = []
    const found: unknown[] = []
    const pieces: typeof file = {
      ...file,
      read: (buffer, position) => {
        asked.push(buffer.length)
        return file.read(buffer.subarray(0, most(buffer.length)), position)
      },
    }
    await scanLines(pieces, { offset: 0, line: 1 }, size, (parts) => {
      for (const part of parts) found.push(part.kind === 'record' ? part.record.seq : part.why)
    })
    return { found, most: Math.max(...asked) }
  }
  expect(await seqs((wanted) => wanted, bytes.length)).toEqual({ found: [1, 2, 3], most: 1_048_576 })
  const one = record(1).length
  expect(await seqs(() => 1, one)).toEqual({ found: [1], most: one })
})

test('what an earlier read left behind in memory is no part of a shorter one', async () => {
  const bytes = Buffer.concat([record(1), record(2), record(3)])
  const file = await memVfs(new Disk()).open('/file', 'create')
  await file.write(bytes)
  // The second read ends where the first had a newline.
  const pieces = [record(1).length, record(1).length - 1]
  const short: typeof file = {
    ...file,
    stat: () => file.stat(),
    read: (buffer, position) => file.read(buffer.subarray(0, pieces.shift() ?? buffer.length), position),
  }
  const seqs: unknown[] = []
  await scanLines(short, { offset: 0, line: 1 }, bytes.length, (parts) => {
    for (const part of parts) seqs.push(part.kind === 'record' ? part.record.seq : part.why)
  })
  expect(seqs).toEqual([1, 2, 3])
})
