import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropicEvents } from '../../../../daypack-testing/src/provider/anthropic-events.ts'
import { responsesEvents } from '../../../../daypack-testing/src/provider/openai-responses-events.ts'
import type { JsonObject } from '../../model/json.ts'
import { anthropicCollector, responsesCollector } from './collect.ts'
import { sseReader } from './sse.ts'

const runs = Number(process.env['DAYPACK_RUNS'] ?? 100)

const message: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'thinking', thinking: 'それは 🌊', signature: 's1' },
    { type: 'text', text: '船は港に入った 👩‍🚀\r\nand “left” again' },
    { type: 'tool_use', id: 't1', name: 'go', input: { to: '港', n: [1, { x: null }] } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 9 },
}
const response: JsonObject = {
  id: 'resp_1',
  status: 'completed',
  output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: '港 🚢' }] }],
  usage: { input_tokens: 3 },
}

const STREAMS = (['\n', '\r\n', '\r'] as const).flatMap((newline) =>
  [': ', ':'].flatMap((colon) => [
    {
      name: `anthropic ${JSON.stringify(newline)} ${colon}`,
      bytes: written(anthropicEvents(message, { deltaChars: 3 }), newline, colon),
      make: anthropicCollector,
      whole: message,
    },
    {
      name: `responses ${JSON.stringify(newline)} ${colon}`,
      bytes: written(responsesEvents(response, {}, { deltaChars: 2 }), newline, colon),
      make: responsesCollector,
      whole: response,
    },
  ]),
)

function written(events: readonly { event?: string; data: unknown }[], newline: string, colon: string): Buffer {
  const frames = events.map(
    ({ event, data }) =>
      `:comment${newline}event${colon}${event}${newline}data${colon}${JSON.stringify(data)}${newline}${newline}`,
  )
  return Buffer.from(frames.join(''))
}

function collected(pieces: readonly Uint8Array[], make: typeof anthropicCollector): JsonObject | undefined {
  const collector = make()
  const reader = sseReader((data) => collector.event(JSON.parse(data) as JsonObject))
  for (const piece of pieces) reader.write(piece)
  reader.end()
  return collector.response()
}

test.each(STREAMS)('$name, split at every byte', ({ bytes, make, whole }) => {
  const reference = collected([bytes], make)
  expect(reference).toEqual(whole)
  const text = JSON.stringify(reference)
  const wrong = Array.from(bytes, (_, at) => at).filter(
    (at) => JSON.stringify(collected([bytes.subarray(0, at), bytes.subarray(at)], make)) !== text,
  )
  expect(wrong).toEqual([])
})

test.each(STREAMS)('$name, split into any pieces', ({ bytes, make }) => {
  const reference = JSON.stringify(collected([bytes], make))
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const pieces = places.slice(1).map((to, index) => bytes.subarray(places[index], to))
      expect(JSON.stringify(collected(pieces, make))).toBe(reference)
    }),
    { numRuns: runs },
  )
})

test('an event of a megabyte is read, one beyond all bounds is given up without harm', () => {
  const seen: number[] = []
  const reader = sseReader((data) => seen.push(data.length))
  reader.write(Buffer.from(`data: ${'x'.repeat(1_000_000)}\n\n`))
  expect(seen).toEqual([1_000_000])
  expect(reader.overflowed).toBe(false)
  for (let part = 0; part < 20; part++) reader.write(Buffer.from('y'.repeat(1_000_000)))
  reader.end()
  expect(reader.overflowed).toBe(true)
  expect(seen).toEqual([1_000_000])
})

test('a megabyte in pieces of a few bytes takes the work of a megabyte', () => {
  const seen: number[] = []
  const reader = sseReader((data) => seen.push(data.length))
  const bytes = Buffer.from(`data: ${'x'.repeat(1_000_000)}\r\n\r\n`)
  for (let at = 0; at < bytes.length; at += 8) reader.write(bytes.subarray(at, at + 8))
  expect(seen).toEqual([1_000_000])
})

test('a stream that was cut adds up to nothing', () => {
  const bytes = written(anthropicEvents(message, {}).slice(0, -1), '\n', ': ')
  expect(collected([bytes], anthropicCollector)).toBeUndefined()
})
