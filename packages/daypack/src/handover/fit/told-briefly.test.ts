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

test('a task that is made is told once, not again by what the host answered', () => {
  const text = told(called('TaskCreate', { subject: 'Mend the lexer' }, 'Task #1 created successfully: Mend the lexer'))
  expect(text.match(/Mend the lexer/g)).toHaveLength(1)
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

test('nobody is told that relative paths are below a folder when some came relative', () => {
  const read = (file_path: string) => called('Read', { file_path }, '1→x')
  const absolute = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => read(`/srv/project/source/part${at}.ts`))
  expect(told(...absolute)).toContain('are below /srv/project/source')
  expect(told(...absolute, read('./pkg/other/file.go'))).not.toContain('are below')
})

test('of code that was read the comments that give a reason or a figure are told', () => {
  const code =
    '1→import { send } from "./net.ts"\n2→// Retries stop at 3: the server bans whoever asks\n3→// a fourth time within a minute.\n4→export const send3 = (text: string) => send(text, "a text that only looks like a sentence of 9 words")'
  const text = told(called('Read', { file_path: '/srv/retry.ts' }, code))
  expect(text).toContain(
    'read /srv/retry.ts → Retries stop at 3: the server bans whoever asks a fourth time within a minute.',
  )
  expect(text).not.toContain('only looks like')
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

test('how a program is used is not told, that it was asked is', () => {
  const text = told(
    called('Bash', { command: 'tracker create --help' }, 'Usage:\n  --title string   Title\n  -v   Verbose'),
  )
  expect(text).toContain('$ tracker create --help')
  expect(text).not.toContain('Verbose')
})

test('paths stand below the folder that shortens them most, though not all of them are in it', () => {
  const read = (path: string) => called('Read', { file_path: path }, '1\tconst a = 1')
  const work = '/home/me/projects/company/product__worktrees/mend-the-parser'
  const text = told(
    read('/home/me/projects/company/product/README.md'),
    ...['a', 'b', 'c', 'd'].map((name) => read(`${work}/src/${name}.ts`)),
  )
  expect(text).toContain(`(Paths that do not start with / are below ${work}/src)`)
  expect(text).toMatch(/README\.md/)
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
