import { createHash, hash } from 'node:crypto'
import type { Ref } from '../../model/message.ts'
import { countBreaks, countLines } from '../shared/bytes.ts'

export type Measurements = { readonly ref: Ref; readonly bytes: number; readonly lines: number }

export function measure(data: Uint8Array): Measurements {
  return { ref: hash('sha256', data), bytes: data.length, lines: countLines(data) }
}

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
        breaks += countBreaks(chunk)
        yield chunk
      }
    },
    result: (): Measurements => ({ ref: sha256.digest('hex'), bytes, lines: bytes === 0 ? 0 : breaks + 1 }),
  }
}
