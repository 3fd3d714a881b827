import { objectIn, type SseReader } from 'daypack/internal'

export const EVENT_FRAMES = 'application/vnd.amazon.eventstream'

/** Length of the frame, of its headers, and a checksum; another checksum at its end. */
const PRELUDE = 12
const CHECKSUM = 4
const MOST_BYTES = 16 * 1024 * 1024

/** Reads the events in Amazon's binary frames, from bytes in any split; checksums are the client's to check. Must not throw. */
export function frameReader(onData: (data: string) => void): SseReader {
  let held = Buffer.alloc(0)
  let overflowed = false
  return {
    write(bytes) {
      if (overflowed) return
      held = Buffer.concat([held, bytes])
      while (held.length >= PRELUDE) {
        const length = held.readUInt32BE(0)
        overflowed = length < PRELUDE + CHECKSUM || length > MOST_BYTES
        if (overflowed || held.length < length) return
        const payload = held.subarray(PRELUDE + held.readUInt32BE(4), length - CHECKSUM).toString('utf8')
        const event = objectIn(payload)?.['bytes']
        if (typeof event === 'string') onData(Buffer.from(event, 'base64').toString('utf8'))
        held = held.subarray(length)
      }
    },
    end() {},
    get overflowed() {
      return overflowed
    },
  }
}
