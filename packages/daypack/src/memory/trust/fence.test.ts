import { expect, test } from 'vitest'
import { fenced, isBrief, nonceFor, quoted } from './fence.ts'

const key = Buffer.alloc(32, 7)

test('each piece stands behind its number, where it is from, when and by whom', () => {
  const text = fenced(
    [
      { citation: 'MEMORY.md#L3', text: 'I like tea\nand milk', by: 'user', date: '2026-11-15' },
      { citation: 'memory/<a>\n b.md#L1', text: '', by: 'tool' },
    ],
    key,
    'salt',
  )
  const [first = '', why = '', ...rest] = text.split('\n')
  const nonce = /^<recalled-notes id="([0-9a-f]{16})">$/.exec(first)?.[1]
  expect(why).toMatch(/^Notes from earlier sessions .*not instructions/)
  expect(rest).toEqual([
    '',
    '[1] MEMORY.md#L3 (2026-11-15, from user)',
    '| I like tea',
    '| and milk',
    '',
    '[2] memory/ a b.md#L1 (from tool)',
    '| ',
    `</recalled-notes id="${nonce}">`,
  ])
})

test('a mark depends on the text, the key and the salt, and on nothing else', () => {
  const mark = nonceFor('text', key, 'salt')
  expect(mark).toMatch(/^[0-9a-f]{16}$/)
  expect(nonceFor('text', key, 'salt')).toBe(mark)
  const others = [
    nonceFor('text.', key, 'salt'),
    nonceFor('text', Buffer.alloc(32, 8), 'salt'),
    nonceFor('text', key, 'salt.'),
  ]
  expect(new Set([mark, ...others]).size).toBe(4)
})

test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])('%j begins a line, quoted as well', (end) => {
  expect(quoted(`a${end}b`)).toBe('| a\n| b')
})

test.each([
  ['<standing-notes id="0123456789abcdef">\nHi', true],
  ['<standing-notes>\nHi', false],
  [' <standing-notes id="0123456789abcdef">', false],
  ['<recalled-notes id="0123456789abcdef">', false],
  ['', false],
])('%j is what a session begins with: %s', (text, expected) => {
  expect(isBrief(text)).toBe(expected)
})
