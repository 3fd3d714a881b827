import { expect, test } from 'vitest'
import { call, result, text, work } from '../../test/inspect/conversation.ts'
import { blockText } from './blocks.ts'
import { labelOf, oneLine, originalText, piece, previewOf } from './text.ts'

test('text is told in pieces, in one line, by its kind', async () => {
  const long = 'x'.repeat(300_000)
  expect(
    [piece(long, 0), piece(long, 200_000), piece(long, 100_000)].map(({ text: said, ...rest }) => ({
      ...rest,
      said: said.length,
    })),
  ).toEqual([
    { from: 0, length: 300_000, more: true, said: 200_000 },
    { from: 200_000, length: 300_000, more: false, said: 100_000 },
    { from: 100_000, length: 300_000, more: false, said: 200_000 },
  ])
  expect([oneLine(' a \n\t b '), oneLine('y'.repeat(160)).length, oneLine('y'.repeat(161)).length]).toEqual([
    'a b',
    160,
    161,
  ])
  const blocks = [
    text('a'),
    call('c', 'Read', { path: 'x' }),
    result('c', 'Read', 'r'),
    result('c', '', 'r'),
    { type: 'media', mediaType: '', content: { text: 'abc' } },
    { type: 'media', mediaType: 'image/png', width: 2, height: 3, content: { ref: 'f', bytes: 9 } },
    { type: 'media', mediaType: 'image/png', width: 2, content: { text: 'abc' } },
    { type: 'opaque', purpose: 'reasoning', wire: { thinking: 'so it is' } },
    { type: 'opaque', purpose: 'item', wire: { thinking: '' } },
    { type: 'opaque', purpose: 'item', wire: null },
  ] as never[]
  const told = await Promise.all(blocks.map(async (block) => [labelOf(block), await previewOf(block, work)]))
  expect(told).toEqual([
    ['text', 'a'],
    ['Read', '{"path":"x"}'],
    ['Read', 'r'],
    ['result', 'r'],
    ['medium', '[medium, 3 bytes]'],
    ['image/png', '[image/png, 2 × 3, 9 bytes]'],
    ['image/png', '[image/png, 3 bytes]'],
    ['reasoning', 'so it is'],
    ['item', '{"thinking":""}'],
    ['item', 'null'],
  ])
})

test('the input of a call as it came: text as text, else as JSON one can read', async () => {
  const shown = (input: unknown) => originalText(call('c', 'Bash', input as object) as never, work)
  expect([await shown('ls'), await shown({ a: 1 })]).toEqual(['ls', '{\n  "a": 1\n}'])
})

test('a preview looks at 320 characters, and reads no more than 640 of a result', async () => {
  expect([oneLine(`a${' '.repeat(318)}b c`), oneLine(`a${' '.repeat(319)}b`)]).toEqual(['a b', 'a'])
  const spans: unknown[] = []
  const read = (_: unknown, span: unknown) => Promise.resolve(String(spans.push(span)))
  const block = result('c', 'Read', 'r') as never
  await previewOf(block, { ...work, read })
  await originalText(block, { ...work, read })
  expect(spans).toEqual([{ from: 0, to: 640 }, undefined])
})

test('as shown: a hand-over even where the whole is asked for, nothing of what is left out', async () => {
  const shown = async (id: string, whole: boolean) =>
    (await blockText(work, id, { head: 18, whole, from: 0 }))?.text.slice(0, 30)
  expect([
    await shown('fold-1', true),
    await shown('4.0', false),
    await shown('4.0', true),
    await shown('4', false),
  ]).toEqual(['[Hand-over: of 3 messages]\n[1]', '', '{\n  "thinking": "The parser is', '\n\nFixed the parser.'])
})
