import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeName, encodeName, isHashed } from './names.ts'

const ids = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 300 }),
  fc.stringMatching(/^[.A-Za-z%+/\\~-]{1,20}$/),
  fc.constantFrom('con', 'CON', 'nul.x', 'com1', '.', '..', '...', 'a.', '.a', 'x'.repeat(180), 'x'.repeat(181)),
)

test('a name is safe on every file system, and leads back to its id', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const name = encodeName(id)
      expect(name).toMatch(/^(?!\.)[a-z0-9._%+~-]{1,250}(?<!\.)$/)
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/)
      expect(decodeName(name)).toBe(isHashed(name) ? undefined : id)
    }),
  )
})

test('two ids never meet, even where case does not count', () => {
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      expect(encodeName(a).toLowerCase() === encodeName(b).toLowerCase()).toBe(a === b)
    }),
  )
})

test('a person can read most of it', () => {
  expect(['chat-42', 'My Chat', 'a/b', '..', 'con', 'ü'].map(encodeName)).toEqual([
    'chat-42',
    '+my%20+chat',
    'a%2fb',
    '%2e%2e',
    '%63on',
    '%c3%bc',
  ])
  expect(encodeName(`${'x'.repeat(99)}Ü${'y'.repeat(300)}`)).toMatch(/^x{99}%~[0-9a-f]{64}$/)
})

test('names that are not ours lead nowhere', () => {
  for (const name of ['A', 'a b', '%', '%zz', '+', '+1', '%41', '%ff', 'a%~b', '', '.x', 'x.', 'con']) {
    expect(decodeName(name)).toBeUndefined()
  }
})
