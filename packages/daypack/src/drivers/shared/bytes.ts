import { hash } from 'node:crypto'
import type { BlobInfo } from '../../model/driver.ts'

/** What every store knows of bytes, whenever they came. */
export function measure(bytes: Uint8Array): Omit<BlobInfo, 'at'> {
  return { ref: hash('sha256', bytes), bytes: bytes.length, lines: bytes.length === 0 ? 0 : countBreaks(bytes) + 1 }
}

export async function gather(data: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (typeof data === 'string') return Buffer.from(data)
  if (data instanceof Uint8Array) return data.slice()
  const chunks: Uint8Array[] = []
  for await (const chunk of data) chunks.push(chunk.slice())
  return Buffer.concat(chunks)
}

export function countBreaks(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}
