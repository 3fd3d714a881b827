import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../daypack-testing/src/arbitraries.ts'
import { readBody } from './body.ts'

const odd = `{ "model" : "m","temperature":1.0, "messages":[ {"role":"user","content":"a\\u00e9\\/","n":12345678901234567890,"d":1,"d":2} ,\n{"role":"user","content":"\\ud800"}, 7 ], "big":1e400 }`

test('an unchanged request is the same text', () => {
  const body = readBody(odd)
  expect(body?.write(body.request)).toBe(odd)
})

test('what is still the same object keeps its bytes', () => {
  const body = readBody(odd)
  const messages = body?.request['messages'] as unknown[]
  const changed = { ...body?.request, messages: [messages[0], { role: 'assistant', content: 'new' }, messages[1]] }
  expect(body?.write(changed)).toBe(
    `{"model":"m","temperature":1.0,"messages":[{"role":"user","content":"a\\u00e9\\/","n":12345678901234567890,"d":1,"d":2},{"role":"assistant","content":"new"},{"role":"user","content":"\\ud800"}],"big":1e400}`,
  )
})

test('new and dropped fields are written as usual', () => {
  const body = readBody('{"a":1.50,"b":[1.0,{"x":1.0}],"c":{"y":1.0}}')
  expect(body?.write({ ...body.request, a: 2, d: 'x', e: undefined })).toBe(
    '{"a":2,"b":[1.0,{"x":1.0}],"c":{"y":1.0},"d":"x"}',
  )
})

test.each([
  '',
  '[]',
  'null',
  '{',
  '{"a":}',
  '{"a":1',
  '{"a" 1}',
  '{"a":[1,}',
  '{"a":"x}',
  '{"a":1}x',
  '{"a":tru}',
  '{"a":[1 2]}',
  '{a:1}',
])('%s is no body', (text) => {
  expect(readBody(text)).toBeUndefined()
})

test('reads what JSON.parse reads, and writes what it read', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const body = readBody(text)
      expect(body?.request).toEqual(JSON.parse(text))
      expect(JSON.parse(body?.write({ ...body.request }) ?? '')).toEqual(JSON.parse(text))
    }),
    { numRuns: runs() },
  )
})

test('a body that continues another takes over what it says again, as the same objects', () => {
  const first = readBody(`{"model":"m","tools":[{"name":"a"}],"messages":[{"n":1},{"n":2}],"stream":true}`)
  const next = readBody(
    `{"model":"m","tools":[{"name":"a"}],"messages":[{"n":1},{"n":2.0},{"n":3}],"stream":true}`,
    first,
  )
  const [before, after] = [first, next].map((body) => body?.request as { tools: unknown; messages: unknown[] })
  expect(after?.messages).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(after?.messages[0]).toBe(before?.messages[0])
  expect(after?.messages[1]).not.toBe(before?.messages[1])
  expect(after?.tools).toBe(before?.tools)
  expect(next?.write({ ...next.request, messages: after?.messages.slice(1) })).toBe(
    `{"model":"m","tools":[{"name":"a"}],"messages":[{"n":2.0},{"n":3}],"stream":true}`,
  )
})

test('a body continues another where only the end of a list differs, and keeps all entries before it', () => {
  const before = readBody('{"list":[{"n":1},{"n":2},{"n":3,"mark":1}],"more":{"m":1}}')
  const listOf = (body: ReturnType<typeof readBody>) => body?.request['list'] as unknown[]
  const next = readBody('{"list":[{"n":1},{"n":2},{"n":3},{"n":4,"mark":1}],"more":{"m":1}}', before)
  expect(next?.continues?.id).toBe(before?.id)
  expect(listOf(next)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4, mark: 1 }])
  expect(listOf(next).map((entry, at) => entry === listOf(before)[at])).toEqual([true, true, false, false])
  expect(readBody('{"list":[{"n":1}],"more":{"m":1}}', next)?.continues?.id).toBe(next?.id)
  const others = [
    '{"list":[{"n":1},{"n":5}],"more":{"m":2}}',
    '{"list":[{"n":1},],"more":{"m":1}}',
    '{"list":[{"n":1}}',
  ]
  for (const text of others) expect(readBody(text, next)?.continues).toBeUndefined()
})

test('whatever came before, a body reads as it does alone, as text and as bytes', () => {
  const words = fc.string({ unit: 'binary', maxLength: 6 })
  const item = fc.oneof(fc.integer(), words, fc.record({ a: words, b: fc.array(fc.integer()) }))
  const items = fc.array(item, { maxLength: 5 })
  const end = fc.dictionary(words, item, { maxKeys: 2 })
  const body = fc.record({ head: words, list: items, tail: items, end })
  fc.assert(
    fc.property(
      fc.array(body, { minLength: 2, maxLength: 4 }),
      items,
      fc.nat(4),
      fc.constantFrom(0, 1),
      (bodies, more, cut, indent) => {
        const [first] = bodies
        const grown = { ...first, list: [...(first?.list.slice(0, -cut || undefined) ?? []), ...more] }
        const changed = { ...grown, tail: more, end: {} }
        let asText: ReturnType<typeof readBody>
        let asBytes: ReturnType<typeof readBody>
        for (const value of [...bodies, first, grown, grown, changed]) {
          const text = JSON.stringify(value, null, indent)
          const alone = readBody(text)
          asText = readBody(text, asText)
          asBytes = readBody(Buffer.from(text), asBytes)
          for (const one of [asText, asBytes]) {
            expect(one?.request).toEqual(alone?.request)
            expect(one?.length).toBe(Buffer.byteLength(text))
            expect(one?.write({ ...one.request, more: 1 })).toBe(alone?.write({ ...alone.request, more: 1 }))
            expect(one?.text()).toBe(text)
          }
        }
      },
    ),
    { numRuns: Math.min(runs(), 50) },
  )
})

test('a number that continues where the texts differ is another number', () => {
  const next = readBody('{"list":[{"n":1},12]}', readBody('{"list":[{"n":1},1]}'))
  expect(next?.request).toEqual({ list: [{ n: 1 }, 12] })
})

test('a repeated key: the last one counts, before and after a list', () => {
  const twice = '{"a":1,"list":[{"n":1},{"n":2}],"a":2}'
  const again = '{"a":1,"list":[{"n":1},{"n":2},{"n":3}],"a":3,"list":[]}'
  const once = '{"a":1,"list":[{"n":1},{"n":2}]}'
  for (const before of [twice, once, again])
    for (const text of [twice, again, once]) expect(readBody(text, readBody(before))?.request).toEqual(JSON.parse(text))
})

test('a byte order mark is no part of a body, in a text or in bytes', () => {
  const text = '{"a":[1]}'
  for (const source of [`\ufeff${text}`, Buffer.from(`\ufeff${text}`)]) {
    const body = readBody(source)
    expect([body?.request, body?.length, body?.text()]).toEqual([{ a: [1] }, text.length, text])
  }
})

test('bytes are read where they lie, not copied', () => {
  const data = Buffer.from('..{"a":1}..')
  const body = readBody(new Uint8Array(data.buffer, data.byteOffset + 2, 7))
  expect(body?.request).toEqual({ a: 1 })
  expect(body?.source.buffer).toBe(data.buffer)
})

test('a body that was not read here says nothing of the next', () => {
  const copy = { ...(readBody('{"list":[{"n":1}]}') as NonNullable<ReturnType<typeof readBody>>) }
  const next = readBody('{"list":[{"n":1},{"n":2}]}', copy)
  expect(next?.request).toEqual({ list: [{ n: 1 }, { n: 2 }] })
  expect(next).not.toHaveProperty('continues')
})

test('a list is continued behind and before other fields, and each is written from where it is now', () => {
  const before = readBody('{"a":[1.0],"list":[{"n":1.0}],"b":[2.0]}')
  const next = readBody('{"a":[1.0],"list":[{"n":1.0},{"n":2.00}],"b":[2.0]}', before)
  expect(next?.continues).toEqual({ id: before?.id, kept: 1 })
  expect(next?.write({ ...next.request, c: 1 })).toBe('{"a":[1.0],"list":[{"n":1.0},{"n":2.00}],"b":[2.0],"c":1}')
  const first = readBody('{"list":[1],"b":[2]}')
  const shrunk = readBody('{"list":[],"b":[2]}', first)
  expect([shrunk?.continues, shrunk?.write({ ...shrunk.request })]).toEqual([
    { id: first?.id, kept: 0 },
    '{"list":[],"b":[2]}',
  ])
  expect(readBody('{"list":[1],"b":[2]}', first)).not.toHaveProperty('continues')
})

test('numbers of a new list are written as usual, whatever a list of the body has', () => {
  const body = readBody('{"a":[1.0,null,{"x":1.0}]}')
  const { a = [] } = (body?.request ?? {}) as { a?: unknown[] }
  const [, , object] = a
  expect(body?.write({ a: [1, null, object, undefined] })).toBe('{"a":[1,null,{"x":1.0},null]}')
})
