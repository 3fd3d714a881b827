import { expect, test } from 'vitest'
import type { Message } from '../../model/message.ts'
import { gather } from './evidence.ts'
import { withoutReport, type Told } from './repeats.ts'

const report = Array.from(
  { length: 40 },
  (_, at) => `Finding ${at}: the handler of case ${at} reads its state from the wrong folder.`,
).join('\n')

test('a long text that comes again is known by its lines, one with enough that is new is not', () => {
  const known: Told = new Map()
  expect(withoutReport(known, report, 3)).toBe(report)
  expect(withoutReport(known, `<result>\n${report}\n</result>`, 9)).toBe('(as told at [3])')
  const more = 'Finding 41: and this one was not there before, which is what counts.'
  expect(withoutReport(known, `${report}\n${more}`, 10)).toBe(`(as told at [3], and)\n${more}`)
  expect(withoutReport(known, report.slice(0, 1400), 9)).toBe(report.slice(0, 1400))
  const other = report.replaceAll('handler', 'writer')
  const mixed = `${report.slice(0, 1500)}\n${other}`
  expect(withoutReport(known, mixed, 12)).toBe(mixed)
})

test('a text put together from several messages is told: none of them told it', () => {
  const known: Told = new Map()
  const other = report.replaceAll('handler', 'writer')
  withoutReport(known, report, 3)
  withoutReport(known, other, 5)
  const half = (text: string): string => text.split('\n').slice(0, 20).join('\n')
  const both = `${half(report)}\n${half(other)}`
  expect(withoutReport(known, both, 9)).toBe(both)
})

test('what is remembered of long texts does not grow with the session', () => {
  const known: Told = new Map()
  for (let round = 0; round < 300; round++)
    withoutReport(known, report.replaceAll('Finding', `Finding ${round},`), round)
  expect(known.size).toBeLessThanOrEqual(6_000)
})

test("a sub-agent's report that the agent says again is told once", () => {
  const messages: Message[] = [
    { role: 'user', blocks: [{ type: 'text', text: 'Look into it.' }] },
    {
      role: 'assistant',
      blocks: [{ type: 'tool-call', callId: 'a', tool: 'Task', input: { description: 'look', prompt: 'Look.' } }],
    },
    { role: 'tool', blocks: [{ type: 'tool-result', callId: 'a', tool: 'Task', content: { text: report } }] },
    { role: 'assistant', blocks: [{ type: 'text', text: report }] },
  ]
  const { events } = gather(messages).tale
  expect(events.find((event) => event.kind === 'report')?.text).toContain('Finding 7:')
  expect(events.find((event) => event.kind === 'agent')?.text).toBe('(as told at [3])')
})
