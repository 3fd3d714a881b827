import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { encodeRecord, MAX_RECORD_BYTES, readLine, type JournalRecord } from './record.ts'

const line = (record: JournalRecord) => Buffer.from(encodeRecord(record)).subarray(0, -1)
const some = (seq: number, payload: Json = { text: `😀 ${seq}` }): JournalRecord => ({
  seq,
  at: 1_790_000_000_000,
  payload,
})
const kinds = (bytes: Buffer) =>
  readLine(bytes).map((part) => (part.kind === 'record' ? part.record.seq : `${part.why} (${part.to - part.from})`))

describe('a record', () => {
  test('says number, time, hash and size before what it holds, on one line', () => {
    const payload = '{"a":"b\\nc"}'
    expect(encodeRecord({ seq: 7, at: 0, payload: { a: 'b\nc' } })).toBe(
      `{"seq":7,"at":"1970-01-01T00:00:00.000Z","sha256":"${hash('sha256', payload).slice(0, 16)}","bytes":12,"payload":${payload}}\n`,
    )
  })

  test('comes back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.integer({ min: 0, max: 4e12 }), (value, seq, at) => {
        const record = { seq, at, payload: JSON.parse(JSON.stringify(value)) as Json }
        const bytes = line(record)
        expect(bytes.includes(10)).toBe(false)
        expect(readLine(bytes)).toEqual([{ kind: 'record', record, from: 0, to: bytes.length }])
      }),
    )
  })

  test('any changed byte is noticed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (where, by) => {
        const bytes = line(some(12))
        const at = where % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ by
        const found = readLine(bytes).filter((part) => part.kind === 'record')
        // Number and time are not in the hash: what a payload repeats is compared by whoever knows the payload.
        if (at >= bytes.indexOf('"sha256"')) expect(found).toEqual([])
      }),
    )
  })

  test('is refused when it is longer than a reader would hold', () => {
    const payload = 'x'.repeat(MAX_RECORD_BYTES)
    expect(() => encodeRecord({ seq: 1, at: 0, payload })).toThrow(expect.objectContaining({ code: 'unsupported' }))
  })
})

describe('a damaged line', () => {
  test('gives back every record that still verifies', () => {
    const [one, two] = [line(some(1)), line(some(2))]
    expect(kinds(Buffer.concat([one, two]))).toEqual([1, 2])
    expect(kinds(Buffer.concat([one.subarray(0, 60), two]))).toEqual(['not a record (60)', 2])
    expect(kinds(Buffer.concat([one, Buffer.alloc(9), two]))).toEqual([1, 'a run of NUL bytes (9)', 2])
    expect(kinds(Buffer.concat([Buffer.from('\ufeff'), one]))).toEqual(['a byte order mark (3)', 1])
    expect(kinds(Buffer.concat([one, Buffer.from('\r')]))).toEqual([1])
    expect(kinds(Buffer.concat([one, Buffer.from('\rx')]))).toEqual([1, 'not a record (2)'])
  })

  test('says what is wrong', () => {
    const wrong = Buffer.from(line(some(1)).toString().replace('😀', '😁'))
    expect(kinds(wrong)).toEqual([`the hash does not match (${wrong.length})`])
    expect(kinds(Buffer.from('hello'))).toEqual(['not a record (5)'])
    expect(kinds(Buffer.alloc(0))).toEqual([])
  })

  test('with a right hash over what is no JSON, or at no time, is damage too', () => {
    const text = encodeRecord(some(1, 'abc')).trim()
    const { sha256 } = JSON.parse(encodeRecord(some(1, 12)).trim()) as { sha256: string }
    expect(kinds(Buffer.from(text.replace('2026-', '2026+')))).toHaveLength(1)
    expect(readLine(Buffer.from(text.replace('2026-', '2026+')))[0]?.kind).toBe('damage')
    const bare = `{"seq":1,"at":"2026-09-21T14:13:20.000Z","sha256":"${sha256}","bytes":2,"payload":12}`
    expect(kinds(Buffer.from(bare))).toEqual([1])
    // The hash of two bytes that no JSON begins with.
    const notJson = '{"seq":1,"at":"2026-09-21T14:13:20.000Z","sha256":"ca978112ca1bbdca","bytes":1,"payload":a}'
    expect(readLine(Buffer.from(notJson))[0]?.kind).toBe('damage')
  })

  test('that promises many long records is not hashed again and again', () => {
    const promise = `{"seq":1,"at":"2026-01-01T00:00:00.000Z","sha256":"${'0'.repeat(16)}","bytes":`
    const size = 400_000
    const lines = Array.from({ length: 1000 }, (_, index) =>
      `${promise}${size - 1000 - index * 170},"payload":`.padEnd(170, ' '),
    )
    const bytes = Buffer.from(lines.join('').padEnd(size, '}'))
    const parts = readLine(bytes)
    expect(parts).toEqual([{ kind: 'damage', why: 'the hash does not match', from: 0, to: bytes.length }])
  })
})

test('of records of both frames on one damaged line the nearest is found first', () => {
  const message = line({ seq: 2, at: 0, payload: { metadata: { a: 1 }, text: 'said' }, frame: 'message' })
  const [before, after] = [line(some(1)), line(some(3))]
  const junk = Buffer.from('junk')
  expect(kinds(Buffer.concat([junk, message, after]))).toEqual(['not a record (4)', 2, 3])
  expect(kinds(Buffer.concat([junk, before, message]))).toEqual(['not a record (4)', 1, 2])
})

test('a line is a message only where it is framed as one and says something beside ours', () => {
  const frame = 'message' as const
  const written = (payload: Json, how?: 'message') =>
    encodeRecord({ seq: 1, at: 0, payload, ...(how && { frame: how }) })
  expect(written({ metadata: { a: 1 } }, frame)).toMatch(/^\{"metadata":\{"seq":1,.*,"a":1\}\}\n$/)
  for (const plain of [written({ metadata: { a: 1 } }), written({ metadata: {} }, frame), written({ a: 1 }, frame)])
    expect(plain).toMatch(/^\{"seq":1,.*"payload":\{/)
})

test('a line framed half one way and half the other is damage', () => {
  const [own, message] = [
    line({ seq: 1, at: 0, payload: 12 }).toString(),
    line({ seq: 1, at: 0, payload: { metadata: { a: 1 } }, frame: 'message' }).toString(),
  ]
  const odd = [own.replace('"payload":', ''), message.replace('"a":', '"payload":"a":')]
  for (const text of odd) expect(readLine(Buffer.from(text)).map(({ kind }) => kind)).toEqual(['damage'])
})
