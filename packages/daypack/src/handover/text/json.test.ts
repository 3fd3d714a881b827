import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { compactJson, parsedJson, plainJson, recordLines, webResults } from './json.ts'

const long = (letter: string, length: number): string => letter.repeat(length)

test.each<[string, Json, string]>([
  ['a text as it is', 'a\nb', 'a\nb'],
  ['a number', 3, '3'],
  ['nothing', null, 'null'],
  ['an empty list', [], ''],
  ['fields without what is empty', { a: 'x\ny', b: null, c: '', d: [], e: {} }, 'a: x y'],
  ['brackets from the third level on', { a: 1, b: { c: 2, d: { e: 3 } } }, 'a: 1, b: c: 2, d: {e: 3}'],
  ['a list inside of another', [1, 'b', null, [2, 3]], '1, b, [2, 3]'],
  ['rows', { items: [{ name: 'Mug', price: 9 }, { name: 'Cup' }] }, 'items: [{name: Mug, price: 9}, {name: Cup}]'],
  ['short parts on a line', [long('x', 60), 'b'], `${long('x', 60)}, b`],
  ['a long part on its own', [long('x', 61), 'b'], `${long('x', 61)}\nb`],
])('values without punctuation: %s', (_, value, told) => {
  expect(compactJson(value)).toBe(told)
})

test('values that are known are not told again, and what is no JSON stays', () => {
  expect([
    compactJson({ a: 1, b: 2, c: { d: 1 } }, new Set(['1'])),
    ...['{"a":1}', '{"a":', ' [1]', 'text'].map((text) => plainJson(text)),
  ]).toEqual(['b: 2, c: ', 'a: 1', '{"a":', '1', 'text'])
  expect(['3', '"a"', ' {"a":1}', '{', '[]'].map(parsedJson)).toEqual([undefined, undefined, { a: 1 }, undefined, []])
})

test.each<[string, string, string[] | undefined]>([
  [
    'short fields together, a long one alone, without bookkeeping and what is empty',
    JSON.stringify({
      id: 1,
      like_count: 0,
      stars: 0,
      body: long('n', 120),
      title: long('t', 119),
      none: null,
      list: [],
      created_at: 'x',
      author_email: 'y',
    }),
    [`id: 1, stars: 0, title: ${long('t', 119)}`, `body: ${long('n', 120)}`],
  ],
  ['a line for each record', '[{"a":1},{"b":2}]', ['a: 1', 'b: 2']],
  ['lists and records inside', '{"tags":["x","y"],"sub":{"k":"v\\nw"}}', ['x, y', 'k: v w']],
  [
    'no line longer than 200',
    JSON.stringify({ a: long('x', 97), b: long('y', 97), c: 'z' }),
    [`a: ${long('x', 97)}, b: ${long('y', 97)}`, 'c: z'],
  ],
  [
    'printed JSON that was cut',
    '{\n  "a": 1,\n  "b": "two\\nlines",\n  "c": {\n    "d": 4,\n    "e": "cut\\nhe',
    ['a: 1, b: two lines', 'd: 4, e: cut he'],
  ],
  [
    'four lines in five that look like it',
    '"a": 1,\n"b": 2,\n"c": 3,\n"d": 4,\n"e": 5\nx',
    ['a: 1, b: 2, c: 3, d: 4, e: 5, x'],
  ],
  ['blank ones aside', '"a": 1,\n\n"b": 2,\n\n"c": 3,\n"d": 4,\n"e": 5', ['a: 1, b: 2, c: 3, d: 4, e: 5']],
  [
    'no bookkeeping',
    '{"avatar_url":"u","node_id":"n","updated":1,"createdAt":2,"created":3,"creates":4}',
    ['creates: 4'],
  ],
  ['fewer', '"a": 1,\n"b": 2,\n"c": 3,\n"d": 4,\n"e": 5\nx\ny', undefined],
  ['four lines are too few', '"a": 1,\n"b": 2,\n"c": 3,\n"d": 4', undefined],
  ['plain text', 'plain text', undefined],
  ['nothing in it', '{}', undefined],
])('a record as lines: %s', (_, text, lines) => {
  expect(recordLines(text)).toEqual(lines)
})

test.each<[string, string, string | undefined]>([
  [
    'title, address and first words',
    '[{"title":"T","url":"https://a","snippet":"says [5](https://b)."},{"name":"N","link":"https://c"}]',
    'T — https://a: says 5.\nN — https://c',
  ],
  ['below another field', '{"query":"q","results":[{"title":"T","href":"h","text":"t"}]}', 'T — h: t'],
  ['no address', '[{"title":"T"}]', undefined],
  ['one without address', '[{"title":"T","url":"u"},{"title":"V"}]', undefined],
  ['no title', '[{"url":"u"}]', undefined],
  ['none', '[]', undefined],
  ['no records', '[1]', undefined],
  ['no JSON', 'x', undefined],
])('results of a search in the web: %s', (_, text, lines) => {
  expect(webResults(text)).toBe(lines)
})
