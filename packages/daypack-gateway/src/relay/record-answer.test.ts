// The answer goes on as it comes; of a copy the reply is read, once.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import type { Answer } from '../http/upstream.ts'
import { anthropicWire } from '../wires/anthropic.ts'
import { handOn, recordAnswer } from './record-answer.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const START = { type: 'message_start', message: { id: 'm', role: 'assistant', usage: { input_tokens: 3 } } }
const BLOCK = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
  { type: 'content_block_stop', index: 0 },
]
const END = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

/** What a client got, and what was told meanwhile, in order. */
async function handed(answer: Partial<Answer>, texts: readonly (string | Uint8Array)[], most = Infinity) {
  const told: string[] = []
  const body = async function* () {
    for (const text of texts) yield typeof text === 'string' ? bytes(text) : text
  }
  const { headers, body: out } = recordAnswer(
    { status: 200, headers: {}, ...(texts.length > 0 && { body: body() }), ...answer },
    anthropicWire,
    {
      pingMs: 60_000,
      record: (reply: JsonObject) => void told.push(`reply ${JSON.stringify(reply['content'] ?? reply)}`),
      over: () => void told.push('over'),
      onProblem: (problem) => void told.push((problem as Error).message),
    },
  )
  const got: Uint8Array[] = []
  for await (const piece of out ?? []) {
    got.push(piece)
    if (got.length >= most) break
  }
  return { got: Buffer.concat(got).toString('utf8'), headers, told }
}

const STREAM = { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'keep-alive': 'x' } }
const HI = 'reply [{"type":"text","text":"Hi"}]'

describe('a stream', () => {
  const whole = sse(START, ...BLOCK, ...END)
  test.each([
    ['at once', [whole], [HI, 'over']],
    ['piece by piece', whole.split(/(?<=\n)/), [HI, 'over']],
    ['broken off', [sse(START, ...BLOCK)], ['over']],
    ['in which something else stands', [`data: nonsense\n\n${whole}`], [HI, 'over']],
  ])('%s', async (_, texts, told) => {
    expect(await handed(STREAM, texts)).toEqual({
      got: texts.join(''),
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      told,
    })
  })
  test('is told when its last event came, though the client leaves then', async () => {
    expect((await handed(STREAM, [whole, ': more\n\n'], 1)).told).toEqual([HI])
  })
})

describe('an answer in one piece', () => {
  const json = { headers: { 'content-type': 'application/json' } }
  test('is read at its end', async () => {
    expect(await handed(json, ['{"content":', '"ü"}'])).toEqual({
      got: '{"content":"ü"}',
      headers: json.headers,
      told: ['reply "ü"', 'over'],
    })
    const split = bytes('{"content":"ü"}')
    expect((await handed(json, [split.subarray(0, 13), split.subarray(13)])).told).toEqual(['reply "ü"', 'over'])
    expect((await handed(json, ['{"content":'])).told).toEqual(['over'])
  })
  test('is unpacked where it is packed', async () => {
    const packed = await handed({ headers: { 'content-encoding': 'gzip', 'content-length': '9' } }, [
      gzipSync('{"content":1}'),
    ])
    expect(packed).toEqual({ got: '{"content":1}', headers: {}, told: ['reply 1', 'over'] })
  })
  test('without a body there is nothing to read', async () => {
    expect(await handed({ headers: { te: 'x', a: 'b' } }, [])).toEqual({ got: '', headers: { a: 'b' }, told: ['over'] })
    expect(handOn({ status: 204, headers: { te: 'x', a: 'b' } })).toEqual({ status: 204, headers: { a: 'b' } })
  })
  test('one that is too long is handed on and not read', async () => {
    const large = new Uint8Array(64 * 1024 * 1024).fill(32)
    const { got, told } = await handed(json, [large, '{"content":1}'])
    expect([got.length, told]).toEqual([
      large.length + 13,
      [`A reply of more than ${large.length} bytes is not read.`, 'over'],
    ])
  })
})
