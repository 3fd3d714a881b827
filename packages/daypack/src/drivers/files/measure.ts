import { createHash } from 'node:crypto'
import { newlines } from '../../model/lines.ts'
import type { measure } from '../shared/bytes.ts'

export type Measurements = ReturnType<typeof measure>

/** Passes chunks on and adds up what they are; `result` is right once all have passed. */
export function measureStream(source: AsyncIterable<Uint8Array>) {
  const sha256 = createHash('sha256')
  let bytes = 0
  let breaks = 0
  return {
    async *chunks(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        sha256.update(chunk)
        bytes += chunk.length
        breaks += newlines(chunk)
        yield chunk
      }
    },
    result: (): Measurements => ({ ref: sha256.digest('hex'), bytes, lines: bytes === 0 ? 0 : breaks + 1 }),
  }
}
