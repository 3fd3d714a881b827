import { hash } from 'node:crypto'
import type { BlobInfo } from '../../model/driver.ts'
import { lineCount } from '../../model/lines.ts'

/** What every store knows of bytes, whenever they came. */
export function measure(bytes: Uint8Array): Omit<BlobInfo, 'at'> {
  return { ref: hash('sha256', bytes), bytes: bytes.length, lines: lineCount(bytes) }
}

export async function gather(data: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (typeof data === 'string') return Buffer.from(data)
  if (data instanceof Uint8Array) return Buffer.from(data)
  const chunks: Uint8Array[] = []
  // A copy: `slice` of a Buffer is none, and who sends may fill it again.
  for await (const chunk of data) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
