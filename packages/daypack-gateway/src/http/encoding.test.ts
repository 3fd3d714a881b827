// Packed bodies: what is read of them, how much, and that nothing of an answer is lost by looking at its beginning.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { peek, plainOf, unpack } from './encoding.ts'
import type { Answer } from './upstream.ts'

const MIB = 1024 * 1024
const TEXT = Buffer.from('{"model":"m"}')

async function* pieces(...all: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const one of all) yield Buffer.from(one)
}
async function textOf(body: Answer['body']): Promise<string> {
  const seen: Uint8Array[] = []
  for await (const piece of body ?? []) seen.push(piece)
  return Buffer.concat(seen).toString()
}

test('a body is unpacked by what its header calls it, however that is written', async () => {
  const packed: readonly (readonly [string | undefined, Uint8Array])[] = [
    [undefined, TEXT],
    ['identity', TEXT],
    [' GZIP ', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ]
  for (const [name, bytes] of packed) expect([name, await plainOf(bytes, name)]).toEqual([name, TEXT])
})

test('what is broken, unknown or grows beyond 32 MB is not looked into', async () => {
  const bomb = Buffer.alloc(32 * MIB + 1)
  expect([
    await plainOf(TEXT, 'gzip'),
    await plainOf(TEXT, 'rot13'),
    await plainOf(bomb, undefined),
    await plainOf(gzipSync(bomb), 'gzip'),
    (await plainOf(bomb.subarray(1), undefined))?.length,
    (await plainOf(gzipSync(bomb.subarray(1)), 'gzip'))?.length,
  ]).toEqual([undefined, undefined, undefined, undefined, 32 * MIB, 32 * MIB])
})

test('an answer is unpacked on its way, and no longer says that it is packed', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-length': '9', 'x-id': '1' }
  const { body, ...rest } = unpack({ status: 201, headers, body: pieces(gzipSync(TEXT)) })
  expect([rest, await textOf(body)]).toEqual([{ status: 201, headers: { 'x-id': '1' } }, TEXT.toString()])
  const plain: Answer = { status: 200, headers: { 'content-encoding': 'identity' }, body: pieces(TEXT) }
  const bare: Answer = { status: 204, headers }
  const twice: Answer = { status: 200, headers: { 'content-encoding': ['gzip', 'br'] }, body: pieces(TEXT) }
  for (const each of [plain, bare, twice]) expect(unpack(each)).toBe(each)
})

test('an answer that breaks off breaks off unpacked, too; whoever leaves it lets go of its source', async () => {
  const packed = gzipSync(TEXT)
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield packed.subarray(0, 5)
    throw new Error('the line is cut')
  }
  const headers = { 'content-encoding': 'gzip' }
  await expect(textOf(unpack({ status: 200, headers, body: broken() }).body)).rejects.toThrow('the line is cut')
  let isFree = false
  async function* long(): AsyncGenerator<Uint8Array> {
    try {
      yield gzipSync(Buffer.alloc(MIB, 'word '))
      yield* pieces('never asked for')
    } finally {
      isFree = true
    }
  }
  for await (const _ of unpack({ status: 200, headers, body: long() }).body ?? []) break
  await expect.poll(() => isFree).toBe(true)
})

test('the beginning of an answer is looked at, no further than asked, and all of it still comes', async () => {
  let asked = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for (const one of ['abc', 'def', 'ghi']) {
      asked++
      yield Buffer.from(one)
    }
  }
  const { start, answer } = await peek({ status: 200, headers: { a: 'b' }, body: counted() }, 4)
  expect([start.toString(), asked, answer.status, answer.headers]).toEqual(['abcdef', 2, 200, { a: 'b' }])
  expect(await textOf(answer.body)).toBe('abcdefghi')
  const exact = await peek({ status: 200, headers: {}, body: pieces('abc', 'def') }, 3)
  expect([exact.start.toString(), await textOf(exact.answer.body)]).toEqual(['abc', 'abcdef'])
  const short = await peek({ status: 200, headers: {}, body: pieces('abc') }, 9)
  expect([short.start.toString(), await textOf(short.answer.body)]).toEqual(['abc', 'abc'])
  expect(await peek({ status: 204, headers: {} }, 9)).toEqual({
    start: Buffer.alloc(0),
    answer: { status: 204, headers: {} },
  })
})
