import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FileModel } from './known.ts'
import { knownFiles } from '../testing/known-file.ts'
import { outline } from './outline.ts'
import { unitsIn } from './units.ts'
import { worthOf } from './worth.ts'

const knows = (files: Record<string, string>): FileModel => knownFiles(files, 7)

type Told = { maxChars?: number; weight?: (name: string) => number; shown?: ReadonlySet<string> }

function told(model: FileModel, { maxChars = 2_000, weight = () => 0, shown = new Set() }: Told = {}): string {
  return outline(model, unitsIn(model, { now: 1, weight, names: () => [] }), maxChars, shown)
}

const STORE = `package store

import "database/sql"

// Readers may be several: the log permits them, and one slow query must not starve the screen.
const readerConns = 4

// Open opens the store for writing.
func Open(path string) (*Store, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	n := 0
	return &Store{db: db}, nil
}
`

describe('what files say, by their telling lines', () => {
  test('comments stand with what they are about; what only closes, imports or hands on an error does not', () => {
    const text = told(knows({ 'store.go': STORE }))
    expect(text).toContain('must not starve the screen.\nconst readerConns = 4')
    expect(text).toContain('// Open opens the store for writing.\nfunc Open(path string)')
    expect(text).toContain('as seen at [7]')
    expect(text).not.toContain('import')
    expect(text).not.toContain('if err != nil')
  })

  test('in little room comments with reasons and definitions come before statements, and the gap is marked', () => {
    const text = told(knows({ 'store.go': STORE }), { maxChars: 300 })
    expect(text).toContain('const readerConns = 4')
    expect(text).not.toContain('n := 0')
    expect(text).toMatch(/ …$/m)
    expect(text.length).toBeLessThanOrEqual(300)
  })

  test('what was spoken of comes first', () => {
    const functions = Array.from(
      { length: 40 },
      (_, at) => `func handle${at}(input string) string {\n\treturn input\n}\n`,
    )
    const text = told(knows({ 'a.go': functions.join('\n') }), {
      maxChars: 400,
      weight: (name) => (name === 'handle33' ? 1 : 0),
    })
    expect(text).toContain('func handle33')
    expect(text).not.toContain('func handle39')
  })

  test('a line that stands in view is not told again, and locks and built files are never told', () => {
    const model = knows({ 'store.go': STORE, 'package-lock.json': '{\n "name": "long enough",\n "version": "12.3"\n}' })
    const shown = new Set(STORE.split('\n').map((line) => line.trim()))
    expect(told(model, { shown })).toBe('')
  })

  test('whatever the lines are, the text stays within its room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ maxLength: 400 }), { maxLength: 30 }), { maxLength: 4 }),
        fc.nat({ max: 3_000 }),
        (files, maxChars) => {
          const model = knows(Object.fromEntries(files.map((lines, at) => [`f${at}.ts`, lines.join('\n')])))
          expect(told(model, { maxChars }).length).toBeLessThanOrEqual(maxChars)
        },
      ),
    )
  })
})

test.each([
  ['// because two writers would deadlock', 'return compute(input)'],
  ['const LIMIT = 500', 'const found = []'],
  ['## How it is stored', 'stored'],
  ['throw new Error("no such session: choose another one")', 'x += y'],
  ['export function openWith(path: string): Store {', '  close(workCh)'],
])('%s tells more than %s', (more, less) => {
  expect(worthOf({ text: more, shown: 0 })).toBeGreaterThan(worthOf({ text: less, shown: 0 }))
})
