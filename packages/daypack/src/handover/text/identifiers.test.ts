import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { identifiers } from './identifiers.ts'

test.each([
  [
    'paths, files and their names',
    'Edit src/auth/jwt.ts and /tmp/x.log; see README.md.',
    'src/auth/jwt.ts jwt.ts /tmp/x.log x.log README.md',
  ],
  [
    'hashes and codes',
    'Commit 1e7a6c7f failed with ENOENT (TS2345), not 1234567 or EVER or 1e7a6c.',
    '1e7a6c7f ENOENT TS2345',
  ],
  [
    'names of code',
    'SessionState.parseToken, MAX_RETRY, _own, HTTPServer, toolu_01',
    'SessionState parseToken MAX_RETRY _own HTTPServer toolu_01',
  ],
  [
    'ids',
    '4a364c97-9dde-4a98-a973-26edea2c0e8b, build-12 and well-known, at 10.5.302Z',
    '4a364c97-9dde-4a98-a973-26edea2c0e8b build-12',
  ],
  ['what dashes join', 'the-parseToken-of it', 'parseToken'],
  ['no prose', 'This is plain English, with read/write access, a fact. IMPORTANT: 1234 5678 1/2/3 //really/so/it.', ''],
  [
    'paths that begin like one, have three steps, or one that is no word',
    '~/notes ../a and/or/not src/v2 my/fooBar //a/b/c',
    '~/notes ../a and/or/not src/v2 my/fooBar fooBar',
  ],
  [
    'what may be a file',
    '.env.local .eslintrc .other a..b Makefile.PL strings.Split main.rs. .env',
    '.env.local Makefile.PL main.rs .env',
  ],
  [
    'file.go:12, main.go-12- and flags',
    'main_test.go:120 main.go-12-x --maxBytes=12',
    'main_test.go main_test main.go maxBytes',
  ],
  [
    'addresses and what stands in them',
    'https://a.example/docs/getUser?x=1. http://b',
    'https://a.example/docs/getUser?x=1 a.example getUser http://b',
  ],
  ['no written-out escapes', String.raw`{"a":"x\nfooBar\tbazQux"}`, 'fooBar bazQux'],
  ['files of Windows', String.raw`"C:\new\readMe.md"`, 'readMe.md readMe'],
  ['each once, as it came', 'bB1_x aA1_x bB1_x', 'bB1_x aA1_x'],
  [
    '4 characters at least, 200 at most',
    `aB1 aB12 ${'aB'.repeat(100)} ${'aC'.repeat(101)}`,
    `aB12 ${'aB'.repeat(100)}`,
  ],
])('names to keep: %s', (_, text, names) => {
  expect(identifiers(text).join(' ')).toBe(names)
})

describe('identifiers', () => {
  it('gives names of 4 to 200 characters that stand in the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const name of identifiers(text)) {
          expect(name.length >= 4 && name.length <= 200).toBe(true)
          expect(text.includes(name) || text.includes('\\')).toBe(true)
        }
      }),
    )
  })
  it('is linear on hostile input', () => {
    for (const unit of ['a_', 'aB', '/a', 'a.', '-a', '\\n'])
      expect(identifiers(unit.repeat(100_000)).length).toBeLessThan(5000)
  })
})
