import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../model/message.ts'
import { runs } from '../../../../daypack-testing/src/arbitraries.ts'
import { parseArguments, writeArguments } from './arguments.ts'
import { idRewriter, decoderOf } from './rows.ts'
import { imageSize } from './image-size.ts'
import { rebuildWire, residueOf } from './wire.ts'

describe('arguments', () => {
  test('any string comes out as it went in', () => {
    const written = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
      fc.constantFrom('{"a": 1.0}', '{"a":1,"a":2}', '[1, 2]', '{"n": 99999999999999999999}', '{"e": "\\u00e9"}', ''),
    )
    fc.assert(
      fc.property(written, (text) => {
        expect(writeArguments(parseArguments(text))).toBe(text)
      }),
      { numRuns: runs() },
    )
  })

  test('a string is kept beside its input only where we would write another one', () => {
    expect(parseArguments('{"a":1}')).toEqual({ input: { a: 1 } })
    expect(parseArguments('{"a": 1}')).toEqual({ input: { a: 1 }, raw: '{"a": 1}' })
    expect(parseArguments('null')).toEqual({ input: null })
    expect(parseArguments('no JSON')).toEqual({ input: 'no JSON', raw: 'no JSON' })
    expect(parseArguments('')).toEqual({ input: {}, raw: '' })
  })

  test('a changed input is rewritten', () => {
    const parsed = parseArguments('{"n":12345678901234567890}')
    expect(writeArguments({ ...parsed, input: { n: 1 } })).toBe('{"n":1}')
  })
})

describe('ids', () => {
  const calls = (codec: string, ...ids: string[]): Message => ({
    role: 'assistant',
    codec,
    blocks: ids.map((callId) => ({ type: 'tool-call', callId, tool: 't', input: {} })),
  })
  const rules = { pattern: /^[a-z0-9_-]+$/, maxLength: 40 }

  test('foreign ids become legal, never two to one, and the same in every request', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 20 }),
        (ids) => {
          const id = idRewriter([calls('other', ...ids)], 'mine', rules)
          const names = ids.map(id)
          expect(new Set(names).size).toBe(ids.length)
          for (const name of names) expect(name.length <= 40 && /^[a-zA-Z0-9_-]+$/.test(name)).toBe(true)
          expect(idRewriter([calls('other', ...ids), calls('other', 'later')], 'mine', rules)(ids[0] ?? '')).toBe(
            names[0],
          )
        },
      ),
      { numRuns: runs() },
    )
  })

  test('ids of this wire stay, whatever they look like', () => {
    const id = idRewriter([calls('mine', 'A b!'), calls('other', 'x y')], 'mine', rules)
    expect(id('A b!')).toBe('A b!')
    expect(id('x y')).toMatch(/^x_y_[0-9a-f]{16}$/)
  })
})

describe('image sizes', () => {
  const base64 = (bytes: number[]) => Buffer.from(bytes).toString('base64')

  test.each([
    ['PNG', [0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0]],
    ['GIF', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 2, 0, 1]],
    ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 1, 0, 2, 0, 3, 0, 0]],
    ['WebP, extended', [...Buffer.from('RIFF....WEBPVP8X'), 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 1, 0, 0xff, 0, 0]],
    ['WebP, lossy', [...Buffer.from('RIFF....WEBPVP8 '), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]],
    ['WebP, lossless', [...Buffer.from('RIFF....WEBPVP8L'), 0, 0, 0, 0, 0x2f, 0xff, 0xc1, 0x3f, 0, 0, 0, 0, 0, 0]],
  ])('%s', (_, bytes) => {
    expect(imageSize(base64(bytes))).toEqual({ width: 512, height: 256 })
  })

  test('WebP, lossy: the two bits that tell of its scale are no part of the size', () => {
    const bytes = [...Buffer.from('RIFF....WEBPVP8 '), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x7f, 0x01, 0xc1]
    expect(imageSize(base64(bytes))).toEqual({ width: 16_383, height: 257 })
  })

  test('anything else has none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => imageSize(text)).not.toThrow()
      }),
      { numRuns: runs() },
    )
    expect(imageSize('')).toBeUndefined()
    expect(imageSize(base64([0xff, 0xd8, 0xff]))).toBeUndefined()
  })
})

describe('residues', () => {
  test('the canonical form leaves none', () => {
    expect(residueOf({ type: 'text', text: 'x' }, { type: 'text', text: '' }, ['text'])).toBeUndefined()
  })

  test('order, unknown fields, nulls and the cache marker come back; content does not stay', () => {
    const wire = { cache_control: { type: 'ephemeral' }, text: 'long', extra: null, type: 'text', refusal: null }
    const residue = residueOf(wire, { type: 'text', text: '' }, ['text', 'refusal'])
    expect(JSON.stringify(residue)).not.toContain('long')
    expect(JSON.stringify(rebuildWire({ type: 'text', text: 'long' }, residue, ['text', 'refusal']))).toBe(
      JSON.stringify(wire),
    )
    expect(residue?.cache).toEqual({ at: 0, value: { cache_control: { type: 'ephemeral' } } })
  })
})

describe('messages that are resent', () => {
  const said = (count: number) => Array.from({ length: count }, (_, at) => ({ content: `text ${at}` as unknown }))
  const decoder = () => decoderOf((wire) => ({ role: 'user', blocks: [{ type: 'text', text: JSON.stringify(wire) }] }))

  test('decode to the same message, but for the newest four', () => {
    const decode = decoder()
    const wires = said(8)
    const before = decode(wires, new Map())
    const after = decode([...wires, ...said(2)], new Map())
    expect(after.map((message, at) => message === before[at])).toEqual([
      true,
      true,
      true,
      true,
      ...Array(6).fill(false),
    ])
    expect(after.slice(0, 8)).toEqual(before)
  })

  test('are known where the oldest are left out, or others follow the same start', () => {
    const decode = decoder()
    const wires = said(8)
    const before = decode(wires, new Map())
    expect(decode(wires.slice(2), new Map())[1]).toBe(before[3])
    decode([...wires.slice(0, 3), ...said(6)], new Map())
    expect(decode(wires, new Map())).toEqual(before)
  })

  test('are read again where the content is another or has grown', () => {
    const decode = decoder()
    const [changed, grown] = [{ content: 'text' }, { content: ['a'] }]
    const wires = [changed, grown, ...said(6)]
    decode(wires, new Map())
    changed.content = 'other'
    grown.content.push('b')
    expect(decode(wires, new Map())).toEqual(decoder()(wires, new Map()))
  })

  test('name the tools of their calls', () => {
    const decode = decoderOf(() => ({
      role: 'assistant',
      blocks: [{ type: 'tool-call', callId: 'a', tool: 'read', input: {} }],
    }))
    const wires = said(5)
    decode(wires, new Map())
    const tools = new Map<string, string>()
    decode(wires, tools)
    expect(tools).toEqual(new Map([['a', 'read']]))
  })
})

test('the size of a JPEG stands in its frame, behind tables whose markers lie in the same range', () => {
  const part = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data]
  const tables = [0xc4, 0xc8, 0xcc].flatMap((marker) => part(marker, 1, 2, 3, 4, 5, 6, 7))
  const frame = part(0xc2, 8, 0, 40, 0, 30, 1, 0, 0, 0, 0)
  const picture = Buffer.from([0xff, 0xd8, ...tables, ...frame]).toString('base64')
  expect(imageSize(picture)).toEqual({ width: 30, height: 40 })
})
