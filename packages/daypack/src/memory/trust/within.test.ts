import { expect, test } from 'vitest'
import { phraseOf } from './phrases.ts'
import { within } from './tombstones.ts'

test('a source lies in another by range, part and folder, both ends included', () => {
  expect(within('s#3-5', 's#3-5')).toBe(true)
  expect(within('s#3-4', 's#3-5')).toBe(true)
  expect(within('s#4-5', 's#3-5')).toBe(true)
  expect(within('s#2-5', 's#3-5')).toBe(false)
  expect(within('s#3-6', 's#3-5')).toBe(false)
  expect(within('s#3', 's')).toBe(true)
  expect(within('s', 's#3-5')).toBe(false)
  expect(within('docs/a.md#L3', 'docs')).toBe(true)
  expect(within('docs/a.md', 'docs/')).toBe(true)
  expect(within('docs-old/a.md', 'docs')).toBe(false)
  expect(within('docs/a.md', 'docs#3')).toBe(false)
})

test('a phrase has three words and eight letters, neither less', () => {
  const phrase = (text: string) => phraseOf(text, (each) => each)
  expect(phrase('I live here')).toMatchObject({ words: 3, first: 'first i', all: 'phrase i live here' })
  expect(phrase('abc def gh')).toBeDefined()
  expect(phrase('ab cde fg')).toBeUndefined()
  expect(phrase('somewhere else')).toBeUndefined()
  expect(phrase('a b')).toBeUndefined()
  expect(phrase('')).toBeUndefined()
})
