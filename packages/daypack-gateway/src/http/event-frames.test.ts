import { expect, test } from 'vitest'
import { frameReader } from './event-frames.ts'

/** A frame as Amazon writes it: lengths, a checksum, headers, payload, a checksum. */
function frame(payload: string, headers = 'head'): Buffer {
  const made = Buffer.alloc(16 + headers.length + Buffer.byteLength(payload))
  made.writeUInt32BE(made.length, 0)
  made.writeUInt32BE(headers.length, 4)
  made.write(headers, 12)
  made.write(payload, 12 + headers.length)
  return made
}
const event = (text: string) => JSON.stringify({ bytes: Buffer.from(text).toString('base64') })

test('events in frames are read from bytes in any split; frames without one say nothing', () => {
  const frames = [
    frame(event('one')),
    frame('{}'),
    frame('not json'),
    frame('{"bytes":7}'),
    frame('', ''),
    frame(event('zwei ✓'), ''),
  ]
  const all = Buffer.concat(frames)
  for (let size = 1; size <= all.length; size++) {
    const found: string[] = []
    const reader = frameReader((data) => found.push(data))
    for (let at = 0; at < all.length; at += size) reader.write(all.subarray(at, at + size))
    expect(found).toEqual(['one', 'zwei ✓'])
    expect(reader.overflowed).toBe(false)
  }
})

test.each([
  [15, true],
  [16, false],
  [16 * 1024 * 1024, false],
  [16 * 1024 * 1024 + 1, true],
  [0xffffffff, true],
])('a length of %i: given up is %s, and then nothing more is read', (length, isGivenUp) => {
  const found: string[] = []
  const reader = frameReader((data) => found.push(data))
  const head = Buffer.alloc(12)
  head.writeUInt32BE(length, 0)
  reader.write(head)
  expect(reader.overflowed).toBe(isGivenUp)
  if (isGivenUp) reader.write(frame(event('one')))
  expect(found).toEqual([])
})
