import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { erased, eraseIn } from './erase.ts'
import { eraserFor, isMeant } from './match.ts'
import { bytesLeft } from './traces.ts'

const root = temporary()

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

test('the byte search: every place, over chunk borders, in any case, as JSON too; a phrase only as words', async () => {
  const dir = mkdtempSync(join(root, 't-'))
  const border = 4 * 1024 * 1024
  for (const shift of [0, 1, 5, 9, 10]) {
    const big = Buffer.alloc(border + 100, 'x ')
    big.write(' Montepio4 ', border - shift)
    writeFileSync(join(dir, `big${shift}`), big)
  }
  writeFileSync(join(dir, 'small'), 'montepio4')
  writeFileSync(join(dir, 'json'), JSON.stringify({ text: 'line\nMONTEPIO4 "x"' }))
  writeFileSync(join(dir, 'team'), 'my team, steam, tea')
  const found = await bytesLeft(dir, ['montepio4'])
  expect(found.map(({ file, times }) => `${file} ${times}`)).toEqual([
    'big0 1',
    'big1 1',
    'big10 1',
    'big5 1',
    'big9 1',
    'json 1',
    'small 1',
  ])
  expect((await bytesLeft(dir, ['montepio4 "x"'])).map(({ file }) => file)).toEqual(['json'])
  expect(await bytesLeft(dir, [], ['tea'])).toEqual([{ file: 'team', times: 1 }])
  expect(await bytesLeft(dir, [], ['montepio4', ''])).toHaveLength(7)
})
