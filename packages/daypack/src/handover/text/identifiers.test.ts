import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identifiers } from './identifiers.ts'

describe('identifiers', () => {
  it('finds paths, file names, uuids, hashes, codes and names', () => {
    const text =
      'Edit src/auth/jwt.ts and /tmp/x.log; see README.md. Commit 1e7a6c7f failed with ENOENT (TS2345) in ' +
      'SessionState.parseToken, MAX_RETRY_COUNT, snake_case, id 4a364c97-9dde-4a98-a973-26edea2c0e8b and toolu_01AbC.'
    expect(identifiers(text)).toEqual([
      'src/auth/jwt.ts',
      'jwt.ts',
      '/tmp/x.log',
      'x.log',
      'README.md',
      '1e7a6c7f',
      'ENOENT',
      'TS2345',
      'SessionState',
      'parseToken',
      'MAX_RETRY_COUNT',
      'snake_case',
      '4a364c97-9dde-4a98-a973-26edea2c0e8b',
      'toolu_01AbC',
    ])
  })
  it('leaves prose alone', () => {
    expect(
      identifiers('This is plain English, with read/write access, a well-known fact. IMPORTANT: 1234 5678.'),
    ).toEqual([])
  })
  it('is not fooled by written-out escapes', () => {
    expect(identifiers(String.raw`{"a":"x\nfooBar\tbazQux"}`)).toEqual(['fooBar', 'bazQux'])
  })
  it('takes file.go:12 and flags apart', () => {
    expect(identifiers('main_test.go:120 --maxBytes=12 https://a.example/docs/getUser?x=1.')).toEqual([
      'main_test.go',
      'main_test',
      'maxBytes',
      'https://a.example/docs/getUser?x=1',
      'a.example',
      'getUser',
    ])
  })
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
