// What is told of a search and of a page from the web.
import { expect, test } from 'vitest'
import { search, web } from './lookups.ts'

const found = (text: string) => search({ pattern: 'x' }, text).text
const hits = (count: number, file: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${file(at)}:${at + 1}:  text ${at + 1} `).join('\n')

test('what was searched for, and where', () => {
  const head = (args: object) => search(args as never, '').head
  expect([
    head({ pattern: 'a b', path: 'src', include: '*.ts' }),
    head({ query: 'q' }),
    head({ regex: 'r', directory: 'd', glob: '' }),
    head({ search: 's', path: 7 }),
    head({}),
  ]).toEqual(['search "a b" in src *.ts', 'search "q"', 'search "r" in d', 'search "s"', 'search ""'])
})

test('nothing found is said, however the tool says it', () => {
  for (const text of ['', ' \n ', 'No matches found', 'no files', 'Found 0 results', '0 matches', 'No results for x'])
    expect([text, found(text)]).toEqual([text, 'no match'])
  expect(found('Found 10 files\na.ts')).toBe('Found 10 files\na.ts')
})

test('up to eight hits with their text, more by file and line', () => {
  expect(found(hits(2, () => 'a.ts'))).toBe('a.ts:1: text 1\na.ts:2: text 2')
  expect(found(hits(8, () => 'a.ts')).split('\n')).toHaveLength(8)
  expect(found(hits(9, () => 'a.ts'))).toBe('a.ts:1: text 1; 2,3,4,5,6,7,8,9')
  expect(found(hits(9, (at) => (at === 4 ? 'b.ts' : 'a.ts')))).toBe('a.ts:1: text 1; 2,3,4,6,7,8,9\nb.ts:5: text 5')
  expect(found(`a.ts:1:${'y'.repeat(300)}`).length).toBeLessThan(220)
})

test('where they are cut, tests go first', () => {
  const mixed = hits(9, (at) => (at % 2 === 0 ? 'test/a.test.ts' : 'src/a.ts'))
  expect(
    found(mixed)
      .split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['src/a.ts', 'test/a.test.ts'])
})

test('lines with numbers alone, and lines without: so many, and how many more', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}: text`).join('\n')
  expect(found(numbered(8)).split('\n')).toHaveLength(8)
  expect(found(numbered(10)).split('\n').at(-1)).toBe('8: text and 2 more')
  expect(found(`heading\n${numbered(2)}`)).toBe('1: text\n2: text')
  const plain = Array.from({ length: 70 }, (_, at) => `file${at}`).join('\n')
  expect(found(plain).split('\n')).toHaveLength(60)
})

test('a page by its title and what it says, of results each', () => {
  const page = web('fetch', { url: 'https://x' }, '# The  title\n\nSome words.')
  expect([page.head, page.cut]).toEqual(['fetch url: https://x “The title”', 'page'])
  expect(page.text).toContain('Some words.')
  expect(web('fetch', {}, 'no title here').head).not.toContain('“')
  expect(web('fetch', {}, 'Title: Of it\nx').head).toContain('“Of it”')
})

test('24,000 characters of a page, its title where it begins; results as a list', () => {
  const page = (before: number) => web('fetch', {}, `${'so it is\n'.repeat(before)}# Late\n${'x'.repeat(30_000)}`)
  expect([page(0).text.length, page(0).head, page(300).head]).toEqual([24_000, 'fetch  “Late”', 'fetch '])
  expect(web('find', {}, '[{"title":"T","url":"u"}]')).toEqual({
    kind: 'web',
    head: 'find ',
    text: 'T — u',
    cut: 'list',
  })
})
