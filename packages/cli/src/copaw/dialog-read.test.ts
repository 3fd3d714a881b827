import { expect, test } from 'vitest'
import { localTime } from '../../../daypack/src/model/day.ts'
import { fromDialog } from './dialog-read.ts'

const BY = { zone: 'America/New_York' }

test('calls and results in one message of the assistant become messages of their own, in order', () => {
  const content = [
    { type: 'text', text: 'Look.' },
    { type: 'tool_use', id: 'c1', name: 'ls', input: { path: '.' } },
    { type: 'tool_result', id: 'c1', name: 'ls', output: 'a\nb' },
    { type: 'text', text: 'Two.' },
  ]
  expect(fromDialog({ role: 'assistant', content }, BY)).toEqual({
    messages: [
      {
        role: 'assistant',
        blocks: [
          { type: 'text', text: 'Look.' },
          { type: 'tool-call', callId: 'c1', tool: 'ls', input: { path: '.' } },
        ],
      },
      { role: 'tool', blocks: [{ type: 'tool-result', callId: 'c1', tool: 'ls', content: { text: 'a\nb' } }] },
      { role: 'assistant', blocks: [{ type: 'text', text: 'Two.' }] },
    ],
  })
})

test.each([
  [null, 'it is no object'],
  [{ role: 'user' }, 'its content is neither text nor blocks'],
  [{ role: 'user', content: 'x', timestamp: 'yesterday' }, 'its timestamp is "yesterday"'],
  [{ role: 'user', content: ['x'] }, 'block 1: it has no type'],
  [
    { role: 'assistant', content: [{ type: 'tool_use', id: '', name: 'ls', input: {} }] },
    'block 1: a call without id or name',
  ],
])('%j is refused in words', (value, problem) => {
  expect(fromDialog(value, BY)).toEqual({ problem })
})

test.each(['2026-01-15 12:00:00.001', '2026-07-15 23:59:59.999', '2026-03-08 03:00:00.000', '2026-11-01 00:59:59.000'])(
  'the local time %s is the instant it was written for',
  (timestamp) => {
    const read = fromDialog({ role: 'user', content: 'x', timestamp }, BY)
    expect('at' in read && read.at !== undefined && localTime(read.at, BY.zone)).toBe(timestamp)
  },
)
