import { describe, expect, test } from 'vitest'
import { tellCall, type ToldCall } from './call.ts'
import type { CallFacts } from './told.ts'

type Told = Partial<Omit<ToldCall, 'kind' | 'state' | 'cut'>> & { readonly is: string }
type Row = readonly [string, Pick<CallFacts, 'tool' | 'input' | 'text' | 'isError'>, Told]

/** All that is told, without what is empty. */
/** Without whether it only looked: `outcome.test.ts` says that. */
function told(call: Row[1]): Told {
  const { kind, state, cut, text, changed, looked: _, ...rest } = tellCall({ ...call, marks: true })
  return {
    is: `${kind}, ${state}, ${cut}`,
    ...rest,
    ...(text !== '' && { text }),
    ...(changed.length > 0 && { changed }),
  }
}

describe('a search and what it found', () => {
  test.each<Row>([
    [
      'each hit with its place',
      {
        tool: 'Grep',
        input: { pattern: 'foo', path: 'src', glob: '*.ts' },
        text: 'src/a.ts:1: foo\nsrc/b.ts:2:foo bar',
      },
      { is: 'search, ok, list', head: 'search "foo" in src *.ts', text: 'src/a.ts:1: foo\nsrc/b.ts:2: foo bar' },
    ],
    [
      'none',
      { tool: 'Grep', input: { pattern: 'foo' }, text: 'No matches found' },
      { is: 'search, ok, list', head: 'search "foo"', text: 'no match' },
    ],
    [
      'none, without a word',
      { tool: 'Grep', input: { pattern: 'foo' }, text: '' },
      { is: 'search, ok, list', head: 'search "foo"', text: 'no match' },
    ],
    [
      'eight hits whole',
      {
        tool: 'Grep',
        input: { pattern: 'foo' },
        text: 'a.ts:0:f\na.ts:1:f\na.ts:2:f\na.ts:3:f\na.ts:4:f\na.ts:5:f\na.ts:6:f\na.ts:7:f',
      },
      {
        is: 'search, ok, list',
        head: 'search "foo"',
        text: 'a.ts:0: f\na.ts:1: f\na.ts:2: f\na.ts:3: f\na.ts:4: f\na.ts:5: f\na.ts:6: f\na.ts:7: f',
      },
    ],
    [
      'more by file and line, tests last',
      {
        tool: 'Grep',
        input: { pattern: 'foo' },
        text: 'test/a.test.ts:0:f0\ntest/a.test.ts:1:f1\ntest/a.test.ts:2:f2\ntest/a.test.ts:3:f3\ntest/a.test.ts:4:f4\nsrc/a.ts:5:f5\nsrc/a.ts:6:f6\nsrc/a.ts:7:f7\nsrc/a.ts:8:f8',
      },
      { is: 'search, ok, list', head: 'search "foo"', text: 'src/a.ts:5: f5; 6,7,8\ntest/a.test.ts:0: f0; 1,2,3,4' },
    ],
    [
      'lines of one file',
      { tool: 'Grep', input: { pattern: 'foo' }, text: '1: foo\n22: foo' },
      { is: 'search, ok, list', head: 'search "foo"', text: '1: foo\n22: foo' },
    ],
    [
      'many lines of one file',
      { tool: 'Grep', input: { pattern: 'foo' }, text: '0:f\n1:f\n2:f\n3:f\n4:f\n5:f\n6:f\n7:f\n8:f\n9:f' },
      { is: 'search, ok, list', head: 'search "foo"', text: '0:f\n1:f\n2:f\n3:f\n4:f\n5:f\n6:f\n7:f and 2 more' },
    ],
    [
      'only names',
      { tool: 'Grep', input: { pattern: 'foo' }, text: 'a.ts\nb.ts' },
      { is: 'search, ok, list', head: 'search "foo"', text: 'a.ts\nb.ts' },
    ],
    [
      'in the web',
      {
        tool: 'WebSearch',
        input: { query: 'x' },
        text: '[{"title":"T","url":"https://a.example","snippet":"says 5."}]',
      },
      { is: 'web, ok, list', head: 'WebSearch query: x', text: 'T — https://a.example: says 5.' },
    ],
    [
      'a page',
      {
        tool: 'WebFetch',
        input: { url: 'https://a.example' },
        text: '# Title of it\nThe page says 5. [next](https://a.example/2)',
      },
      {
        is: 'web, ok, page',
        head: 'WebFetch url: https://a.example “Title of it”',
        text: '# Title of it\nThe page says 5. next',
      },
    ],
    [
      'a page without a title',
      { tool: 'WebFetch', input: { url: 'https://a.example' }, text: 'The page says 5.' },
      { is: 'web, ok, page', head: 'WebFetch url: https://a.example', text: 'The page says 5.' },
    ],
  ])('%s', (_, call, as) => {
    expect(told(call)).toEqual(as)
  })
})

describe('anything else', () => {
  test.each<Row>([
    [
      'a list of tasks',
      {
        tool: 'TodoWrite',
        input: {
          todos: [
            { content: 'a', status: 'completed' },
            { content: 'b', status: 'in_progress' },
            { content: 'c', id: 7 },
            { step: 'd', id: 'x', status: 'done' },
            { z: 1 },
          ],
        },
        text: 'ok',
      },
      { is: 'tasks, ok, list', head: 'TodoWrite:', text: '[x] a\n[~] b\n[ ] #7 c\n[x] d\n[ ] z: 1', key: 'tasks' },
    ],
    [
      'a new task by its number',
      { tool: 'TaskCreate', input: { subject: 'mend it' }, text: 'Task #3 created: mend it' },
      { is: 'tasks, ok, start', head: 'TaskCreate #3 subject: mend it' },
    ],
    [
      'what a task is at',
      { tool: 'TaskUpdate', input: { taskId: '3', status: 'completed' }, text: 'Updated' },
      { is: 'tasks, ok, start', head: 'TaskUpdate taskId: 3, status: completed', key: 'task 3' },
    ],
    [
      'a task that was looked up',
      { tool: 'TaskGet', input: { taskId: '3' }, text: 'mend it: open' },
      { is: 'other, ok, output', head: 'TaskGet taskId: 3', text: 'mend it: open', effect: 'read' },
    ],
    [
      'the list itself',
      { tool: 'TaskList', input: {}, text: '#1 open' },
      { is: 'tasks, ok, output', head: 'TaskList', text: '#1 open', key: 'tasks' },
    ],
    [
      'a plan',
      { tool: 'ExitPlanMode', input: { plan: '1. a' }, text: 'ok' },
      { is: 'plan, ok, speech', head: 'ExitPlanMode, the plan', text: '1. a' },
    ],
    [
      'a question with its answer',
      { tool: 'AskUserQuestion', input: { questions: [{ question: 'Which?' }] }, text: 'The first\none' },
      {
        is: 'ask, ok, speech',
        head: 'asked the user:',
        text: 'Which?',
        said: 'The first one',
      },
    ],
    [
      'questions with choices, and what was chosen',
      {
        tool: 'AskUserQuestion',
        input: {
          questions: [
            { question: 'Which?', options: [{ label: 'A', description: 'first' }, 'B'] },
            { question: 'Why?' },
          ],
        },
        text: `User has answered your questions: "Which?"="A", "${'w'.repeat(120)}"="it is \\"good\\"". Go on.`,
      },
      {
        is: 'ask, ok, speech',
        head: 'asked the user:',
        text: 'Which? (A | B)\nWhy?',
        said: `Which? → A; ${'w'.repeat(99)}… → it is \\"good\\"`,
      },
    ],
    [
      'a question the tool refused to ask',
      { tool: 'AskUserQuestion', input: { questions: [{ question: 'Which?' }] }, text: 'too many', isError: true },
      { is: 'ask, failed, output', head: 'asked the user:', text: 'too many', said: '' },
    ],
    [
      'a sub-agent',
      { tool: 'Task', input: { description: 'look', prompt: 'Find the place.' }, text: 'It is in a.ts' },
      { is: 'report, ok, speech', head: 'Task “look”, told: Find the place.', text: 'It is in a.ts' },
    ],
    [
      'a sub-agent that was told nothing',
      { tool: 'Task', input: {}, text: 'It is in a.ts' },
      { is: 'report, ok, speech', head: 'Task, told: ', text: 'It is in a.ts' },
    ],
    [
      'what was asked is not said again',
      { tool: 'get_order', input: { order_id: '#W1' }, text: '{"order_id":"#W1","status":"pending","items":[]}' },
      { is: 'other, ok, output', head: 'get_order order_id: #W1', text: 'status: pending', effect: 'read' },
    ],
    [
      'a call that writes',
      { tool: 'cancel_order', input: { order_id: '#W1' }, text: 'done' },
      { is: 'other, ok, output', head: 'cancel_order order_id: #W1', text: 'done', effect: 'write' },
    ],
    [
      'a call nobody knows',
      { tool: 'frobnicate', input: null, text: '[exit code 0]\ndone' },
      { is: 'other, ok, output', head: 'frobnicate', text: 'done' },
    ],
    [
      'a thought',
      { tool: 'think', input: { thought: 'I think so.' }, text: 'ok' },
      { is: 'other, ok, speech', head: 'think', text: 'I think so.' },
    ],
    [
      'a failed call',
      {
        tool: 'get_order',
        input: { order_id: '#W1' },
        text: 'Error: no such order\nline two\nline three\nline four',
        isError: true,
      },
      {
        is: 'other, failed, output',
        head: 'get_order order_id: #W1',
        text: 'Error: no such order\nline two\nline three',
        effect: 'read',
      },
    ],
    [
      'waiting for a program',
      { tool: 'write_stdin', input: { session_id: 1, chars: '' }, text: 'noise\nTests 3 passed' },
      { is: 'command, ok, output', head: 'write_stdin session_id: 1', text: 'Tests 3 passed' },
    ],
    [
      'what the user rejected, with their words',
      {
        tool: 'Bash',
        input: { command: 'rm x' },
        text: "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nuse git rm",
      },
      {
        is: 'command, rejected, output',
        head: '$ rm x',
        full: "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nuse git rm",
        said: 'use git rm',
      },
    ],
  ])('%s', (_, call, as) => {
    expect(told(call)).toEqual(as)
  })
})
