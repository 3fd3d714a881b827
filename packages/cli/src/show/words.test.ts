import { createDaypack, type Entry } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { expect, test } from 'vitest'
import { numbers } from '../chat/numbers.ts'
import { compactReply, epochLine } from '../chat/slash/reply.ts'
import { costReport } from './cost.ts'
import { explainLines } from './explain.ts'
import { count, epochReason, reasonOf } from './words.ts'

test('F-40: one file, two files; one summary, two summaries', () => {
  expect([count(1, 'file'), count(2, 'file'), count(0, 'block')]).toEqual(['1 file', '2 files', '0 blocks'])
  expect([count(1, 'summary'), count(2, 'summary')]).toEqual(['1 summary', '2 summaries'])
  expect([count(1, 'day'), count(2, 'day')]).toEqual(['1 day', '2 days'])
})

test('F-40: a fold at 28 % is cheaper now, not pressure; one that was asked for is called that', () => {
  expect(reasonOf('pressure', '18000 tokens, 70000 bytes used, above …', 0.28)).toContain('cheaper now')
  expect(reasonOf('pressure', '60000 tokens used', 0.94)).toBe('the window was filling up')
  expect(reasonOf('pressure', 'asked for; 18000 tokens used', 0.28)).toBe('you asked for it')
  for (const tide of ['pressure', 'cold', 'switch']) expect(reasonOf(tide, '', 0.5)).not.toContain('pressure')
})

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

test('F-40: /compact shows counts and how the summary begins, and says where the rest is', () => {
  const head = '[Hand-over: messages 1-12 are folded.]\n# The story so far, in order\n'
  const summary = head + Array.from({ length: 40 }, (_, line) => `line ${line} ${'word '.repeat(30)}`).join('\n')
  const done = { messages: 12, before: 9_000, after: 3_000, cropped: 0, isRemembered: false, summary, isIgnored: false }
  const lines = compactReply('daypack', done)
  expect(lines.length).toBeLessThan(14)
  expect(lines).toContain('- Messages compacted: 12')
  expect(lines).toContain('  … 34 more lines')
  expect(lines[lines.indexOf('The summary begins:') + 1]).toMatch(/^ {2}line 0 /)
  const shown = lines.filter((line) => line.startsWith('  '))
  expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(60)
  expect(lines.at(-1)).toContain('/compact_str')
})

test('F-40: /cost has one unit', () => {
  const amounts = { cost: { tokens: 40_000 }, unmanaged: { tokens: 100_000 } }
  const billed = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }
  const report = { requests: 1, cached: 0.5, overWindow: 0, epochs: [], billed, ...amounts }
  const lines = costReport(report).join('\n')
  expect(lines).toContain('1 request;')
  expect(lines).toContain('Daypack saved 60 %')
  expect(lines).not.toContain('$')
  // An epoch nothing was asked after yet has no bill, and so no currency of its own.
  const epochs = [
    { epoch: 0, requests: 2, ...amounts },
    { epoch: 1, requests: 1, ...amounts },
    { epoch: 2, requests: 0, cost: { tokens: 0, dollars: 0 }, unmanaged: { tokens: 0, dollars: 0 } },
  ] as never
  const told = costReport({ ...report, epochs }).join('\n')
  expect(told).toContain('after epoch 1: 1 request, 40.0k input tokens instead of 100.0k')
  expect(told).not.toMatch(/\$|0 requests/)
})
