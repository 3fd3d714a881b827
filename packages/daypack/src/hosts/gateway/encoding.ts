import { Readable, type Duplex } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Answer } from './upstream.ts'

/** A body that grows beyond this when unpacked is not looked into. */
const MAX_BYTES = 256 * 1024 * 1024

type Whole = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>
type Packing = { readonly whole: Whole; readonly stream: () => Duplex }

/** By what a header calls it. Node has zstd from 22.15 on; before, such a body passes unread. */
const PACKINGS: Readonly<Record<string, Packing>> = {
  gzip: { whole: promisify(zlib.gunzip), stream: () => zlib.createGunzip() },
  'x-gzip': { whole: promisify(zlib.gunzip), stream: () => zlib.createGunzip() },
  deflate: { whole: promisify(zlib.inflate), stream: () => zlib.createInflate() },
  br: { whole: promisify(zlib.brotliDecompress), stream: () => zlib.createBrotliDecompress() },
  ...('zstdDecompress' in zlib && {
    zstd: { whole: promisify(zlib.zstdDecompress), stream: () => zlib.createZstdDecompress() },
  }),
}

/** The body as it was before it was packed; undefined when it cannot be read. */
export async function plainOf(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array | undefined> {
  const name = named(encoding)
  if (name === '') return bytes
  try {
    return await PACKINGS[name]?.whole(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    return undefined
  }
}

/** The same answer, unpacked; one in an encoding we do not know comes back as it is. */
export function unpacked(answer: Answer): Answer {
  const { 'content-encoding': encoding, 'content-length': _, ...headers } = answer.headers
  const packing = PACKINGS[named(typeof encoding === 'string' ? encoding : undefined)]
  if (!packing || !answer.body) return answer
  const source = Readable.from(answer.body)
  const plain = packing.stream()
  source.on('error', (error) => plain.destroy(error))
  plain.on('close', () => source.destroy())
  return { status: answer.status, headers, body: source.pipe(plain) }
}

/** All of an answer's bytes. */
export async function wholeOf(answer: Answer): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of answer.body ?? []) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Empty: not packed. */
function named(encoding: string | undefined): string {
  const name = (encoding ?? '').trim().toLowerCase()
  return name === 'identity' ? '' : name
}
