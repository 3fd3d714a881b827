import { expect, test } from 'vitest'
import { answer, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { Message } from '../../model/message.ts'
import { createTimeline, observeTimeline } from './events.ts'

/** The events of some messages in short: number, kind, head and text, what is known of the call. */
function told(...messages: (Message | Message[])[]): string[] {
  const timeline = createTimeline()
  for (const [at, message] of messages.flat().entries()) observeTimeline(timeline, message, at + 1)
  return timeline.events.map(({ seq, kind, head, text, state, record }) =>
    [seq, kind, head, text, state, record].filter((part) => part !== '' && part !== undefined).join('|'),
  )
}
const shell = (command: string, output: string, isError = false) =>
  step({ tool: 'Bash', input: { command }, output, isError })
const order = (status: string, more = {}) => JSON.stringify({ order_id: 'W1', status, total: 9, ...more })
const tool = (name: string, output: string, isError = false) =>
  step({ tool: name, input: { order_id: 'W1' }, output, isError })
const thought = (text: string): Message['blocks'][number] => ({
  type: 'opaque',
  purpose: 'reasoning',
  wire: { type: 'thinking', thinking: text },
})
const decides = 'I will keep the lock because the other way is too risky for the cache.'

test.each<[string, (Message | Message[])[], string[]]>([
  [
    'who said what',
    [request(' Go on with the page. '), answer(' Done. ')],
    ['1|user|Go on with the page.', '2|agent|Done.'],
  ],
  ['silence is not told', [answer(' '), answer('No response requested.')], []],
  ['neither is the system', [{ role: 'system', blocks: [{ type: 'text', text: 'You are an agent.' }] }], []],
  [
    'what is pasted is quoted, together with the words around it',
    [request('Mend this:\n```\na »b\n```\nas soon as you can.')],
    ['1|user|Mend this:\n«```\na ›b\n```»\nas soon as you can.'],
  ],
  ['what is pasted alone', [request('```\na\n```')], ['1|user|«```\na\n```»']],
  [
    'what the host and programs say is not the words of the user',
    [request('<system-reminder>Mind the gap.</system-reminder>'), request('<bash-stdout>7 tests passed</bash-stdout>')],
    ['2|output|bash-stdout|7 tests passed'],
  ],
  ['short output without a figure says nothing', [request('<bash-stdout>ok</bash-stdout>')], []],
  [
    'longer output may',
    [request(`<bash-stdout>${'it went '.repeat(10)}on</bash-stdout>`)],
    [`1|output|bash-stdout|${'it went '.repeat(10)}on`],
  ],
  [
    'an interruption is told without words',
    [request('[Request interrupted by user]')],
    ['1|stop|[Request interrupted by user]'],
  ],
  [
    'a command that was sent too early',
    [request('/com'), request('/compact-the-whole-of-it')],
    ['2|user|/compact-the-whole-of-it'],
  ],
  [
    'commands to the host itself are none of the work, others are',
    ['clear', 'review'].map((name) => request(`<command-name>/${name}</command-name>`)),
    ['2|user|/review'],
  ],
  [
    'a skill is an instruction',
    [request('<command-name>/review</command-name>'), request('Look at each file with care.')],
    ['1|user|/review', '2|instruction|/review|Look at each file with care.'],
  ],
  [
    'a call with what came of it, where the call was',
    [request('Go on.'), shell('make', 'error: no rule', true), answer('It fails.')],
    ['1|user|Go on.', '2|command|$ make|FAILED: error: no rule|failed', '4|agent|It fails.'],
  ],
  ['a call nobody answered', [shell('make', '').slice(0, 1)], ['1|command|$ make|no output|unknown']],
  [
    'a result that came twice, or for no call, is not told',
    [shell('make', 'ok'), shell('make all', '').slice(1)],
    ['1|command|$ make|ok|unknown'],
  ],
  [
    'a result without a mark went well where failures are marked',
    [shell('make', 'x', true), shell('touch a', '')],
    ['1|command|$ make|FAILED: x|failed', '3|command|$ touch a|no output|ok'],
  ],
  [
    'a thought that decides, unless as much was said aloud',
    [
      { role: 'assistant', blocks: [thought(decides)] },
      { role: 'assistant', blocks: [thought(decides), { type: 'text', text: `The lock ${'x'.repeat(231)}` }] },
      { role: 'assistant', blocks: [thought(decides), { type: 'text', text: `The lock ${'x'.repeat(230)}` }] },
      { role: 'assistant', blocks: [thought(decides), { type: 'text', text: 'Let me check the tests. '.repeat(12) }] },
    ],
    [
      `1|thought|${decides}`,
      `2|agent|The lock ${'x'.repeat(231)}`,
      `3|thought|${decides}`,
      `3|agent|The lock ${'x'.repeat(230)}`,
      `4|thought|${decides}`,
      `4|agent|${'Let me check the tests. '.repeat(12).trim()}`,
    ],
  ],
  [
    'a record as it was last seen, and what a change made of it',
    [tool('get_order', order('open')), tool('update_order', order('sent')), tool('update_order', order('sent'))],
    [
      '1|other|get_order order_id: W1|status: open, total: 9|ok|order_id W1',
      '3|other|update_order order_id: W1|status: open → sent|ok|order_id W1',
      '5|other|update_order order_id: W1|status: sent, total: 9|ok|order_id W1',
    ],
  ],
  ['a list is no record', [tool('get_orders', '[1, 2]')], ['1|other|get_orders order_id: W1|1, 2|ok']],
  [
    'a failure is none either',
    [tool('get_order', order('open'), true)],
    ['1|other|get_order order_id: W1|{"order_id":"W1","status":"open","total":9}|failed'],
  ],
  [
    'nor what another kind of tool shows',
    [step({ tool: 'WebFetch', input: { url: 'https://a.b' }, output: order('open') })],
    ['1|web|WebFetch url: https://a.b|order_id: W1, status: open, total: 9|ok'],
  ],
])('what happened: %s', (_, messages, events) => {
  expect(told(...messages)).toEqual(events)
})

test('what is not the caller’s is taken in and not told', () => {
  const timeline = createTimeline()
  observeTimeline(timeline, request('Memory: the port is 8080.'), 1, false)
  expect([timeline.events, timeline.hasAgent]).toEqual([[], false])
  observeTimeline(timeline, answer('So.'), 2)
  expect(timeline.hasAgent).toBe(true)
})
