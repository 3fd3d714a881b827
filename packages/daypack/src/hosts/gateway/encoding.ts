import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** A body that grows beyond this when unpacked is not looked into. */
const MAX_BYTES = 256 * 1024 * 1024

const WHOLE = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

const STREAMED = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const

type Encoding = keyof typeof WHOLE

/** The body as text; undefined when it cannot be read. */
export async function textOf(bytes: Uint8Array, encoding: string | null): Promise<string | undefined> {
  const name = named(encoding)
  if (name === 'identity') return new TextDecoder().decode(bytes)
  if (!name) return undefined
  try {
    return (await WHOLE[name](bytes, { maxOutputLength: MAX_BYTES })).toString('utf8')
  } catch {
    return undefined
  }
}

/** The same answer, unpacked; one in an encoding we do not know comes back as it is. */
export function unpacked(response: Response): Response {
  const name = named(response.headers.get('content-encoding'))
  if (!name || name === 'identity' || !response.body) return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const source = Readable.fromWeb(response.body)
  const plain = STREAMED[name]()
  source.on('error', (error) => plain.destroy(error))
  plain.on('close', () => source.destroy())
  const body = Readable.toWeb(source.pipe(plain)) as ReadableStream<Uint8Array>
  return new Response(body, { status: response.status, headers })
}

function named(encoding: string | null): Encoding | 'identity' | undefined {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  return name === 'identity' || name === '' ? 'identity' : Object.hasOwn(WHOLE, name) ? (name as Encoding) : undefined
}
