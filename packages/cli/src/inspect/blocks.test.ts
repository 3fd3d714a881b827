import { expect, test } from 'vitest'
import { messageEntry, opened, SMALL, START, text, work } from '../../test/inspect/conversation.ts'
import { blockText, logPage, messageText, toldOf } from './blocks.ts'

test('the log, message by message', async () => {
  const { rows, ...rest } = await logPage(work, { from: 0, count: 100 })
  expect(rest).toEqual({ total: 10, from: 0 })
  expect(rows.map(({ at, ...row }) => [(at - START) / 60_000, ...Object.values(row)])).toEqual([
    [0, 0, 'system', 100, 'You are careful.', 'whole', 'You are careful.', []],
    [
      1,
      1,
      'user',
      1000,
      'Fix the parser. It fails on src/parser.ts.',
      'folded',
      'Fix the parser.\nIt fails on src/parser.ts.',
      [],
    ],
    [
      2,
      2,
      'assistant',
      100,
      'Looking. · Read {"file_path":"src/parser.ts"}',
      'folded',
      'Looking.',
      ['→ Read src/parser.ts'],
    ],
    [
      4,
      3,
      'tool',
      2000,
      'Read export const parser = 1 needle one needle two',
      'folded',
      '',
      ['← Read export const parser = 1 needle one needle two'],
    ],
    [
      5,
      4,
      'assistant',
      50,
      'The parser is fine. · Fixed the parser.',
      'cropped',
      'Fixed the parser.',
      ['· The parser is fine.'],
    ],
    [
      9,
      5,
      'user',
      60,
      'Now run the tests. · [image/png, 8 × 4, 4 bytes]',
      'whole',
      'Now run the tests.',
      ['· [image/png, 8 × 4, 4 bytes]'],
    ],
    [10, 6, 'assistant', 60, 'Bash {"command":"npm test","timeout":5}', 'whole', '', ['→ Bash npm test 5']],
    [
      12,
      7,
      'tool',
      3000,
      'Bash failed line of the output line of the output line of the output line of the output line of the output line of the output line of the output line of the out…',
      'cropped',
      '',
      [
        '← Bash failed line of the output line of the output line of the output line of the output line of the output line of the output line of the output line of the output l…',
      ],
    ],
    [14, 8, 'assistant', 15, 'Two tests fail.', 'whole', 'Two tests fail.', []],
    [16, 9, 'user', 5, 'Thanks.', 'whole', 'Thanks.', []],
  ])
  const numbers = async (range: Parameters<typeof logPage>[1]) =>
    (await logPage(work, range)).rows.map(({ number }) => number)
  expect(await numbers({ from: 1, count: 2 })).toEqual([1, 2])
  expect(await numbers({ from: 0, count: 9, first: 3, last: 5 })).toEqual([3, 4, 5])
})

test('the text of a message, of a block as shown and as it was, and of a fold', async () => {
  const of = async (id: string, more: { whole?: boolean; head?: number; from?: number } = {}) =>
    (await blockText(work, id, { head: 18, whole: false, from: 0, ...more }))?.text.slice(0, 60)
  expect({
    message: (await messageText(work, 2))?.text,
    noMessage: await messageText(work, 99),
    shown: await of('7.0'),
    whole: await of('7.0', { whole: true }),
    fold: await of('fold-1'),
    folded: await of('2.1', { whole: true }),
    before: await of('1.0', { head: 6 }),
    rest: await of('1.0', { head: 6, from: 16 }),
    picture: await of('5.1'),
    none: await of('7.9', { whole: true }),
  }).toEqual({
    message: 'Looking.\n\n[tool-call Read]\n{\n  "file_path": "src/parser.ts"\n}',
    shown: 'failed\n[the rest is left out]',
    whole: 'failed\nline of the output\nline of the output\nline of the out',
    fold: '[Hand-over: of 3 messages]\n[1] user: fix the parser\n[2–3] re',
    folded: '{\n  "file_path": "src/parser.ts"\n}',
    before: 'Fix the parser.\nIt fails on src/parser.ts.',
    rest: 'It fails on src/parser.ts.',
    picture: '[image/png, 8 × 4, 4 bytes]',
  })
})

test('which lines of a hand-over tell of a folded message', () => {
  expect([1, 2, 3, 4, 5].map((number) => toldOf(work, number, 18)?.lines)).toEqual([
    ['[1] user: fix the parser'],
    ['[2–3] read src/parser.ts'],
    ['[2–3] read src/parser.ts'],
    undefined,
    undefined,
  ])
})

test('a long message is shown by its first 4,000 characters', async () => {
  const long = opened([messageEntry(1, 'user', [text('x'.repeat(4_001))], [SMALL])])
  const { rows } = await logPage(long, { from: 0, count: 9 })
  expect(rows.map((row) => row.text.length)).toEqual([4_000])
})
