import { expect, test } from 'vitest'
import type { Json } from '../../packages/daypack/src/model/json.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { scoreOf, tasksAt } from './carry.ts'

let calls = 0
function step(said: string, tool: string, input: Json, text: string, isError = false): Message[] {
  const callId = `c${calls++}`
  return [
    {
      role: 'assistant',
      blocks: [
        { type: 'text', text: said },
        { type: 'tool-call', callId, tool, input },
      ],
    },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text }, ...(isError && { isError }) }] },
  ]
}
const edit = (old_string: string, new_string: string) => ({ file_path: '/a/limits.ts', old_string, new_string })
const lines = Array.from({ length: 40 }, (_, at) => `export const limit${at} = ${at}`)
const before: Message[] = [
  { role: 'user', blocks: [{ type: 'text', text: 'Raise the limits.' }] },
  ...step('Reading.', 'Read', { file_path: '/a/limits.ts' }, lines.map((line, at) => `${at + 1}→${line}`).join('\n')),
]
const next: Message[] = [
  ...step('First the third.', 'Edit', edit('limit3 = 3', 'limit3 = 30'), 'ok'),
  ...step('Then one nobody knew.', 'Edit', edit('unseen', 'seen'), 'ok'),
  ...step('This one fails.', 'Edit', edit('limit9 = 9', 'limit9 = 90'), 'Error: not found', true),
  ...step('Last the thirtieth.', 'Edit', edit('limit30 = 30', 'limit30 = 31'), 'ok'),
]

test('the next edits that went through, in lines the agent had seen, are asked for with what was said before them', () => {
  expect(tasksAt([...before, ...next], before.length)).toEqual([
    { id: 'e1', said: 'First the third.', file: '/a/limits.ts', from: 4, to: 4 },
    { id: 'e2', said: 'Last the thirtieth.', file: '/a/limits.ts', from: 31, to: 31 },
  ])
})

test('an edit applies where its text stands once, and is right near the real place', () => {
  const messages = [...before, ...next]
  const tasks = tasksAt(messages, before.length)
  const score = (...olds: readonly string[]) =>
    scoreOf(
      tasks,
      olds.map((old, at) => ({ id: `e${at + 1}`, file: '/a/limits.ts', old, new: '' })),
      messages,
      before.length,
    )
  expect(score('export const limit3 = 3\nexport const limit4 = 4', 'limit29 = 29')).toEqual({
    asked: 2,
    applies: 2,
    right: 2,
  })
  expect(score('limit20 = 20')).toEqual({ asked: 2, applies: 1, right: 0 })
  expect(score('export const', 'no such line')).toEqual({ asked: 2, applies: 0, right: 0 })
})
