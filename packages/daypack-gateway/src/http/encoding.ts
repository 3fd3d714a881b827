import { Readable, type Duplex } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Answer } from './upstream.ts'

/** A body that grows beyond this when unpacked is not looked into: no provider takes one. */
const MAX_BYTES = 32 * 1024 * 1024

type Whole = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>
type Packing = { readonly whole: Whole; readonly stream: () => Duplex }

/** By what a header calls it. Node has zstd from 22.15 on; before, such a body passes unread. */
const PACKINGS = new Map<string, Packing>([
  ['gzip', { whole: promisify(zlib.gunzip), stream: () => zlib.createGunzip() }],
  ['x-gzip', { whole: promisify(zlib.gunzip), stream: () => zlib.createGunzip() }],
  ['deflate', { whole: promisify(zlib.inflate), stream: () => zlib.createInflate() }],
  ['br', { whole: promisify(zlib.brotliDecompress), stream: () => zlib.createBrotliDecompress() }],
])
if ('zstdDecompress' in zlib)
  PACKINGS.set('zstd', { whole: promisify(zlib.zstdDecompress), stream: () => zlib.createZstdDecompress() })

export async function plainOf(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array | undefined> {
  const name = named(encoding)
  if (name === '') return bytes.length > MAX_BYTES ? undefined : bytes
  try {
    return await PACKINGS.get(name)?.whole(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    return undefined
  }
}

export function unpack(answer: Answer): Answer {
  const { 'content-encoding': encoding, 'content-length': _, ...headers } = answer.headers
  const packing = PACKINGS.get(named(typeof encoding === 'string' ? encoding : undefined))
  if (!packing || !answer.body) return answer
  const source = Readable.from(answer.body)
  const plain = packing.stream()
  source.on('error', (error) => plain.destroy(error))
  plain.on('close', () => source.destroy())
  return { status: answer.status, headers, body: source.pipe(plain) }
}

export async function peek({ body, ...rest }: Answer, most: number): Promise<{ start: Buffer; answer: Answer }> {
  if (!body) return { start: Buffer.alloc(0), answer: rest }
  const pieces = body[Symbol.asyncIterator]()
  const seen: Uint8Array[] = []
  let size = 0
  let isWhole = false
  while (!isWhole && size < most) {
    const { done, value } = await pieces.next()
    if (done) isWhole = true
    else {
      seen.push(value)
      size += value.length
    }
  }
  const start = Buffer.concat(seen)
  return { start, answer: { ...rest, body: all() } }

  async function* all(): AsyncGenerator<Uint8Array> {
    yield start
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => pieces }
  }
}

function named(encoding: string | undefined): string {
  const name = (encoding ?? '').trim().toLowerCase()
  return name === 'identity' ? '' : name
}
