import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../daypack-testing/src/arbitraries.ts'
import { matcher } from '../pattern.ts'
import { parse } from './parse.ts'
import { compile, search, type Program } from './run.ts'

const programOf = (pattern: string): Program | undefined => {
  const node = parse(pattern)
  return node && compile(node)
}
function steps(pattern: string, text: string): number {
  const program = programOf(pattern)
  if (!program) throw new Error(`${pattern} is not supported`)
  const allowance = { left: Number.MAX_SAFE_INTEGER }
  search(program, text, allowance)
  return Number.MAX_SAFE_INTEGER - allowance.left
}

const arbAtom = fc.constantFrom(
  ...['a', 'b', 'B', ' ', '1', 'é', '世', '😀', '.', '\\d', '\\w', '\\W', '\\s', '\\S', '\\b', '\\B', '^', '$'],
  ...[
    '[ab]',
    '[^a]',
    '[a-c1]',
    '[\\d_]',
    '\\.',
    '\\\\',
    '\\x61',
    '\\u0062',
    '\\u{1f600}',
    '\\p{L}',
    '[\\]a]',
    'ſ',
    'K',
  ],
)
const arbPattern = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('part'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,}', '{0,3}', '{2,3}?'))
      .map(([a, sign]) => `(${a})${sign}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
  ),
  part: arbAtom,
})).pattern
const arbText = fc
  .array(fc.constantFrom(...Array.from('aAbBcC1_ .\\é世😀\tſsKk')), { maxLength: 8 })
  .map((chars) => chars.join(''))

/**
 * As the language defines it: tried at every character. V8 without `y` also tries the middle of a surrogate pair, where
 * `\B` holds between two halves that no character has (it answers index 2 for /\B/u on '1😀a').
 */
function isFound(pattern: string, text: string): boolean {
  const expression = new RegExp(pattern, 'iuy')
  let at = 0
  for (const char of [...Array.from(text), '']) {
    expression.lastIndex = at
    if (expression.test(text)) return true
    at += char.length
  }
  return false
}

test('no place inside a character is looked at, whatever V8 does there', () => {
  for (const [pattern, text] of [
    ['\\B', '1😀a'],
    ['(a|\\B)+', '1😀ſ'],
    ['(a|\\B)+', '1😀b'],
  ] as const)
    expect([pattern, search(programOf(pattern) ?? [], text, { left: 1e3 })]).toEqual([pattern, false])
  expect(search(programOf('\\B') ?? [], '😀a', { left: 1e3 })).toBe(true)
})

test('finds what JavaScript finds, on every text', () => {
  fc.assert(
    fc.property(arbPattern, fc.array(arbText, { minLength: 1, maxLength: 5 }), (pattern, texts) => {
      const program = programOf(pattern)
      if (!program) return
      for (const text of texts)
        expect([text, search(program, text, { left: 1e9 })]).toEqual([text, isFound(pattern, text)])
    }),
    { numRuns: runs() * 20 },
  )
})

const HOSTILE = [
  '(a|a)*$',
  '(a+)+$',
  '(a*)*b',
  '(a|aa)+$',
  '(.*a){12}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a?){30}a{30}',
  '([a-zA-Z]+)*!',
  'a*a*a*a*a*a*b',
  '(x+x+)+y',
]

test.each(HOSTILE)('F-65: %s takes steps in proportion to the text', (pattern) => {
  const [small, large] = [500, 4_000].map((size) => steps(pattern, 'a'.repeat(size)))
  expect(large).toBeLessThanOrEqual((small ?? 0) * 9)
  expect(large).toBeLessThanOrEqual(4_001 * (programOf(pattern)?.length ?? 0))
})

test('F-65: what is long when written out, or looks back or around, is no program', () => {
  for (const pattern of ['((a{100}){100}){100}', '(a)\\1', '(?=a)b', '(?<!a)b', '(?<x>a)\\k<x>', '(', 'a**', '[b-a]'])
    expect([pattern, programOf(pattern)]).toEqual([pattern, undefined])
  expect(programOf(`${'('.repeat(60)}a${')'.repeat(60)}`)).toBeUndefined()
  expect(programOf('(((){1000}){1000}){1000}')).toHaveLength(1)
})

test('F-65: a search stops when its steps are used up, and says so', () => {
  const matches = matcher('([a-z]{1,9}){1,20}\\d$')
  const line = 'abcdefghi'.repeat(2_000)
  expect(() => {
    for (let count = 0; count < 1_000; count++) matches(line)
  }).toThrow('too many steps')
})
