import { describe, expect, it } from 'vitest'
import type { Region } from '../../files/regions.ts'
import type { Json } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { gather, type Evidence } from '../read/evidence.ts'
import { withoutPolls } from '../tell/polls.ts'
import { withoutOlderCopies } from '../tell/older-copies.ts'
import { identifiers } from '../text/identifiers.ts'
import { recordLines } from '../text/json.ts'
import { isProse } from '../text/sentences.ts'
import { focusOf } from '../weigh/focus.ts'
import { filesInWork, weighedRegions } from '../../../test/files-in-work.ts'
import { story } from './story.ts'

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const agent = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })
let calls = 0
function step(tool: string, input: Json, text: string): Message[] {
  const callId = `n${calls++}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text } }] },
  ]
}
const told = (messages: readonly Message[], maxChars = 6000): string =>
  story(withoutPolls(withoutOlderCopies(gather(messages).timeline.events)), {
    maxChars,
    wholeChars: 6000,
    wholesChars: maxChars / 2,
  })

const NAMES = 'renderPage parseQuery openSocket closeSocket readHeader writeHeader countBytes splitLines'.split(' ')
const SOURCE = NAMES.flatMap((name) => [
  `export function ${name}(input: string): string {`,
  ...Array.from({ length: 12 }, (_, at) => `  const ${name}Step${at} = input.padStart(${at + 3}, '${name[0]}')`),
  '  return input',
  '}',
  '',
])
const listed = SOURCE.map((line, at) => `     ${at + 1}→${line}`).join('\n')

function weigh(evidence: Evidence): Region[] {
  const focus = focusOf(evidence)
  return weighedRegions(evidence.files, { now: evidence.count, recent: new Set(), names: identifiers, focus })
}
function parts(messages: readonly Message[], maxChars: number): string {
  const evidence = gather(messages)
  return filesInWork(evidence.files, weigh(evidence), maxChars)
}
describe('G-23: code that is needed next', () => {
  const talk = [user('Look at the server.'), ...step('Read', { file_path: '/a/server.ts' }, listed)]

  it('the function the user speaks of stands whole, from its first line to its last', () => {
    const text = parts([...talk, user('Now make closeSocket wait for the last byte.')], 2600)
    expect(text).toContain('export function closeSocket')
    for (let at = 0; at < 12; at++) expect(text).toContain(`closeSocketStep${at} =`)
  })

  it('the lines a check fails at are there', () => {
    const place = SOURCE.findIndex((line) => line.includes('countBytesStep5')) + 1
    const failing = step(
      'Bash',
      { command: 'npm test' },
      `Exit code 1\n  at countBytes (/a/server.ts:${place}:7)\n1 failed`,
    )
    expect(parts([...talk, ...failing], 2600)).toContain('countBytesStep5 =')
  })

  it('what was committed gives way to what is at hand', () => {
    const edit = { file_path: '/a/server.ts', old_string: "input.padStart(3, 'r')", new_string: "input.padEnd(3, 'r')" }
    const other = listed.replaceAll('Step', 'Phase')
    const messages = [
      ...talk,
      ...step('Edit', edit, 'ok'),
      ...step('Bash', { command: 'git commit -am "server"' }, '[main 1234567] server'),
      ...step('Read', { file_path: '/a/client.ts' }, other),
      user('Now the client.'),
    ]
    const text = parts(messages, 2400)
    expect(text).toContain('/a/client.ts')
    expect(text).not.toContain('parseQueryStep1')
  })
})

describe('G-23: work lists stay whole while they are open', () => {
  it('hits of the last search keep every place', () => {
    const hits = Array.from({ length: 24 }, (_, at) => `src/part${at}/store.ts:${at + 10}: saveEntry(entry, ${at})`)
    const talk = [user('Rename saveEntry everywhere.'), ...step('Grep', { pattern: 'saveEntry' }, hits.join('\n'))]
    const text = told([...talk, ...step('Bash', { command: 'ls' }, 'a\nb')], 12_000)
    for (let at = 0; at < 24; at++) expect(text).toContain(`src/part${at}/store.ts:${at + 10}`)
  })

  it('a task keeps its description until it is done', () => {
    const make = (id: number) =>
      step(
        'TaskCreate',
        {
          subject: `Step ${id}`,
          description: `Write table ${id} with the columns a${id}, b${id} and a unique key over both.`,
        },
        `Task #${id} created successfully: Step ${id}`,
      )
    const filler = Array.from({ length: 30 }, (_, at) =>
      step('Bash', { command: `cat part${at}.log` }, 'x\n'.repeat(80)),
    ).flat()
    const done = step('TaskUpdate', { taskId: '1', status: 'completed' }, 'Updated task #1 status')
    const text = told([user('Do it.'), ...make(1), ...make(2), ...done, ...filler], 2500)
    expect(text).toContain('a unique key over both')
    expect(text).toContain('columns a2, b2')
  })

  it('every finding of a review stands there while it is worked through', () => {
    const findings = Array.from(
      { length: 18 },
      (_, at) => `${at + 1}. src/part${at}.ts:${at + 30} loses the error of step ${at}.`,
    )
    const review = step(
      'Task',
      { description: 'Review', prompt: 'Review the branch.' },
      `## Findings\n${findings.join('\n')}`,
    )
    const since = Array.from({ length: 30 }, (_, at) =>
      step('Bash', { command: `cat log${at}` }, `line ${at}\n`.repeat(60)),
    ).flat()
    const text = told([user('Review the branch, then mend it.'), ...review, ...since], 9000)
    for (const finding of findings) expect(text).toContain(finding)
  })

  it('the words of the user inside a rejection are whole', () => {
    const words = `${'Not like this: keep the adapter, it is what the customers in Lund build on. '.repeat(9)}And no new table.`
    const refused = `The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n${words}`
    const filler = Array.from({ length: 40 }, (_, at) =>
      step('Bash', { command: `cat part${at}.log` }, 'x\n'.repeat(80)),
    ).flat()
    const text = told(
      [user('Go.'), ...step('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, refused), ...filler],
      3500,
    )
    expect(text).toContain(words.trim())
  })
})

describe('G-24: nothing that is gone is shown as current', () => {
  it.each([
    ['rm /a/server.ts', false],
    ['git rm -q /a/server.ts', false],
    ['git mv /a/server.ts /a/http.ts', true],
    ['mv /a/server.ts /a/lib/', true],
  ])('%s', (command, isMoved) => {
    const talk = [
      user('Look.'),
      ...step('Read', { file_path: '/a/server.ts' }, listed),
      ...step('Bash', { command }, ''),
    ]
    const text = parts(talk, 9000)
    expect(text).not.toContain('path="/a/server.ts"')
    expect(text.includes('closeSocketStep3')).toBe(isMoved)
  })
})

it('G-24: files of two work trees with the same relative path stay apart', () => {
  const show = (workdir: string, text: string) =>
    step('exec_command', { cmd: 'cat src/server.ts', workdir }, text.replaceAll(/^ *\d+→/gm, ''))
  const talk = [user('Look.'), ...show('/w/one', listed), ...show('/w/two', listed.replaceAll('Step', 'Phase'))]
  const text = parts([...talk, user('Now openSocket.')], 12_000)
  expect(text).toContain('path="/w/one/src/server.ts"')
  expect(text).toContain('path="/w/two/src/server.ts"')
})

describe('G-25: noise', () => {
  const head = (code: string) =>
    `Chunk ID: 85c2b9\nWall time: 0.7565 seconds\n${code}\nOriginal token count: 3\nOutput:\n`

  it('what a program prints again after its call returned is told once', () => {
    const capture = 'worker capture one'
    const found = 'The worker found that the old schema of the eval has no field for the target at all.'
    const text = told([
      user('Go.'),
      ...step('exec_command', { cmd: `sleep 60; ${capture}` }, head('Process running with session ID 9')),
      ...step('write_stdin', { session_id: 9, chars: '' }, `${head('Process exited with code 0')}${found}`),
      ...step('exec_command', { cmd: capture }, `${head('Process exited with code 0')}${found}`),
    ])
    expect(text).not.toContain('sleep 60')
    expect(text.match(/old schema of the eval/g)).toHaveLength(1)
  })

  it('an output of one huge word, or of blanks between brackets, is read in linear time', () => {
    expect(isProse('a'.repeat(400_000))).toBe(false)
    expect(recordLines(`{\n${'"a": 1,\n'.repeat(20)}${' '.repeat(400_000)}x`)).toBeDefined()
  })

  it('one pull request does not overtake another', () => {
    const view = (number: number) =>
      step(
        'Bash',
        { command: `gh pr view ${number}` },
        `title: change ${number} ${'of the parser '.repeat(20)}\nbase: b${number}`,
      )
    const text = told([user('Go.'), ...view(11), ...view(12)])
    expect(text).toContain('base: b11')
    expect(text).toContain('base: b12')
  })

  it('a file read by a command is told as one that was read, without a list of what it defines', () => {
    const plain = SOURCE.join('\n')
    const text = told([user('Go.'), ...step('exec_command', { cmd: "sed -n '1,400p' /a/server.ts" }, plain)])
    expect(text).toBe('[1] USER: Go.\n[2] read /a/server.ts 1-400')
    expect(text).not.toContain('sed -n')
  })

  it('of a long output that says nothing of success the lines with words are told, not its brackets', () => {
    const json = `{\n${Array.from({ length: 40 }, (_, at) => `  "field${at}": ${at},`).join('\n')}\n}\n}`
    const text = told([user('Go.'), ...step('Bash', { command: 'bd show 7 --json' }, json)])
    expect(text).toContain('field0: 0')
    expect(text).toContain('field39: 39')
  })

  it('a skill that is loaded again is told once', () => {
    const skill = `Base directory for this skill: /s/review\n\n# Review\n\n${Array.from({ length: 80 }, (_, at) => `- You must check part ${at}.`).join('\n')}`
    const text = told([user('Review it.'), user(skill), agent('Done.'), user('And again.'), user(skill)], 20_000)
    expect(text.match(/check part 70/g)).toHaveLength(1)
  })

  it('a skill of an earlier request is told by what it demands', () => {
    const skill = `Base directory for this skill: /s/review\n\n# Review\n\n${'Reviews have a long tradition in this house. '.repeat(60)}\n\n- You must run the linter first.`
    const text = told([user('Review it.'), user(skill), agent('Done.'), user('Thanks, now rename the file.')], 20_000)
    expect(text).toContain('You must run the linter first')
    expect(text).not.toContain('long tradition')
  })
})

it('G-30: how each of several conversations ended is told, with its figures', () => {
  const conversations = Array.from({ length: 12 }, (_, at) => [
    user(`(Conversation ${at + 1} begins.) Please change booking B-${at}00 to the later flight.`),
    ...step('get_booking', { id: `B-${at}00` }, `{"id":"B-${at}00","fare":"basic","legs":["HAT${at}","HAT${at + 1}"]}`),
    agent(
      `I looked into it for you. Booking B-${at}00 now leaves at 1${at % 10}:45, the difference of $${at + 40} was paid by card.`,
    ),
    user('Thanks!'),
    agent('You are welcome. Have a nice trip!'),
  ]).flat()
  const text = told(conversations, 5200)
  for (let at = 0; at < 12; at++) expect(text).toContain(`$${at + 40}`)
})
