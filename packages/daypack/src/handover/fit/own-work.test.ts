import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { gather } from '../read/evidence.ts'
import { identifiers } from '../text/identifiers.ts'
import { focusOf } from '../weigh/focus.ts'
import { filesInWork, weighedRegions } from '../../../test/files-in-work.ts'

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
let calls = 0
function step(tool: string, input: Json, text: string): Message[] {
  const callId = `o${calls++}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text } }] },
  ]
}

const body = (name: string): string[] => [
  `export function ${name}(input: string): string {`,
  ...Array.from({ length: 12 }, (_, at) => `  const ${name}Step${at} = input.padStart(${at + 3}, '${name}')`),
  '  return input',
  '}',
  '',
]
const numbered = (lines: readonly string[]): string => lines.map((line, at) => `     ${at + 1}→${line}`).join('\n')
const commit = step('Bash', { command: 'git commit -am "server"' }, '[main 1234567] server')
const written = (name: string): Message[] =>
  step('Write', { file_path: `/a/${name}.ts`, content: body(name).join('\n') }, 'ok')
const talk = (rounds: number): Message[] =>
  Array.from({ length: rounds }, (_, at) => step('Bash', { command: `make part${at}` }, 'nothing to do')).flat()

function parts(messages: readonly Message[], maxChars: number): string {
  const evidence = gather(messages)
  const options = { now: evidence.count, recent: new Set<string>(), names: identifiers, focus: focusOf(evidence) }
  return filesInWork(evidence.files, weighedRegions(evidence.files, options), maxChars)
}

test('what the session wrote and committed comes before what was only read', () => {
  const read = step('Read', { file_path: '/a/other.ts' }, numbered(body('openSocket')))
  const text = parts([...written('closeSocket'), ...read, ...commit, user('And now?'), ...talk(40)], 1_100)
  expect(text).toContain('closeSocketStep5')
  expect(text).not.toContain('openSocketStep5')
})

test('of what was committed that goes first which nobody speaks of', () => {
  const both = [...written('closeSocket'), ...written('parseQuery'), ...commit, ...talk(20)]
  for (const [spoken, other] of [
    ['closeSocket', 'parseQuery'],
    ['parseQuery', 'closeSocket'],
  ] as const) {
    const text = parts([...both, user(`Why does ${spoken} return its input?`), ...talk(30), user('Go on.')], 1_100)
    expect(text).toContain(`${spoken}Step5`)
    expect(text).not.toContain(`${other}Step5`)
  }
})

test('what a formatter moved is still what the session wrote, when it is read again', () => {
  const moved = step('Read', { file_path: '/a/closeSocket.ts' }, numbered(['// header', ...body('closeSocket')]))
  const linesOf = (messages: readonly Message[]) => gather(messages).files.files.get('/a/closeSocket.ts')?.lines ?? []
  const lines = linesOf([...written('closeSocket'), ...moved])
  expect([lines[0], lines[1]].map((line) => line?.written)).toEqual([undefined, 1])
  expect(lines[1]?.text).toBe(body('closeSocket')[0])
})

test('the end of a long definition counts less than a short one that is whole', () => {
  const long = (rest: number): string[] => [
    'export function parseQuery(input: string): string {',
    ...Array.from({ length: 80 + rest }, (_, at) => `  queryStep${at}(input)`),
    '}',
  ]
  const model = gather(step('Write', { file_path: '/a/parse.ts', content: long(6).join('\n') }, 'ok')).files
  const [first, rest] = weighedRegions(model, { now: 10, recent: new Set(), names: () => [] })
  expect([first?.lines.length, rest?.lines.length]).toEqual([80, 8])
  expect(rest?.chance).toBeLessThan((first?.chance ?? 0) / 2)
})
