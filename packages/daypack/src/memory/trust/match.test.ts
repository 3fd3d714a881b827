import { expect, test } from 'vitest'
import { eraserFor, isMeant } from './match.ts'

test.each([
  // A phrase, whole words in this order.
  ['tea', 'I drink tea.', true],
  ['tea', 'My team is in Porto', false],
  ['green tea', 'green, TEA', true],
  ['green tea', 'tea that is green', false],
  // Three words that mean something, in any order; two are not enough.
  ['account bank montepio', 'My bank account at Montepio', true],
  ['account bank montepio', 'My bank account', false],
  ['the bank of account', 'My account is with a bank', false],
  // Nothing to look for.
  ['', 'anything', false],
  ['?!', 'anything', false],
  ['?!', '...', false],
])('the words %j mean %j: %s', (query, text, expected) => {
  expect(isMeant(text, [], { query })).toBe(expected)
})

test.each([
  [['s1#3-9'], 's1', true],
  [['s1#3-9'], 's1#1-9', true],
  [['s1#3-9'], 's1#4-9', false],
  [['s2', 's1#3'], 's1', true],
  [['s2'], 's1', false],
  [[], 's1', false],
])('what comes from %j is meant by the source %j: %s', (from, source, expected) => {
  expect(isMeant('whatever it says', from, { source })).toBe(expected)
})

test.each([
  ['my locker code', 'The code of my locker is 4471', true],
  ['my locker code', 'My locker is red', false],
  // A wish of two words is enough: the user is asked before anything goes.
  ['locker code', 'code for the locker', true],
  ['it', 'it is so', false],
])('the wish %j means %j: %s', (wish, text, expected) => {
  expect(isMeant(text, [], { wish })).toBe(expected)
})

test('the statements go wherever they stand; by words also every sentence that is meant', () => {
  const statements = ['I like green tea', ' ']
  const text = 'So I like green tea now. My cup of tea is cold.'
  expect(eraserFor({ query: 'cup of tea' }, statements)(text)).toBe('So * **** ***** *** now. ** *** ** *** ** *****')
  expect(eraserFor({ source: 's1' }, statements)(text)).toBe('So * **** ***** *** now. My cup of tea is cold.')
  expect(eraserFor({ source: 's1' }, [])(text)).toBe(text)
})

test('by a wish, sentences that say more than half of what a forgotten statement says', () => {
  const erase = eraserFor({ wish: 'locker code' }, ['The locker code upstairs is 4471'])
  expect(erase('Locker code 4471.')).toBe('****** **** *****')
  expect(erase('A locker code component needs tests.')).toBe('A locker code component needs tests.')
  const two = eraserFor({ wish: 'locker code' }, ['Something else entirely', 'The locker code upstairs is 4471'])
  expect(two('Locker code 4471.')).toBe('****** **** *****')
  const half = eraserFor({ wish: 'locker code' }, ['locker code upstairs hidden'])
  expect(half('The locker code is new.')).toBe('The locker code is new.')
  expect(half('The upstairs locker code is new.')).toBe('*** ******** ****** **** ** ****')
})
