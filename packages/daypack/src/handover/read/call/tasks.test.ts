// Lists of tasks, and programs that only look.
import { expect, test } from 'vitest'
import { commandLine } from '../../../tools/command-line.ts'
import { hidesFailures, isMasked, looks, programOf } from './programs.ts'
import { tasks } from './tasks.ts'

test('a list of tasks: each with its state and its number', () => {
  const todos = [
    { content: 'one', status: 'completed' },
    { step: 'two', status: 'in_progress', id: 2 },
    { title: 'three', id: 'abc' },
    { text: 'four', status: 'DONE', id: '4' },
    { odd: 1 },
    'not an object',
  ]
  for (const name of ['todos', 'plan', 'items', 'tasks'])
    expect(tasks('Todo', { [name]: todos }, 'ok')).toMatchObject({
      kind: 'tasks',
      head: 'Todo:',
      cut: 'list',
      key: 'tasks',
      text: expect.stringMatching(/^\[x\] one\n\[~\] #2 two\n\[ \] three\n\[x\] #4 four\n\[ \] .*odd.*$/) as string,
    })
})

test('a single task in a line: a new one by its number, a change in place of what it was at', () => {
  expect(tasks('TaskCreate', { subject: 'Mend it' }, 'Task #7 created: Mend it')).toMatchObject({
    head: expect.stringMatching(/^TaskCreate #7 .*Mend it/) as string,
    text: '',
  })
  const change = tasks('TaskUpdate', { taskId: '7', status: 'completed' }, 'Updated')
  expect([change.text, change.key]).toEqual(['', 'task 7'])
  expect(tasks('TaskGet', { id: 7 }, 'It  is open')).toMatchObject({ text: 'It is open', cut: 'start' })
  expect(tasks('TaskGet', { id: 7 }, 'It  is open').key).toBeUndefined()
  expect(tasks('TaskGet', { id: 7 }, 'x'.repeat(120)).text).toBe('')
  expect(tasks('TaskList', {}, 'all of them')).toEqual({
    kind: 'tasks',
    head: 'TaskList',
    text: 'all of them',
    key: 'tasks',
  })
})

const commands = (line: string) => commandLine(line)

test('a line only looks when all its programs do', () => {
  for (const line of ['cat a', 'ls -l | grep x', 'git status', 'git --no-pager log', '/usr/bin/cat a', 'sed -n 1p a'])
    expect([line, looks(commands(line))]).toEqual([line, true])
  for (const line of ['rm a', 'cat a && rm b', 'git commit', 'sed -i s/a/b/ a', 'npm test'])
    expect([line, looks(commands(line))]).toEqual([line, false])
  expect([programOf(['/usr/bin/env']), programOf([])]).toEqual(['env', ''])
})

test('the exit code is another one’s behind a pipe, an or, or a command that runs anyway', () => {
  const masked = (line: string) => isMasked(commands(line), line)
  for (const line of ['make | tail', 'make || true', 'make; ls', 'make & sleep 1'])
    expect([line, masked(line)]).toEqual([line, true])
  for (const line of ['make', 'make && ls', 'set -o pipefail; make | tail', 'cd a; make'])
    expect([line, masked(line)]).toEqual([line, false])
})

test('a filter that lets only other lines through hides what failed', () => {
  const hides = (line: string) => hidesFailures(commands(line))
  for (const line of ['make | grep ok', 'make | rg done', 'make | egrep x'])
    expect([line, hides(line)]).toEqual([line, true])
  for (const line of ['make | grep -v ok', 'make | grep -i error', 'make | grep "not ok"', 'grep ok a', 'make | tail'])
    expect([line, hides(line)]).toEqual([line, false])
})
