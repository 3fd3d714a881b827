import { expect, test } from 'vitest'
import { contentTerms, likeness, share } from './terms.ts'

test('words that carry meaning, in their base form; those that only join them are left out', () => {
  expect(contentTerms('The cats and the DOGS')).toEqual(contentTerms('a cat, a dog'))
  expect(contentTerms('cat dog').size).toBe(2)
  expect(contentTerms('the and of').size).toBe(0)
  // The name counts by its parts alone: its whole form is a further form of the same text.
  expect([...contentTerms('readFile')].toSorted()).toEqual(['file', 'read'])
})

test.each([
  ['', '', 0, 0],
  ['', 'a b', 0, 0],
  ['a b', '', 0, 0],
  ['a b', 'a b', 1, 1],
  ['a b', 'b c', 0.5, 1 / 3],
  ['a', 'a b c d', 1, 0.25],
  ['a b c d', 'a', 0.25, 0.25],
  ['a b', 'c d', 0, 0],
])('of %j in %j stands %d; they are alike by %d', (part, whole, ofPart, alike) => {
  const set = (text: string) => new Set(text.split(' ').filter(Boolean))
  expect(share(set(part), set(whole))).toBe(ofPart)
  expect(likeness(set(part), set(whole))).toBeCloseTo(alike, 10)
})
