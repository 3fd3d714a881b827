import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Block } from '../../model/message.ts'
import { joinParts, writeParts } from './layout.ts'
import { readMediaAt, writeMediaAt, asPicture, isAddress, joinedText, mediaOf, paragraphs } from './portable.ts'
import { portableBlocks, urlOf } from './portable.ts'
import { isSameList, runsOf } from './rows.ts'
import { bodyBytes, ruleBook } from './rules.ts'
import { decodeText, extraText, readMessage, readUsage, rebuildWire, residueOf, withoutParsed } from './wire.ts'
import { writeMessage } from './wire.ts'

const text = (words: string, wire?: JsonObject): Block => ({ type: 'text', text: words, ...(wire && { wire }) })
const media = (mediaType: string, data: string) => ({ type: 'media', mediaType, content: { text: data } }) as const
const decode = (part: Json): Block =>
  typeof part === 'string' ? text(part) : { type: 'opaque', purpose: 'other', wire: part }

describe('what a wire object has beyond its canonical form', () => {
  const SLOTS = ['a', ['in', ['b']]] as const
  const canonical = { type: 't', a: 1, in: { kind: 'k', b: 2 } }

  it('is nothing where only the slots differ', () => {
    expect(residueOf({ type: 't', a: 9, in: { kind: 'k', b: 8 } }, canonical, SLOTS)).toBeUndefined()
    expect(rebuildWire(canonical, undefined, SLOTS)).toBe(canonical)
  })

  it('is its shape, where keys differ in name, order or value, and the same for objects in it', () => {
    const wire = { a: 9, type: 't', more: [1], in: { b: null, kind: 'other' } }
    const residue = residueOf(wire, canonical, SLOTS)
    expect(residue).toEqual({
      shape: { a: 0, type: 't', more: [1], in: 0 },
      inside: { in: { shape: { b: null, kind: 'other' } } },
    })
    const changed = { type: 't', a: 'new', in: { kind: 'k', b: 'new' } }
    expect(JSON.stringify(rebuildWire(changed, residue, SLOTS))).toBe(
      '{"a":"new","type":"t","more":[1],"in":{"b":"new","kind":"other"}}',
    )
  })

  it('is the marker with its place, beside the shape', () => {
    const marker = { cache_control: { type: 'ephemeral' } }
    const wire = { type: 't', a: 9, ...marker, in: { kind: 'k', b: 8 } }
    const residue = residueOf(wire, canonical, SLOTS)
    expect(residue).toEqual({ cache: { at: 2, value: marker } })
    expect(Object.keys(rebuildWire(canonical, residue, SLOTS))).toEqual(['type', 'a', 'cache_control', 'in'])
  })

  it('a slot that lost its value is left out, one that is new comes last, and null stays null', () => {
    const residue = residueOf({ a: 9, x: null, type: 'u' }, canonical, ['a', 'in', 'x'])
    expect(rebuildWire({ type: 't', in: 5 }, residue, ['a', 'in', 'x'])).toEqual({ x: null, type: 'u', in: 5 })
    expect(Object.keys(rebuildWire({ type: 't', in: 5 }, residue, ['a', 'in', 'x']))).toEqual(['x', 'type', 'in'])
  })
})

describe('a message of a string or of parts', () => {
  const read = (wire: JsonObject) => readMessage(wire, decode)
  const write = (blocks: Block[], wire?: JsonObject) =>
    writeMessage({ role: 'user', blocks, ...(wire && { wire }) }, 'user', (block) =>
      block.type === 'text' ? block.text : block.type === 'opaque' ? block.wire : null,
    )

  it('is read with what says how it came', () => {
    expect(read({ role: 'user', content: 'x' })).toEqual({ blocks: [text('x')], wire: { string: true } })
    expect(read({ role: 'user', content: ['x', 7] }).blocks).toHaveLength(2)
    expect(read({ role: 'user', content: ['x'] })).toEqual({ blocks: [text('x')] })
    expect(read({ role: 'user', content: [] })).toEqual({ blocks: [], wire: { content: [] } })
    expect(read({ role: 'user', content: null })).toEqual({ blocks: [], wire: { content: null } })
    expect(read({ role: 'user' })).toEqual({ blocks: [], wire: { shape: { role: 0 } } })
  })

  it('is written as it came while it can be; nothing is left of an empty one', () => {
    expect(write([text('x')], { string: true })).toEqual([{ role: 'user', content: 'x' }])
    expect(write([text('x'), text('y')], { string: true })).toEqual([{ role: 'user', content: ['x', 'y'] }])
    expect(write([{ type: 'opaque', purpose: 'other', wire: 7 }], { string: true })).toEqual([
      { role: 'user', content: [7] },
    ])
    expect(write([text('x')])).toEqual([{ role: 'user', content: ['x'] }])
    expect(write([], { content: [] })).toEqual([{ role: 'user', content: [] }])
    expect(write([], { shape: { role: 0 } })).toEqual([{ role: 'user' }])
    expect([write([]), write([], { shape: { role: 0, content: 0 } })]).toEqual([[], []])
  })
})

describe('the parts of a result', () => {
  const parts = ['one', { x: 1 }, 'two', 'three'] as Json[]
  const part = (words: string) => words
  const joined = joinParts(parts, decode)

  it('are one text and attachments, and know where they met', () => {
    expect(joined).toEqual({
      text: 'one\ntwo\nthree',
      attachments: [{ type: 'opaque', purpose: 'other', wire: { x: 1 } }],
      layout: [{ text: 3 }, 'attachment', { text: 3 }, { text: 5 }],
    })
    const call = joinParts([7], () => ({ type: 'tool-call', callId: 'c', tool: 't', input: {} }))
    expect(call.attachments).toEqual([{ type: 'opaque', purpose: 'other', wire: 7 }])
    expect(joinParts(['x'], () => text('x', { shape: {} })).layout).toEqual([{ text: 1, wire: { shape: {} } }])
  })

  it('are written as they were; a text that was cut is one part in front', () => {
    const { layout } = joined
    expect(writeParts(joined.text, ['A'], layout, part)).toEqual(['one', 'A', 'two', 'three'])
    expect(writeParts('one\ntwo', ['A'], layout, part)).toEqual(['one\ntwo', 'A'])
    expect(writeParts('one_two_three', ['A'], layout, part)).toEqual(['one_two_three', 'A'])
    expect(writeParts(joined.text, ['A', 'B'], layout, part)).toEqual([joined.text, 'A', 'B'])
    expect(writeParts('', ['A'], undefined, part)).toEqual(['A'])
    expect([writeParts('x', [], undefined, part), writeParts('x', [], [{ text: 2 }], part)]).toEqual([
      undefined,
      undefined,
    ])
    expect([writeParts('', [], [], part), writeParts('x', [], [{ text: 1 }], part)]).toEqual([[], ['x']])
  })
})

it('media are found at the first path that leads to a text, and written back there', () => {
  const paths = [['source', 'data'], ['url']]
  const inner = readMediaAt({ type: 'x', source: { data: 'AA', kind: 1 } }, paths, 'image/png')
  expect(inner).toMatchObject({ type: 'media', mediaType: 'image/png', content: { text: 'AA' } })
  if (inner.type !== 'media') throw new Error('no medium')
  expect(writeMediaAt({ ...inner, content: { text: 'BB' } })).toEqual({ type: 'x', source: { data: 'BB', kind: 1 } })
  const data = readMediaAt({ url: 'data:image/gif;base64,CC' }, paths)
  expect(data).toMatchObject({ mediaType: 'image/gif', content: { text: 'CC' } })
  expect(data.type === 'media' && writeMediaAt(data)).toEqual({ url: 'data:image/gif;base64,CC' })
  expect(readMediaAt({ url: 7 }, paths)).toEqual({ type: 'opaque', purpose: 'other', wire: { url: 7 } })
  expect(writeMediaAt(media('image/png', 'AA'))).toBeUndefined()
})

describe('what every wire can write', () => {
  it('is text with words, calls, results and media, without residues', () => {
    const result: Block = {
      type: 'tool-result',
      callId: 'c',
      tool: 't',
      content: { text: 'x' },
      attachments: [
        { ...media('image/png', 'AA'), wire: { a: 1 } },
        { type: 'opaque', purpose: 'other', wire: 1 },
      ],
      wire: { b: 1 },
    }
    expect(
      portableBlocks([text(' \n'), text('x', { a: 1 }), { type: 'opaque', purpose: 'other', wire: 1 }, result]),
    ).toEqual([
      text('x'),
      { type: 'tool-result', callId: 'c', tool: 't', content: { text: 'x' }, attachments: [media('image/png', 'AA')] },
    ])
  })

  it('text alone is one text; of the assistant text and calls', () => {
    const call: Block = { type: 'tool-call', callId: 'c', tool: 't', input: {} }
    expect(paragraphs([text('a'), text(''), call, text('b')])).toBe('a\n\nb')
    expect(joinedText('user', [text('a'), text('b')])).toEqual([text('a\n\nb')])
    expect(joinedText('user', [text('a'), media('image/png', 'AA')])).toHaveLength(2)
    expect(joinedText('assistant', [text('a'), media('image/png', 'AA'), call, text('b')])).toEqual([
      text('a\n\nb'),
      call,
    ])
    expect([joinedText('user', [text('')]), joinedText('assistant', [call])]).toEqual([[], [call]])
  })

  it('documents are told by their kind; addresses are no data', () => {
    expect(asPicture(media('application/pdf', 'AA'))).toEqual(text('(application/pdf attachment left out)'))
    for (const kept of [media('image/png', 'AA'), media('', 'https://x'), text('x')]) expect(asPicture(kept)).toBe(kept)
    expect([media('', 'AA'), media('image/png', 'http://x'), media('image/png', 'AA')].map(isAddress)).toEqual([
      true,
      true,
      false,
    ])
    expect([urlOf(media('image/png', 'AA')), urlOf(media('', 'https://x'))]).toEqual([
      'data:image/png;base64,AA',
      'https://x',
    ])
    expect([mediaOf('data:image/png;base64,AA'), mediaOf('https://x')]).toEqual([
      media('image/png', 'AA'),
      media('', 'https://x'),
    ])
  })
})

it('a text part has a text; what else it has is kept', () => {
  expect(decodeText({ type: 'text', text: 'x' }, 'text')).toEqual({ type: 'text', text: 'x' })
  expect(decodeText({ type: 'text', text: 'x', more: 1 }, 'text')).toMatchObject({
    text: 'x',
    wire: { shape: { more: 1 } },
  })
  expect([decodeText({ type: 'text' }, 'text'), decodeText({ type: 'text', text: 7 }, 'text')]).toEqual([
    undefined,
    undefined,
  ])
})

describe('what stands beside the conversation', () => {
  it('is text to be counted, or nothing', () => {
    expect(extraText({ a: [1], b: null, c: 'x' }, ['a', 'b', 'c', 'd'])).toBe('[1]\n"x"')
    expect(extraText({ b: null }, ['a', 'b'])).toBeUndefined()
  })

  it('what an SDK added to a reply goes, in it and in what is named', () => {
    const wire = { parsed: 1, keep: { parsed: 1 }, calls: [{ parsed_arguments: 1, in: { parsed: 2, x: 3 } }, 'x'] }
    expect(withoutParsed(wire, ['calls'])).toEqual({ keep: { parsed: 1 }, calls: [{ in: { parsed: 2, x: 3 } }, 'x'] })
    expect(withoutParsed(wire, ['calls', 'in'])).toMatchObject({ calls: [{ in: { x: 3 } }, 'x'] })
  })

  it('a bill: input without what was cached, never below nothing; without the first number there is none', () => {
    const fields = { input: ['in', 'tools'], output: ['out', 'd.more'], cacheRead: 'd.read', cacheWrite: 'd.write' }
    const usage = { in: 10, tools: 2, out: 3, d: [{ read: 1 }, { read: 4, write: 2, more: 1 }] }
    expect(readUsage(fields, usage, 'm')).toEqual({ input: 6, cacheRead: 4, cacheWrite: 2, output: 4, model: 'm' })
    expect(readUsage(fields, { in: 1, d: { read: 4 } }, 7)).toEqual({
      input: 0,
      cacheRead: 4,
      cacheWrite: 0,
      output: 0,
    })
    expect([readUsage(fields, { tools: 2 }), readUsage(fields, undefined)]).toEqual([undefined, undefined])
    const net = { uncached: 'net', output: ['out'], cacheRead: 'read' }
    expect(readUsage(net, { net: 5, read: 2, out: 'x' })).toEqual({ input: 5, cacheRead: 2, cacheWrite: 0, output: 0 })
  })
})

describe('rules', () => {
  type Request = { n: number }
  const book = ruleBook<Request>((request) => ({ n: Number(request['n'] ?? -1) }), {
    'X-01': ({ n }) => [n > 1 && ['a', 'too many'], undefined, n > 2 && ['b', 'far too many', 'warning']],
    'X-02': { level: 'warning', isSize: true, check: ({ n }, { bytes = 0 }) => [n < 0 && ['c', `${bytes} bytes`]] },
  })

  it('say where they are broken, at their own level or that of the finding', () => {
    expect(book.ids).toEqual(['X-01', 'X-02'])
    expect(book.check({ n: 3 })).toEqual([
      { rule: 'X-01', path: 'a', text: 'too many', level: 'error' },
      { rule: 'X-01', path: 'b', text: 'far too many', level: 'warning' },
    ])
    expect(book.check(7, { bytes: 5 })).toEqual([
      { rule: 'X-02', path: 'c', text: '5 bytes', level: 'warning', isSize: true },
    ])
    expect(book.check({ n: 3 }, {}, (id) => id === 'X-02')).toEqual([])
  })

  it('a small body is not written to know its size, a large one is; what is known is not counted', () => {
    expect(bodyBytes({ a: 'x' }, { bytes: 3 })).toBe(3)
    // A text counts its characters, anything else four, and every part four more.
    expect([bodyBytes('abc', {}), bodyBytes(7, {}), bodyBytes(null, {}), bodyBytes(['abc', { a: 1 }], {})]).toEqual([
      3, 4, 4, 19,
    ])
    const long = { a: 'é'.repeat(8_000_000) }
    expect(bodyBytes(long, {})).toBe(16_000_008)
    expect(bodyBytes({ a: 'x'.repeat(7_999_995) }, {})).toBe(7_999_999)
  })
})

it('rows of one kind that follow each other are one run; lists are the same by what they hold', () => {
  const kind = (row: string) => (row === '-' ? undefined : row)
  expect(runsOf(['a', 'a', 'b', '-', '-', 'a'], kind)).toEqual([['a', 'a'], ['b'], ['-'], ['-'], ['a']])
  const [a, b] = [{}, {}]
  expect([isSameList([a, b], [a, b]), isSameList([a], [a, b]), isSameList([a, b], [b, a])]).toEqual([
    true,
    false,
    false,
  ])
})
