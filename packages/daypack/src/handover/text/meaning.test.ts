import { expect, test } from 'vitest'
import { clip, clipList, clipMiddle, list } from './clip.ts'
import { factsIn, isCourtesy } from './facts.ts'
import { pageText } from './page.ts'
import { contentWords, coverage, isSmallTalk, isSpokenOf, notRetold, shows } from './words.ts'

test.each([
  ['nothing to say', 0],
  ['we met Ann there', 0.3],
  ['Ann said so', 0],
  ['in src/a.ts', 0.5],
  ['call fooBar now', 0.5],
  ['because of it', 1],
  ['because of Ann', 1],
  ['it has 5 of them', 1.5],
  ['It must be CACHED', 1.5],
  ['it costs $1,200', 2],
  ['at 12:30 because fooBar', 3],
])('how much is stated by “%s”: %d', (text, facts) => {
  expect(factsIn(text)).toBe(facts)
})

test('a courtesy states nothing: no figure, no name, and not much of it', () => {
  const said = ['Thanks!', '* **Glad to help**', '', 'Would you like to proceed?', `Thanks ${'x'.repeat(213)}`]
  const states = ['Thanks for 3 of them', 'The cause is known.', `Thanks ${'x'.repeat(214)}`]
  expect([said.filter(isCourtesy), states.filter(isCourtesy)]).toEqual([said, []])
})

test('small talk asks for nothing new, and is short', () => {
  const small = ['ok', 'ok, go on', 'thanks! 👍', '好的', 'ok '.repeat(19)]
  expect([small.filter(isSmallTalk), ['do the page', 'ok '.repeat(20)].filter(isSmallTalk)]).toEqual([small, []])
})

test('cues are whole words where they are words', () => {
  const states = ['it is so', "it's so", 'this', 'has', 'hash'].filter((text) => shows('states', text))
  const orders = ["it isn't that", 'no', 'nothing', '不要动它'].filter((text) => shows('orders', text))
  expect([states, orders]).toEqual([
    ['it is so', "it's so", 'has'],
    ["it isn't that", 'no', '不要动它'],
  ])
})

test('texts speak of the same by their words, cut to the stem, and of Chinese by pairs of characters', () => {
  expect([...contentWords('The files were opening src/a.go. with boxes 重构缓存')]).toEqual([
    'fil',
    'open',
    'src/a.go',
    'box',
    '重构',
    '构缓',
    '缓存',
  ])
  const [none, a, ab] = [new Set<string>(), new Set(['a']), new Set(['a', 'b'])]
  expect([coverage(none, a), coverage(a, ab), coverage(ab, a), coverage(ab, none)]).toEqual([0, 1, 0.5, 0])
  expect([
    isSpokenOf('mend lock', 'lock it'),
    isSpokenOf('mend lock queue', 'lock it'),
    isSpokenOf('mend lock', 'lock it', 0.6),
  ]).toEqual([true, false, false])
  expect(notRetold(['mend lock', 'write page'], 'the lock')).toEqual(['write page'])
})

test('a page is read without what only leads elsewhere', () => {
  const page = '![x](y.png)Words [here](https://a "t") and there.\n[a](b) | [c](d)\n- [e](f)\n\n\n\nend'
  expect([page, '[abc](d) abc', '[abc](d) abcd'].map(pageText)).toEqual([
    'Words here and there.\n\nend',
    '',
    'abc abcd',
  ])
})

test.each([
  ['abc', 3, 'abc'],
  ['abcd efgh', 1, '…'],
  ['', 0, ''],
  ['the cat was here now', 12, 'the cat was…'],
  ['the cat was here now', 14, 'the cat was …'],
  ['the total is 1,194 dollars', 17, 'the total is …'],
  ['I cannot cancel the reservations UDMOP1, XAZ3C0', 38, 'I cannot cancel the reservations …'],
  ['ab cdef', 5, 'ab …'],
  ['a bcde', 5, 'a bc…'],
  ['ab cde f g', 6, 'ab …'],
  [`a b ${'x'.repeat(60)} c`, 44, `a b ${'x'.repeat(39)}…`],
  [`${'a b '.repeat(30)}${'x'.repeat(60)}`, 160, `${'a b '.repeat(30)}…`],
  [`${'a b '.repeat(30)}${'x'.repeat(60)}`, 161, `${'a b '.repeat(30)}${'x'.repeat(40)}…`],
  ['问题在第三个模块要现在修吗', 8, '问题在第三个模…'],
  ['ab 👍👍', 5, 'ab …'],
])('%j in %d characters: %j', (text, max, cut) => {
  expect(clip(text, max)).toBe(cut)
})

test('what is cut says so, and what fits is whole', () => {
  expect([clipMiddle('x'.repeat(21), 8, 8), clipMiddle('x'.repeat(22), 8, 8)]).toEqual([
    'x'.repeat(21),
    `${'x'.repeat(7)}… … ${'x'.repeat(8)}`,
  ])
  expect([list(['a', 'b'], 2), list(['a', 'b', 'c'], 2), list(['a', 'b', 'c'], 1, '; ')]).toEqual([
    'a, b',
    'a, b and 1 more',
    'a and 2 more',
  ])
  expect([clipList(' a\nb ', 3), clipList(`${'a'.repeat(50)}\n${'b'.repeat(90)}\nc`, 128)]).toEqual([
    'a\nb',
    `${'a'.repeat(50)}\n${'b'.repeat(62)}…\n… and 1 more`,
  ])
})
