import { expect, test } from 'vitest'
import { answer, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { gather } from '../read/evidence.ts'
import type { Sections } from '../tell/sections.ts'
import { memoOf } from './memo.ts'

const edit = (file: string): Message[] =>
  step({ tool: 'edit', input: { file_path: file, old: 'a', new: 'b' }, output: 'Edited.' })
const run = (command: string, output: string, isError = false): Message[] =>
  step({ tool: 'Bash', input: { command }, output, ...(isError && { isError }) })
const look = (file: string): Message[] => step({ tool: 'Read', input: { file_path: file }, output: 'x' })
const todo = (...todos: JsonObject[]): Message[] => step({ tool: 'TodoWrite', input: { todos }, output: 'ok' })

const REFUSED = 'Exit code 1\nError: ECONNREFUSED 10.0.0.1:22'

/** What is said and done, and all that stands in the sections then. */
test.each<[string, Message[], Partial<Sections>]>([
  [
    'what was changed and reported is done, what could be is not',
    [
      request('Build a page that lists orders.'),
      answer('I will start.'),
      ...edit('src/page.ts'),
      answer('Added the page with a table. It could use paging later.'),
      request('add a filter'),
      ...edit('src/filter.ts'),
      answer('The filter is in place.'),
      request('thanks'),
    ],
    {
      goal: ['Build a page that lists orders.'],
      done: ['Added the page with a table.', 'The filter is in place.'],
      context: ['Names: src/filter.ts, src/page.ts'],
    },
  ],
  [
    'what failed last is in the way, with the call that shows it',
    [
      request('Deploy the page.'),
      ...run('npm run deploy', REFUSED, true),
      answer('The deploy is blocked: the server refuses the connection.'),
      request('ok'),
    ],
    {
      goal: ['Deploy the page.'],
      blocked: ['The deploy is blocked: the server refuses the connection.'],
      context: ['$ npm run deploy fails: Error: ECONNREFUSED 10.0.0.1:22'],
    },
  ],
  [
    'what went through later is not',
    [
      request('Deploy the page.'),
      ...run('npm run deploy', REFUSED, true),
      ...run('npm run deploy', '[exit code 0]\ndeployed'),
      answer('Deployed the page.'),
      request('now announce it'),
    ],
    { goal: ['Deploy the page.'], done: ['Deployed the page.'], next: ['now announce it'] },
  ],
  [
    'what the user is going to do, or wants then, comes next',
    [
      request('Build a page.'),
      ...edit('src/page.ts'),
      answer('Added the page.\n\nNext steps:\n- write the tests\n- add paging'),
      request('I want to check the colours later. Next we will need a footer.'),
    ],
    {
      goal: ['Build a page.'],
      done: ['Added the page.'],
      next: ['I want to check the colours later.', 'Next we will need a footer.'],
      context: ['Names: src/page.ts'],
    },
  ],
  [
    'what the agent is at',
    [request('Build a page.'), request('And a footer.'), answer('I am still working on the footer.')],
    {
      goal: ['Build a page.'],
      inProgress: ['I am still working on the footer.'],
      next: ['I am still working on the footer.'],
    },
  ],
  [
    'what the user demands',
    [
      request('Build a page, but never use tables.'),
      answer('Fine.'),
      request('Only Postgres is allowed. Keep it small.'),
      answer('Noted.'),
    ],
    {
      goal: ['Build a page, but never use tables.'],
      constraints: ['Only Postgres is allowed.', 'Keep it small.'],
      next: ['Only Postgres is allowed.', 'Keep it small.'],
    },
  ],
  [
    'a new goal beside the old one',
    [
      request('Build a page. It lists orders.'),
      answer('Ok.'),
      request('Forget the page, instead build a command line tool.'),
    ],
    {
      goal: ['Build a page. It lists orders.', 'Forget the page, instead build a command line tool.'],
      next: ['Forget the page, instead build a command line tool.'],
    },
  ],
  [
    'a greeting is no goal, and an outline that was wanted is done',
    [
      request('hello'),
      request('Write an outline of the talk.'),
      answer('Opening, history, method, results, questions, thanks.'),
      request('good'),
    ],
    {
      goal: ['Write an outline of the talk.'],
      done: ['Opening, history, method, results, questions, thanks.'],
    },
  ],
  [
    'code, quotes, tables and marks are not said',
    [request('Build it:\n```\nconst a = 1\n```\n> quoted text\n| a | b |\n---\nKeep the **api** stable.'), answer('x')],
    { goal: ['Keep the api stable.'] },
  ],
  [
    'a question that nobody could answer is open',
    [
      request('Build a page.'),
      answer('Added.'),
      request('Why is it slow?'),
      answer("I'm not sure why it is slow."),
      request('ok'),
    ],
    { goal: ['Build a page.'], done: ['Added.'], next: ['Why is it slow?'], context: ["I'm not sure why it is slow."] },
  ],
  [
    'figures the user gave, and the files that were changed',
    [
      request('Build a page.'),
      answer('Yes?'),
      request('The server has 32 GB and listens on 10.0.0.1 since 3 May.'),
      answer('Noted.'),
      ...edit('src/deep/page.ts'),
    ],
    {
      goal: ['Build a page.'],
      context: ['The server has 32 GB and listens on 10.0.0.1 since 3 May. · Names: src/deep/page.ts'],
    },
  ],
  [
    'tasks by their marks',
    [
      request('Go on with it all.'),
      ...todo({ content: 'one thing', status: 'completed' }, { content: 'another', status: 'pending' }),
    ],
    { goal: ['Go on with it all.'], done: ['[x] one thing'], next: ['another'] },
  ],
  [
    'what the agent was at before its last call is over, what waits is in the way',
    [
      request('Build a page.'),
      request('I am still working on the text.'),
      answer('I am now drawing the page. We are now waiting for the server.'),
      ...look('a.ts'),
      answer('I am now testing it.'),
    ],
    {
      goal: ['Build a page.'],
      done: ['I am now drawing the page.'],
      inProgress: ['I am now testing it.'],
      blocked: ['We are now waiting for the server.'],
    },
  ],
  [
    'behind a look nothing is done, nor what would be, nor what was said before the next call',
    [
      request('Build a page.'),
      answer('Yes.'),
      request('Look at it.'),
      ...look('a.ts'),
      answer('The page is done.'),
      ...edit('b.ts'),
      answer('The button would be done soon. The frame is done.'),
      request('Go on.'),
      ...edit('c.ts'),
      answer('All of it.'),
      ...edit('d.ts'),
    ],
    { goal: ['Build a page.'], done: ['The frame is done.'], context: ['Names: d.ts, c.ts, b.ts'] },
  ],
  [
    'behind a change to a later request the first sentence says what was done',
    [
      request('Build a page.'),
      ...edit('c.ts'),
      answer('All of it.'),
      request('And a footer.'),
      ...edit('d.ts'),
      answer('The footer it is. With lines.'),
    ],
    { goal: ['Build a page.'], done: ['The footer it is.'], context: ['Names: d.ts, c.ts'] },
  ],
  [
    'four parts are no outline, a quoted text is one',
    [request('Write it.'), answer('One, two, three, four.'), answer('The title: "So it goes".')],
    { goal: ['Write it.'], done: ['The title: "So it goes".'] },
  ],
  [
    'what was intended a turn ago is open, and before that what was named as next',
    [
      request('Build it.'),
      answer('I will write tests later.'),
      request('Fine so far.'),
      answer('I will paint it. Next: the door.'),
      request('Then a roof.'),
      answer('Ok.'),
      request('A garden, and a gate.'),
      answer('I will plant it then.'),
    ],
    {
      goal: ['Build it.'],
      decisions: ['Next: the door. → Then a roof.', 'Ok. → A garden, and a gate.'],
      next: ['Next: the door.', 'A garden, and a gate.', 'I will plant it then.'],
    },
  ],
  [
    'what the other side spoke of since is not open',
    [request('Build it.'), request('Then the roof of the house.'), answer('I will make the roof of the house next.')],
    { goal: ['Build it.'], next: ['I will make the roof of the house next.'] },
  ],
  [
    'what the agent intended before the last request',
    [request('Build it.'), request('So far so good.'), answer('I will thatch it.'), request('The colour is red.')],
    { goal: ['Build it.'], next: ['I will thatch it.'] },
  ],
  [
    'errors from the line that says so on',
    [request('Build it.'), ...run('make one', 'compiled\n0 errors found\nERROR: no rule for it', true)],
    { goal: ['Build it.'], context: ['$ make one fails: ERROR: no rule for it'] },
  ],
  [
    'names that were spoken of, paths that were read and printed in few words, the longest form of each',
    [
      request('Build it with a_b.ts.'),
      ...run('cat src/deep/x_y.ts', 'see lib/z_w.ts'),
      ...run('ls', `lib/q_w.ts ${'so '.repeat(80)}`),
      ...look('src/k_l.ts'),
      answer('It is in deep/x_y.ts.'),
    ],
    { goal: ['Build it with a_b.ts.'], context: ['Names: a_b.ts, src/k_l.ts, src/deep/x_y.ts, lib/z_w.ts'] },
  ],
  [
    'of later goals the last, from where it is said; what is demanded beside the opening, and not what is asked',
    [
      request('Build a page. Never use tables. Must it never be red?'),
      answer('Ok.'),
      request('Forget the page, instead build a tool.'),
      answer('Ok.'),
      request('It is rather late. Forget the tool, instead build a boat.'),
    ],
    {
      goal: ['Build a page. Never use tables. Must it never be red?', 'Forget the tool, instead build a boat.'],
      constraints: ['Never use tables.'],
      decisions: ['Ok. → It is rather late. Forget the tool, instead build a boat.'],
      next: ['It is rather late.', 'Forget the tool, instead build a boat.'],
      context: ['Forget the page, instead build a tool.'],
    },
  ],
  [
    'what was in the way before something was done is not, but what the user said of it',
    [
      request('Build it.'),
      answer('We need to ask the owner of it.'),
      request('The door is blocked by a stone.'),
      ...edit('a.ts'),
      answer('Added the page.'),
    ],
    {
      goal: ['Build it.'],
      done: ['Added the page.'],
      blocked: ['The door is blocked by a stone.'],
      context: ['Names: a.ts'],
    },
  ],
  ['nothing said, nothing told', [], {}],
])('%s', (_, messages, told) => {
  const { sections } = memoOf(gather(messages))
  expect(Object.fromEntries(Object.entries(sections).filter(([, lines]) => lines.length > 0))).toEqual(told)
})
