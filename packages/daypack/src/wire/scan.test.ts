import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterChar, afterComma, afterField, checkEnd, skipSpace, skipString, skipValue } from './field.ts'

const space = fc.stringMatching(/^[ \n\r\t]{0,4}$/)

test('a value ends where JSON ends it, however it is indented and whatever follows', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), space, fc.constantFrom(',', ']', '}', ' '), (value, indent, lead, next) => {
      const text = JSON.stringify(value, undefined, indent)
      const from = skipSpace(lead + text, 0)
      expect(from).toBe(lead.length)
      expect(skipValue(lead + text + next, from)).toBe(lead.length + text.length)
    }),
  )
})

test('a string ends at its own quote: one behind an odd number of slashes is part of it', () => {
  for (const value of ['', 'a', '"', '\\', '\\"', '\\\\', '\\\\"', 'a"b', '"]}', '\u2028']) {
    const text = JSON.stringify(value)
    expect(skipString(`${text}"`, 0)).toBe(text.length)
    expect(skipValue(`[${text}]]`, 0)).toBe(text.length + 2)
  }
})

test('every kind of space is skipped, and nothing else', () => {
  expect(skipSpace('x \n\r\ty', 1)).toBe(5)
  for (const char of ['\v', '\f', '\u00a0', '\u2028', 'x', '']) expect(skipSpace(`${char}1`, 0)).toBe(0)
})

test.each<[string, () => unknown, string]>([
  ['a string without an end', () => skipString('"abc\\"', 0), 'no end'],
  ['no string', () => skipString('abc"', 0), 'a string was expected'],
  ['a list without an end', () => skipValue('[[1]', 0), 'no end'],
  ['no value', () => skipValue(',1', 0), 'a value was expected'],
  ['nothing at all', () => skipValue('', 0), 'a value was expected'],
  ['another sign', () => afterChar('a : 1', 0, ':'), ': was expected'],
  ['a list that is broken', () => afterComma('}', 0), 'a list is broken'],
  ['an object that is broken', () => afterField(']', 0), 'an object is broken'],
  ['more behind the value', () => checkEnd('{} x', 2), 'something follows'],
])('%s is said', (_, scan, told) => {
  expect(scan).toThrow(told)
})

test('behind a sign, a comma and a field comes the next that is no space; an end stays where it is', () => {
  expect(afterChar(':  1', 0, ':')).toBe(3)
  expect([afterComma(', 1', 0), afterComma(']', 0)]).toEqual([2, 0])
  expect([afterField(',\n"a"', 0), afterField('}', 0)]).toEqual([2, 0])
  expect(checkEnd('{} \n', 2)).toBeUndefined()
})
