import { expect, test } from 'vitest'
import { gather } from '../read/evidence.ts'
import { checkNote } from './check.ts'

const evidence = gather([
  { role: 'user', blocks: [{ type: 'text', text: 'Please mend the login.' }] },
  {
    role: 'assistant',
    blocks: [
      { type: 'tool-call', callId: 'c1', tool: 'Read', input: { file_path: '/srv/app/packages/auth/src/login.ts' } },
    ],
  },
])
const note = (line: string) => `## Goal\n- mend the login\n## Progress\n### Done\n- ${line}\n## Next Steps\n- test it`

test('F-12: a part of a real path is real, from folder to folder', () => {
  for (const path of ['/srv/app/packages/auth', 'packages/auth/src', 'auth/src/login.ts'])
    expect(checkNote(note(`looked at ${path}`), evidence, { maxChars: 3_000 }).invented).toEqual([])
  expect(checkNote(note('looked at /srv/app/pack/auth.ts'), evidence, { maxChars: 3_000 }).invented).not.toEqual([])
})

test('F-12: a name the caller knows, such as that of a tool, may be stated', () => {
  const line = note('used TaskCreate for the plan')
  expect(checkNote(line, evidence, { maxChars: 3_000 }).invented).toEqual(['TaskCreate'])
  expect(checkNote(line, evidence, { maxChars: 3_000, also: 'TaskCreate' }).invented).toEqual([])
})

test('the start of a hash that occurred has occurred', () => {
  const seen = gather([
    { role: 'user', blocks: [{ type: 'text', text: 'Look at the last commit.' }] },
    {
      role: 'assistant',
      blocks: [{ type: 'tool-call', callId: 'c1', tool: 'Bash', input: { command: 'git show 4f1e09ab77c2d3e5' } }],
    },
  ])
  expect(checkNote(note('looked at 4f1e09ab7'), seen, { maxChars: 3_000 }).invented).toEqual([])
  expect(checkNote(note('looked at 4f1e09ac1'), seen, { maxChars: 3_000 }).invented).toEqual(['4f1e09ac1'])
})

const made = (names: number, others = 0): string =>
  note(
    [
      ...Array.from({ length: names }, (_, at) => `madeUp${at}`),
      ...Array.from({ length: others }, () => 'login.ts'),
    ].join(' '),
  )
const also = Array.from({ length: 12 }, (_, at) => `known${at}`).join(' ')
const issuesOf = (answer: string, maxChars = 3_000) => checkNote(answer, evidence, { maxChars, also }).issues

test.each<[string, string, string[]]>([
  ['all that is asked for', note('did it'), []],
  ['no goal', '## Next Steps\n- test it', ['The section Goal is missing or empty.']],
  ['what is under way is progress', '## Goal\n- g\n## Progress\n### In Progress\n- p', []],
  ['so is what blocks', '## Goal\n- g\n## Progress\n### Blocked\n- p', []],
  ['a goal alone', '## Goal\n- g', ['The sections Progress and Next Steps are missing or empty.']],
  ['five names that never occurred', made(5), []],
  ['six', made(6), ['It states names that never occurred: madeUp0, madeUp1, madeUp2, madeUp3, madeUp4, madeUp5.']],
  ['six of eighteen', note(`${made(6)} ${also}`), []],
])('what is wrong with a note: %s', (_, answer, issues) => {
  expect(issuesOf(answer)).toEqual(issues)
})

test('a note may be three times as long as asked for, and no more', () => {
  const answer = note('did it')
  expect([issuesOf(answer, answer.length / 3), issuesOf(answer, (answer.length - 1) / 3)]).toEqual([
    [],
    [`It has ${answer.length} characters; at most ${(answer.length - 1) / 3} are allowed.`],
  ])
})

test('a demand nobody made is moved and marked; half of its words must be the user’s', () => {
  const constraints = ['mend login [1]', 'mend login fast quickly', 'mend login fast quickly somehow', 'is it so']
  const answer = `## Goal\n- g\n## Constraints & Preferences\n${constraints.map((one) => `- ${one}`).join('\n')}\n## Next Steps\n- n\n## Critical Context\n- c`
  const { sections, unproven } = checkNote(answer, evidence, { maxChars: 3_000 })
  const moved = ['mend login fast quickly somehow (not said by the user)']
  expect([sections.constraints, sections.context, unproven]).toEqual([
    ['mend login [1]', 'mend login fast quickly', 'is it so'],
    ['c', ...moved],
    moved,
  ])
})
