import { expect, test } from 'vitest'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { fileTruth } from './file-truth.ts'

const view = '<file path="/srv/a.ts" lines="1-2 of 2">\nconst a = [1,\nconst b = 2\n</file>'
const step = (tool: string, input: { [name: string]: string }, text: string): Message[] => [
  { role: 'assistant', blocks: [{ type: 'tool-call', callId: text, tool, input }] },
  { role: 'tool', blocks: [{ type: 'tool-result', callId: text, tool, content: { text } }] },
]
const read = step('Read', { file_path: '/srv/a.ts' }, '1\tconst a = [1, 2]\n2\tconst b = 2')

test('a line that reads differently afterwards is wrong, unless a formatter went over it in between', () => {
  expect(fileTruth(view, read)).toMatchObject({ right: 1, wrong: 1 })
  expect(fileTruth(view, [...step('Bash', { command: 'npm run lint:fix' }, 'Fixed 1 file.'), ...read])).toMatchObject({
    wrong: 0,
  })
})
