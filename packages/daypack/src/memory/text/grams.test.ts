import { expect, test } from 'vitest'
import { gramsOf, wordScorer } from './grams.ts'

test('words, pairs of words and numbers; characters of unspaced scripts', () => {
  expect([...gramsOf('We’ve moved, at 5')]).toEqual(["we've", 'moved', "we've moved", 'at', '#', 'at #'])
  expect([...gramsOf('改成B')].toSorted()).toEqual(['b', '成', '改', '改成'].toSorted())
})

test('a table of words says how much a text tells', () => {
  const tells = wordScorer({ '0.5': 'moved|改', '-0.2': 'always' })
  expect(tells('It has moved')).toBe(0.5)
  expect(tells('Always moved')).toBeCloseTo(0.3)
  expect(tells('改成')).toBe(0.5)
  expect(tells('')).toBe(0)
})
