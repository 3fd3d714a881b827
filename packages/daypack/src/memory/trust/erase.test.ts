import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { erased, eraseIn, eraseWhere } from './erase.ts'
import { eraserFor, isMeant } from './match.ts'

test.each([
  ['tea', 'I drink tea.', true],
  ['tea', 'My team is in Porto', false],
  ['tea', 'TEA!', true],
  ['hear', 'the art of it', false],
  ['我喜欢绿茶', '其实我喜欢绿茶，不喝咖啡', true],
  ['고양이', '내 고양이는 두 마리', true],
  ['bank account', 'bank of the account', false],
  ['account bank montepio', 'My bank account at Montepio', true],
  ['!?', 'anything', false],
])('forget %j: %j is meant: %s', (query, text, expected) => {
  expect(isMeant(text, [], { query })).toBe(expected)
})

const anyText = fc.string({
  unit: fc.constantFrom('a', 'Z', '9', '"', ' ', '\n', '\t', 'é', '好', '▒', '😀', '\ud800', '。', '.'),
})

test('erased: not a letter to read, and every place in it is where it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const black = erased(text)
      expect(black.length).toBe(text.length)
      expect(Buffer.byteLength(black)).toBe(Buffer.byteLength(text))
      expect(black.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length))
      expect(black).not.toMatch(/[aZ9é好😀]/u)
      expect(erased(black)).toBe(black)
    }),
  )
})

test('in a text the sentences that are meant, in an entry the texts: names, ids and signed blocks stay', () => {
  const erase = eraserFor({ query: 'user tea' }, ['I like green tea'])
  expect(erase('Hello there. My user tea is cold!\nI like green tea, really. Bye')).toBe(
    'Hello there. ** **** *** ** *****\n* **** ***** ***, really. Bye',
  )
  const word = eraserFor({ query: 'user' }, [])
  const entry = {
    seq: 1,
    kind: 'message',
    message: {
      role: 'user',
      blocks: [
        { type: 'text', text: 'user' },
        { type: 'tool-call', callId: 'user', tool: 'user', input: { role: 'user', deep: ['a user'] } },
        { type: 'opaque', purpose: 'reasoning', wire: { thinking: 'the user said', signature: 'x' } },
        { type: 'text', text: 'none', wire: { cache: 'user', citations: [{ cited: 'the user' }] } },
      ],
    },
  }
  expect(eraseIn(entry, word).message.blocks).toEqual([
    { type: 'text', text: '****' },
    { type: 'tool-call', callId: 'user', tool: 'user', input: { role: '****', deep: ['* ****'] } },
    entry.message.blocks[2],
    { type: 'text', text: 'none', wire: { cache: 'user', citations: [{ cited: '*** ****' }] } },
  ])
  expect(eraseIn(entry, eraserFor({ query: 'nothing' }, []))).toBe(entry)
})

test.each([
  ['a', '*'],
  ['\u007f', '*'],
  ['\u0080', '·'],
  ['\u07ff', '·'],
  ['\u0800', '▒'],
  ['\uffff', '▒'],
  ['\ud800', '▒'],
  ['\u{10000}', '🀫'],
  ['a b\tc\n', '* *\t*\n'],
])('%j erased is %j', (text, expected) => {
  expect(erased(text)).toBe(expected)
})

test('a sentence ends with its mark, a line or the text', () => {
  const gone = (text: string) => eraseWhere(text, (part) => part.includes('tea'))
  expect(gone('No. A tea! Yes? v1.2 tea. 茶。')).toBe('No. * **** Yes? **** **** 茶。')
  expect(gone('tea\nmilk\ntea。milk。')).toBe('***\nmilk\n***▒milk。')
  expect(gone('')).toBe('')
})

test('a word by itself is erased where texts stand or where no wire writes it; what is not touched stays the same object', () => {
  const all = (value: Json) => eraseIn(value, erased)
  expect(
    all({ text: 'tea', why: 'tea', note: 'tea', content: ['tea'], input: 'tea', args: ['tea', { a: 'tea' }] }),
  ).toEqual({
    text: '***',
    why: '***',
    note: 'tea',
    content: ['***'],
    input: '***',
    args: ['***', { a: '***' }],
  })
  expect(all({ note: 'a tea', other: 'thé', callId: 'a tea', type: 'the tea' })).toEqual({
    note: '* ***',
    other: '**·',
    callId: 'a tea',
    type: 'the tea',
  })
  expect(all({ note: '', text: null, n: 3, flag: true })).toEqual({ note: '', text: null, n: 3, flag: true })
  expect(all({ type: 'opaque', text: 'a tea' })).toEqual({ type: 'opaque', text: 'a tea' })
  expect(all({ input: { type: 'opaque', text: 'a tea' } })).toEqual({ input: { type: '******', text: '* ***' } })
  const value = { one: { text: 'tea' }, two: { note: 'tea' }, three: [['tea'], [1]] }
  const made = all(value) as typeof value
  expect(made).not.toBe(value)
  expect([made.two, made.three]).toEqual([value.two, value.three])
  expect(made.two).toBe(value.two)
  expect(made.three).toBe(value.three)
  expect(all(value.three)).toBe(value.three)
})
