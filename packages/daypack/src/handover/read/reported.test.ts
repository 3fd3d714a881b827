import { expect, test } from 'vitest'
import type { Message } from '../../model/message.ts'
import { gather } from './evidence.ts'
import { toldBefore, type Reported } from './reported.ts'

const report = Array.from(
  { length: 40 },
  (_, at) => `Finding ${at}: the handler of case ${at} reads its state from the wrong folder.`,
).join('\n')

test('a long text that comes again is known by its lines, one with enough that is new is not', () => {
  const known: Reported = new Map()
  expect(toldBefore(known, report, 3)).toBeUndefined()
  expect(toldBefore(known, `<result>\n${report}\n</result>`, 9)).toEqual({ seq: 3, left: [] })
  const more = 'Finding 41: and this one was not there before, which is what counts.'
  expect(toldBefore(known, `${report}\n${more}`, 10)).toEqual({ seq: 3, left: [more] })
  expect(toldBefore(known, report.slice(0, 1400), 9)).toBeUndefined()
  const other = report.replaceAll('handler', 'writer')
  expect(toldBefore(known, `${report.slice(0, 1500)}\n${other}`, 12)).toBeUndefined()
})

test('a text put together from several messages is told: none of them told it', () => {
  const known: Reported = new Map()
  const other = report.replaceAll('handler', 'writer')
  toldBefore(known, report, 3)
  toldBefore(known, other, 5)
  const half = (text: string): string => text.split('\n').slice(0, 20).join('\n')
  expect(toldBefore(known, `${half(report)}\n${half(other)}`, 9)).toBeUndefined()
})

test('what is remembered of long texts does not grow with the session', () => {
  const known: Reported = new Map()
  for (let round = 0; round < 300; round++) toldBefore(known, report.replaceAll('Finding', `Finding ${round},`), round)
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
