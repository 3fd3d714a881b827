import { createDaypack, type Entry } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { expect, test } from 'vitest'
import { numbers } from '../chat/slash/compact.ts'
import { epochLine } from '../chat/slash/reply.ts'
import { explainLines } from './explain.ts'
import { count, epochReason, plainWhy, reasonOf } from './words.ts'

test('F-40: a typed compact is explained as one, with the numbers the user sees', async () => {
  const pack = await createDaypack({ driver: memoryDriver(), window: 64_000 })
  const session = await pack.session('talk')
  for (let turn = 0; turn < 30; turn++) {
    await session.append({
      role: 'user',
      blocks: [{ type: 'text', text: `Part ${turn}: ${'some words '.repeat(80)}` }],
    })
    await session.append({
      role: 'assistant',
      blocks: [{ type: 'text', text: `Done ${turn}. ${'more words '.repeat(80)}` }],
    })
  }
  const lines: string[] = []
  session.on('epoch', (plan) => void lines.push(epochLine({ config: {} }, plan)))
  await session.compact()
  const told = explainLines(await session.explain(), 64_000, await session.entries()).join('\n')
  expect(told).toContain('because you asked for it')
  expect(told).toMatch(/^Epoch 1 at \S+, because you asked for it:$/m)
  expect(told).not.toMatch(/\bpressure\b|\b1 (?:messages|summaries|edits)\b/)
  const fold = session.view.items.find((item) => item.kind === 'fold')
  if (fold?.kind !== 'fold') throw new Error('nothing was folded')
  expect(numbers(session.view, fold.seq, fold.to)).toBe(`numbers 1 to ${fold.messages}`)
  await pack.close()
})

test('an epoch is explained by what it had to fit into, whatever window is assumed later', () => {
  const data = { tide: 'pressure', why: '5000 tokens used', before: 5_000, after: 900 }
  const entries = (more: object): Entry[] => [
    { seq: 9, at: 0, kind: 'mark', name: 'epoch', data: { ...data, ...more } },
  ]
  expect(epochReason(entries({ usable: 6_000 }), 8, 200_000)).toBe('the window was filling up')
  expect(epochReason(entries({}), 8, 200_000)).toContain('cheaper now')
})

test.each([
  ['pressure', 'asked for by you', 0.1, 'you asked for it'],
  ['cold', 'it pays', 0.9, "the provider's cache had expired, so a change costs nothing extra"],
  ['switch', 'it pays', 0.9, 'another model has nothing cached yet, so a change costs nothing extra'],
  ['pressure', 'it pays', 0.7, 'the window was filling up'],
  ['pressure', 'it pays', 0.69, 'it is cheaper now than sending it all again'],
])('tide %s, %s, %d full: %s', (tide, why, share, reason) => expect(reasonOf(tide, why, share)).toBe(reason))
test('a batch in plain words', () => {
  expect(['told without a model; it pays', 'told by the model', 'was told so', 'trimmed'].map(plainWhy)).toEqual([
    'hand-over written without a model; it pays',
    'hand-over written by the model',
    'was told so',
    'trimmed',
  ])
})

test('numbers with their word', () => {
  expect([count(1, 'file'), count(0, 'file'), count(2, 'summary'), count(1, 'summary'), count(3, 'day')]).toEqual([
    '1 file',
    '0 files',
    '2 summaries',
    '1 summary',
    '3 days',
  ])
})
