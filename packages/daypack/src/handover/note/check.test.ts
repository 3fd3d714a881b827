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
