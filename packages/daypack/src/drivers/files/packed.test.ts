import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { writeWhole } from './atomic.ts'
import { lastPiece, packedBytes, packedPlace, piecesIn, readPacked, unpackBytes, unpackedName } from './packed.ts'
import { treeAt } from './paths.ts'
import { encodeRecord } from './record.ts'

const PIECE = 256 * 1024
const place = { folder: [], name: 'log.jsonl' }
const line = (seq: number, bytes = 100) => encodeRecord({ seq, at: 0, payload: 'x'.repeat(bytes) })
const linesOf = (...seqs: number[]) => Buffer.from(seqs.map((seq) => line(seq)).join(''))

async function stored(packed: Buffer) {
  const tree = treeAt(memVfs(new Disk()), '/')
  await writeWhole(tree, packedPlace(place), [packed])
  return tree
}
const read = async (packed: Buffer, after = 0) => {
  const found = await readPacked(await stored(packed), place, after, () => true)
  return found && { ...found, records: found.records.map(({ seq, line: at }) => `${seq}@${at}`) }
}
const damaged = (packed: Buffer) => {
  const bytes = Buffer.from(packed)
  bytes[bytes.length - 12] = (bytes.at(-12) ?? 0) ^ 255
  return bytes
}

test('a packed file has its own name, and its lines come back in pieces that end with a line', async () => {
  expect(packedPlace(place)).toEqual({ folder: [], name: 'log.jsonl.gz' })
  expect([unpackedName('log.jsonl.gz'), unpackedName('log.jsonl')]).toEqual(['log.jsonl', 'log.jsonl'])
  const lines = Buffer.from(Array.from({ length: 3_000 }, (_, at) => line(at)).join(''))
  const pieces = [...piecesIn(await packedBytes(lines))]
  expect(pieces.length).toBe(Math.ceil(lines.length / (PIECE + 200)))
  for (const { bytes } of pieces.slice(0, -1)) {
    expect(bytes?.at(-1)).toBe(10)
    expect(bytes?.length).toBeGreaterThanOrEqual(PIECE)
    expect(bytes?.length).toBeLessThan(PIECE + 250)
  }
  expect(unpackBytes(await packedBytes(lines))?.equals(lines)).toBe(true)
  expect((await packedBytes(Buffer.alloc(0))).length).toBe(0)
  const noEnd = Buffer.from('no newline at the end')
  expect(unpackBytes(await packedBytes(noEnd))?.equals(noEnd)).toBe(true)
})

test('records are read with their lines, from a number on', async () => {
  const packed = await packedBytes(linesOf(1, 2, 3))
  expect(await read(packed)).toEqual({ records: ['1@1', '2@2', '3@3'], head: 3, damage: [] })
  expect((await read(packed, 2))?.records).toEqual(['3@3'])
  const none = treeAt(memVfs(new Disk()), '/')
  expect(await readPacked(none, place, 0, () => true)).toBeUndefined()
  expect((await lastPiece(none, place)).length).toBe(0)
})

test('a damaged piece costs itself, and is told with its place; what follows has the right lines', async () => {
  const [one, two, three] = [linesOf(1, 2), linesOf(3, 4), linesOf(5)]
  const [a, b, c] = [await packedBytes(one), await packedBytes(two), await packedBytes(three)]
  const found = await read(Buffer.concat([a, damaged(b), c]))
  expect(found?.records).toEqual(['1@1', '2@2', '5@3'])
  const why = 'a compressed piece that cannot be read'
  expect(found?.damage).toEqual([{ file: 'log.jsonl.gz', offset: a.length, bytes: b.length, why }])
  expect(unpackBytes(Buffer.concat([a, damaged(b), c]))).toBeUndefined()
  const twice = await read(Buffer.concat([await packedBytes(one), await packedBytes(linesOf(2, 3))]))
  const offset = one.length
  expect(twice?.damage).toEqual([{ file: 'log.jsonl.gz', offset, bytes: line(2).length - 1, why: 'repeats seq 2' }])
})

test('the last piece is found from the end; damage there, and there is none', async () => {
  const [a, b] = [await packedBytes(linesOf(1, 2)), await packedBytes(linesOf(3))]
  expect((await lastPiece(await stored(Buffer.concat([a, b])), place)).equals(linesOf(3))).toBe(true)
  expect((await lastPiece(await stored(a), place)).equals(linesOf(1, 2))).toBe(true)
  expect((await lastPiece(await stored(Buffer.concat([a, damaged(b)])), place)).length).toBe(0)
})

test('the bytes of a header inside of a piece are no piece', async () => {
  const header = gzipSync(Buffer.alloc(0)).subarray(0, 9)
  const noise = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 7919) % 251))
  const inside = gzipSync(Buffer.concat([noise, header, noise]), { level: 0 })
  header.copy(inside)
  const packed = Buffer.concat([inside, await packedBytes(linesOf(1))])
  expect([...piecesIn(packed)].map(({ bytes }) => bytes?.length)).toEqual([809, linesOf(1).length])
  const alone = [...piecesIn(inside)]
  expect(alone).toMatchObject([{ from: 0, to: inside.length }])
  expect((await lastPiece(await stored(inside), place)).length).toBe(809)
})

test('what unpacks to more than lines ever give is damage', async () => {
  const bomb = await packedBytes(Buffer.alloc(PIECE - 1))
  expect([...piecesIn(bomb)][0]?.bytes).toBeUndefined()
  const dense = Buffer.from(`${'ab'.repeat(2_000)}\n`)
  expect(unpackBytes(await packedBytes(dense))?.equals(dense)).toBe(true)
})
