import { expect, test } from 'vitest'
import { clip, flat, halves, safe, toolLine } from './show.ts'

test('text on a line of a terminal', () => {
  const wide = 'x'.repeat(50)
  expect([
    [
      safe('a\u0000\u001B[1mb\tc\nd\u009Fe'),
      flat('  a\n b\r'),
      clip('abc', 3),
      clip('abcd', 3),
      clip('😀😀', 2),
      clip('abc', 0),
    ],
    [halves('abcdef', 6), halves('abcdefg', 4), halves('abcdefgh', 5)],
    [
      toolLine('read', { path: 'a', n: 1, on: undefined }, 'one', 40),
      toolLine('read', 'plain', 'one\ntwo\n', 60),
      toolLine('read', { path: wide }, wide, 60),
      toolLine('read', wide, `${wide}\n`, 20),
      toolLine('read', undefined, '', 20),
    ],
  ]).toEqual([
    ['a[1mb\tc\nde', 'a b', 'abc', 'ab…', '�…', 'a…'],
    ['abcdef', 'ab\n… 3 characters left out …\nfg', 'ab\n… 4 characters left out …\ngh'],
    [
      '* read a 1 → one',
      '* read plain → one (3 lines, 8 bytes)',
      '* read xxxxxxxxxxxxxxxxxxxxxxxxxxxx… → xxxxxxxxxxxxxxxxxxxx…',
      '* read xxxx… → xxxx…',
      '* read  → ',
    ],
  ])
})
