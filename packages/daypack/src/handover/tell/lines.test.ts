import { describe, expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import type { Claim } from '../weigh/claims.ts'
import { answerLine, eventLine, rootOf } from './lines.ts'

type Given = Pick<Event, 'kind'> & Partial<Omit<Event, 'state'>> & { readonly state?: Event['state'] | 'open' }

const event = ({ state = 'ok', ...given }: Given): Event => ({
  seq: 1,
  head: '',
  text: '',
  cut: 'output',
  changed: [],
  ...(state !== 'open' && { state }),
  ...given,
})
const line = (given: Given, limit = 200, known: Partial<Claim> = {}): string =>
  eventLine({ ...known, event: event(given) }, limit, '/srv/app')

const EDIT = 'edit a.ts (−1 ＋1)'
const words = (word: string, times: number): string => Array.from({ length: times }, () => word).join(' ')

describe('an event in a line', () => {
  const text = 'So it is.\nAnd so on.'
  test.each<[string, Given, string]>([
    ['the user', { kind: 'user', text }, `USER: ${text}`],
    ['the agent', { kind: 'agent', text }, `AGENT: ${text}`],
    ['a thought, on one line', { kind: 'thought', text }, 'THOUGHT: So it is. And so on.'],
    ['instructions', { kind: 'instruction', text, head: 'lint' }, `INSTRUCTIONS loaded: lint ${text}`],
    ['a hand-over', { kind: 'handover', text }, `EARLIER SUMMARY: ${text}`],
    ['a late output', { kind: 'output', text: 'done', head: 'build' }, 'OUTPUT that came later: build done'],
    ['a stop', { kind: 'stop', text }, '(the user interrupted the agent)'],
    ['a command', { kind: 'command', head: '$ ls', text: 'a.ts\n' }, '$ ls → a.ts'],
    [
      'at length where it fits',
      { kind: 'command', head: '$ ls', text: 'a.ts', full: 'a.ts, b.ts' },
      '$ ls → a.ts, b.ts',
    ],
    ['a change', { kind: 'change', head: EDIT, text: '− a\n＋ b' }, `${EDIT} − a\n＋ b`],
    [
      'a task by its name where what was told does not fit',
      { kind: 'report', head: `Task “Look”, told: ${words('all', 60)}`, text: words('found', 60), cut: 'output' },
      `Task “Look” → ${words('found', 30)} …`,
    ],
    ['a list', { kind: 'tasks', head: 'TodoWrite:', text: '[ ] a' }, 'TodoWrite: [ ] a'],
    ['nothing came out', { kind: 'look', head: 'read a.ts' }, 'read a.ts'],
    [
      'paths below the shared folder',
      { kind: 'look', head: 'read /srv/app/a.ts', text: 'in /srv/app' },
      'read a.ts → in .',
    ],
    ['and at length', { kind: 'web', head: 'get', full: '/srv/app/a.ts' }, 'get → a.ts'],
    [
      'a command as it was run',
      { kind: 'command', head: '$ cat /srv/app/a', text: '/srv/app/b' },
      '$ cat /srv/app/a → b',
    ],
    [
      'a file as it stands there',
      { kind: 'change', head: 'write /srv/app/a', text: '/srv/app/b' },
      'write a /srv/app/b',
    ],
    ['so is a page', { kind: 'look', head: 'read a', text: '/srv/app/b', cut: 'page' }, 'read a → /srv/app/b'],
    ['so are words', { kind: 'user', text: '/srv/app/b' }, 'USER: /srv/app/b'],
  ])('%s', (_, given, told) => {
    expect(line(given)).toBe(told)
  })

  const failed = { state: 'failed', text: 'boom' } as const
  test.each<[string, Given, Partial<Claim>, string]>([
    ['a command that failed says so itself', { kind: 'command', head: '$ x', ...failed }, {}, '$ x → boom'],
    ['any other call is marked', { kind: 'look', head: 'read a', ...failed }, {}, 'read a FAILED → boom'],
    ['so is a change', { kind: 'change', head: EDIT, ...failed }, {}, `${EDIT} FAILED → boom`],
    ['no result', { kind: 'command', head: '$ x', state: 'open' }, {}, '$ x (no result recorded)'],
    [
      'it went through later',
      { kind: 'look', head: 'read a', ...failed, settled: { seq: 9, isSure: true } },
      {},
      'read a FAILED (went through at [9]) → boom',
    ],
    [
      'it was tried again',
      { kind: 'command', head: '$ x', ...failed, settled: { seq: 9, isSure: false, place: 'below' } },
      {},
      '$ x (tried again below) → boom',
    ],
    [
      'rejected',
      { kind: 'command', head: '$ rm', text: 'a\nb', state: 'rejected' },
      {},
      'REJECTED by the user: $ rm a b',
    ],
    [
      'rejected with words',
      { kind: 'command', head: '$ rm', state: 'rejected', said: 'use git rm' },
      {},
      'REJECTED by the user: $ rm, saying: “use git rm”',
    ],
    [
      'rejected at length',
      { kind: 'command', head: '$ rm', text: words('it', 99), state: 'rejected', said: words('no', 99) },
      {},
      `REJECTED by the user: $ rm ${words('it', 31)} …, saying: “${words('no', 65)}…”`,
    ],
    [
      'the same words again',
      { kind: 'user', text: words('no', 40) },
      { same: 3 },
      `USER: ${words('no', 20)}… (the same words as at [3])`,
    ],
  ])('%s', (_, given, known, told) => {
    expect(line(given, 200, known)).toBe(told)
  })

  const many = words('x', 200)
  const [rule, fact, end] = [
    'Never touch the schema of the users.',
    'The cache lost 12 of its pages here.',
    'Shall I mend it now?',
  ]
  const said = `It was a long day for all of us here. ${rule} ${fact} ${end}`
  test.each<[string, Given, number, string]>([
    [
      'the short form where not all fits',
      { kind: 'command', head: '$ x', text: 'brief', full: many },
      60,
      '$ x → brief',
    ],
    ['no room is too small for a few words', { kind: 'user', text: words('word', 9) }, 5, 'USER: word word word …'],
    [
      'a command without the folder it went to, and shorter than what came out',
      { kind: 'command', head: `$ cd /srv && npm run build ${words('--all', 20)}`, text: many },
      120,
      `$ npm run build ${words('--all', 5)} -… → ${words('x', 34)}…`,
    ],
    [
      'of a write its head has the more room',
      { kind: 'other', head: `order ${words('item', 40)}`, text: many, effect: 'write' },
      120,
      `order ${words('item', 13)} … → ${words('x', 22)}…`,
    ],
    [
      'of a change what came',
      { kind: 'change', head: EDIT, text: `− ${words('old', 60)}\n＋ ${words('new', 60)}` },
      60,
      `${EDIT} ＋ ${words('new', 9)} …`,
    ],
    [
      'of a list as many as fit',
      { kind: 'search', head: 'search "x"', text: 'a.ts:1: one\na.ts:2: two\na.ts:3: three', cut: 'list' },
      40,
      'search "x" → a.ts:1: one\n… and 2 more',
    ],
    [
      'of a page what it states',
      { kind: 'look', head: 'read a', text: `${words('and so on', 9)}. The cache lost 12 pages.`, cut: 'page' },
      60,
      'read a → … The cache lost 12 pages.',
    ],
    [
      'of anything its start',
      { kind: 'other', head: 'get', text: ` ${many}`, cut: 'start' },
      40,
      `get → ${words('x', 16)} …`,
    ],
    ['of a user what they rule', { kind: 'user', text: said }, 70, `USER: … ${rule} … ${end}`],
    ['of the agent its end and what it states', { kind: 'agent', text: said }, 70, `AGENT: … ${fact} ${end}`],
    [
      'of instructions what they state',
      { kind: 'instruction', text: `${fact} ${rule} ${end}`, head: 'lint' },
      66,
      `INSTRUCTIONS loaded: lint ${fact} …`,
    ],
  ])('%s', (_, given, limit, told) => {
    expect(line(given, limit)).toBe(told)
  })
})

test('what the user answered to a call, where it is not told with it', () => {
  const answer = (more: Partial<Given>, limit = 200): string => answerLine(event({ kind: 'ask', ...more }), limit)
  expect([
    answer({ said: 'The first.' }),
    answer({ said: words('word', 40) }, 20),
    answer({}),
    answer({ said: '' }),
    answer({ said: 'no', state: 'rejected' }),
  ]).toEqual(['USER: The first.', `USER: ${words('word', 15)}…`, '', '', ''])
})

test.each([
  [
    'the folder that saves most',
    ['/home/me/project/src/a', '/home/me/project/src/b', '/home/me/project/test/c'],
    '/home/me/project',
  ],
  [
    'deeper where most are',
    ['/home/me/app/src/a', '/home/me/app/src/b', '/home/me/app/src/c', '/etc/x/y'],
    '/home/me/app/src',
  ],
  [
    'the one of most',
    ['/home/me/project/a', '/home/me/project/b', '/home/me/project/c', '/home/you/d'],
    '/home/me/project',
  ],
  ['none of two files', ['/home/me/project/a', '/home/me/project/b'], ''],
  ['none that is short', ['/srv/a/b/a', '/srv/a/b/b', '/srv/a/c/c', '/srv/b/c/c'], ''],
  ['one of twelve characters', ['/aaaaaaaaaaa/a', '/aaaaaaaaaaa/b', '/aaaaaaaaaaa/c'], '/aaaaaaaaaaa'],
  ['none beside paths below another', ['/home/me/project/a', '/home/me/project/b', '/home/me/project/c', 'src/d'], ''],
  [
    'a plain name is no path',
    ['/home/me/project/a', '/home/me/project/b', '/home/me/project/c', 'd'],
    '/home/me/project',
  ],
])('the shared folder: %s', (_, paths, root) => {
  const looks = paths.map((path, at) => event({ kind: at === 0 ? 'change' : 'look', head: `read ${path} 1-9` }))
  expect(rootOf([...looks, event({ kind: 'command', head: '$ cat src/x' })])).toBe(root)
})
