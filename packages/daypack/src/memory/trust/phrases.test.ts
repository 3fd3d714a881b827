import { expect, test } from 'vitest'
import { phraseFinder, phraseOf } from './phrases.ts'

const plain = (text: string): string => text

test('a phrase has three words and eight letters, neither less', () => {
  const phrase = (text: string) => phraseOf(text, plain)
  expect(phrase('I live here')).toEqual({ words: 3, first: 'first i', all: 'phrase i live here' })
  expect(phrase('abc def gh')).toBeDefined()
  expect(phrase('ab cde fg')).toBeUndefined()
  expect(phrase('somewhere else')).toBeUndefined()
  expect(phrase('a b')).toBeUndefined()
  expect(phrase('!')).toBeUndefined()
  expect(phrase('')).toBeUndefined()
})

function found(phrases: readonly string[], text: string): string[] {
  const known = phrases.flatMap((each) => phraseOf(each, plain) ?? [])
  return phraseFinder(known, plain)(text).map(({ all }) => all.slice('phrase '.length))
}

test('phrases are found wherever they stand, in the order of the text', () => {
  const known = ['I live in Porto', 'I live in Lisbon', 'my cat is old']
  expect(found(known, 'I live in Porto')).toEqual(['i live in porto'])
  expect(found(known, 'Well: i LIVE, in porto!')).toEqual(['i live in porto'])
  expect(found(known, 'My cat is old. I live in Lisbon, I live in Porto')).toEqual([
    'my cat is old',
    'i live in lisbon',
    'i live in porto',
  ])
  expect(found(known, 'I live in')).toEqual([])
  expect(found(known, 'I now live in Porto')).toEqual([])
  expect(found(known, 'live in Porto I')).toEqual([])
  expect(found(known, '')).toEqual([])
  expect(found([], 'I live in Porto')).toEqual([])
})

test('two phrases that begin with the same words are both found', () => {
  expect(found(['I live in Porto', 'I live in Porto now'], 'I live in Porto now')).toEqual([
    'i live in porto',
    'i live in porto now',
  ])
})

test('a word is digested once, as long as not more than 50,000 others came', () => {
  const digested: string[] = []
  const digest = (text: string): string => {
    if (text === 'first word0') digested.push(text)
    return text
  }
  const [known] = [phraseOf('some other words', plain)]
  const find = phraseFinder(known ? [known] : [], digest)
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ')
  find('word0 word0')
  find(words(0, 50_000))
  find('word0')
  expect(digested).toHaveLength(1)
  find('word50000')
  find('word0')
  expect(digested).toHaveLength(2)
})
