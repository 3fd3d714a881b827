import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { gather } from '../read/evidence.ts'
import { claimsOf } from '../weigh/claims.ts'
import { story } from './story.ts'

let ids = 0
const called = (tool: string, input: Json, text: string): Message[] => {
  const callId = `c${ids++}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text } }] },
  ]
}
const ask: Message = { role: 'user', blocks: [{ type: 'text', text: 'Mend the parser.' }] }
const told = (...calls: readonly Message[][]): string =>
  story(gather([ask, ...calls.flat()]).timeline.events, { maxChars: 6000, wholeChars: 3000, wholesChars: 3000 })

test('of a task only its last state is told', () => {
  const text = told(
    called('TaskUpdate', { taskId: '1', status: 'in_progress' }, 'Updated task #1'),
    called('TaskUpdate', { taskId: '1', status: 'completed' }, 'Updated task #1'),
  )
  expect(text).toContain('status: completed')
  expect(text).not.toContain('in_progress')
})

test('of a check that went well the last word is told, of one that failed what it said', () => {
  const noise = Array.from({ length: 30 }, (_, at) => `src/file${at}.ts checked`).join('\n')
  const good = told(called('Bash', { command: 'npx vitest run' }, `${noise}\nTests  12 passed (12)`))
  expect(good).toContain('12 passed')
  expect(good).not.toContain('file7.ts')
  expect(told(called('Bash', { command: 'npx vitest run' }, `Exit code 1\n${noise}\nTests  1 failed (12)`))).toContain(
    '1 failed',
  )
})

test('an output that is JSON is told by its values, a listing without its frame', () => {
  expect(told(called('Bash', { command: 'cat meta.json' }, '{\n  "agent": "Claude Code",\n  "steps": 4\n}'))).toContain(
    'agent: Claude Code, steps: 4',
  )
  const long = `${'a line of a log that goes on and on\n'.repeat(2000)}error: the disk is full`
  expect(told(called('Bash', { command: 'make all' }, `Exit code 2\n${long}`))).toContain('error: the disk is full')
  const listing = told(
    called(
      'Bash',
      { command: 'ls -la out' },
      'total 8\ndrwxr-xr-x 2 a a 64 Jan 1 10:00 .\n-rw-r--r-- 1 a a 9 Jan 1 10:00 map.txt',
    ),
  )
  expect(listing).toContain('map.txt')
  expect(listing).not.toContain('total 8')
})

test('a tool that timed out has failed', () => {
  expect(told(called('navigate_page', { url: 'https://a.example' }, 'Tool call timed out.'))).toContain('FAILED')
})

test('what is said between calls counts by what it states', () => {
  const words = (at: number): Message => ({
    role: 'assistant',
    blocks: [
      {
        type: 'text',
        text: at === 20 ? 'The lexer drops the last token because 0x1F ends its table.' : 'It is still going on.',
      },
      { type: 'tool-call', callId: `w${at}`, tool: 'Bash', input: { command: `step ${at}` } },
    ],
  })
  const talk = [ask, ...Array.from({ length: 60 }, (_, at) => words(at))]
  const text = story(gather(talk).timeline.events, { maxChars: 1500, wholeChars: 300, wholesChars: 300 })
  expect(text).toContain('because 0x1F ends its table')
  expect(text.match(/still going on/g)?.length ?? 0).toBeLessThan(10)
})

test('a skill read in parts has the room of one', () => {
  const skill = (from: number) =>
    Array.from({ length: 60 }, (_, at) => `- Rule ${from + at}: you must never ship line ${from + at} without a test.`)
  const read = (from: number) =>
    called('Read', { file_path: '/skills/ship/SKILL.md', offset: from, limit: 60 }, skill(from).join('\n'))
  const events = gather([ask, ...read(1), ...read(61), ...read(121)].flat()).timeline.events
  const claimed = claimsOf(events, { wholeChars: 9000, wholesChars: 20_000 })
  const least = claimed.filter(({ event }) => event.kind === 'look').map((claim) => claim.least)
  expect(least).toHaveLength(3)
  expect(least.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(20_000 * 0.125)
})
