// What detail of an event costs and is worth, and how what was chosen is told.
import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { corrected, costOf, worthwhile } from './fill.ts'
import { framed, story, tell, tellable } from './story.ts'

type Given = Pick<Event, 'kind'> & Partial<Event>
const eventsOf = (given: readonly Given[]): Event[] =>
  given.map((one, index): Event => ({
    seq: index + 1,
    head: '',
    text: '',
    cut: 'output',
    state: 'ok',
    changed: [],
    ...one,
  }))
const at = (kind: Event['kind'], text = '', more: Partial<Event> = {}): Given => ({ kind, text, ...more })
const ROOM = { wholeChars: 600, wholesChars: 1_200 }
const x = (length: number): string => 'x'.repeat(length)
const steps = (given: readonly Given[], noted?: number): string[] =>
  tellable(eventsOf(given), { ...ROOM, ...(noted !== undefined && { noted }) }).offers.map(({ steps }) =>
    steps.map(({ cost, value }) => `${cost} for ${Math.round(value)}`).join(', '),
  )

test('detail comes in steps: what must be told first, then what is worth most; the newest counts most', () => {
  expect(
    steps([
      at('user', x(20)),
      at('command', x(1_000)),
      at('search', x(1_000), { cut: 'list' }),
      at('other', x(60), { full: x(300), said: x(50) }),
      at('other', x(400), { effect: 'write', head: x(10) }),
      at('agent', x(40)),
      at('user', x(20)),
      at('look', x(125)),
      at('look', x(117)),
      at('agent', x(800)),
    ]),
  ).toMatchInlineSnapshot(`
    [
      "32 for 714061",
      "118 for 1081, 110 for 518, 220 for 602, 440 for 655, 124 for 129",
      "104 for 5956084, 124 for 3646, 220 for 3614, 440 for 3935, 124 for 772",
      "118 for 1796, 110 for 861, 134 for 674",
      "248 for 4890327, 174 for 1390",
      "52 for 6076, 0 for 0",
      "32 for 2470609",
      "118 for 1414, 19 for 144",
      "129 for 1605",
      "68 for 9981, 50 for 5016, 110 for 7185, 220 for 8349, 364 for 7876",
    ]
  `)
})

test('of what a note tells of, half', () => {
  const given = [at('look', x(30)), at('look', x(30)), at('look', x(30))]
  expect([steps(given), steps(given, 2)]).toMatchInlineSnapshot(`
    [
      [
        "42 for 610",
        "42 for 652",
        "42 for 700",
      ],
      [
        "42 for 305",
        "42 for 326",
        "42 for 700",
      ],
    ]
  `)
})

test('the newer, the more: six times at first, a third at a thousand events back', () => {
  const offers = steps(Array.from({ length: 1_001 }, () => at('other', x(30))))
  expect([1_000, 999, 990, 850, 0].map((one) => offers[one])).toMatchInlineSnapshot(`
    [
      "42 for 1131",
      "42 for 1054",
      "42 for 638",
      "42 for 193",
      "42 for 68",
    ]
  `)
})

const TURNS = [
  at('user', 'Mend the lock.'),
  at('agent', 'It is mended.'),
  at('user', 'Thanks!'),
  at('agent', 'You are welcome!'),
  at('user', 'Now the door.'),
  at('look', 'wood', { head: 'read door.ts' }),
  at('user', 'And the roof?'),
  at('agent', 'It leaks.'),
]
const all = tellable(eventsOf(TURNS), ROOM)

test('turns without room are told by how they began and ended, courtesies not at all', () => {
  const most = all.offers.map(({ steps }) => steps.length)
  expect(
    [most, [1], [0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 1], []].map((chosen) =>
      tell(all, chosen),
    ),
  ).toMatchInlineSnapshot(`
    [
      "[1] USER: Mend the lock.
    [2] AGENT: It is mended.
    [3] USER: Thanks!
    [4] AGENT: You are welcome!
    [5] USER: Now the door.
    [6] read door.ts → wood
    [7] USER: And the roof?
    [8] AGENT: It leaks.",
      "[1] USER: Mend the lock.
    [5–8] Now the door. … 4 parts left out, up to: And the roof?",
      "[1–6] Mend the lock. … 4 parts left out, up to: Now the door.
    [8] AGENT: It leaks.",
      "[1–2] Mend the lock. … 2 parts left out
    [5] USER: Now the door.
    [7–8] And the roof? … 2 parts left out",
      "[1] USER: Mend the lock.
    [5–6] Now the door. … 2 parts left out
    [7] USER: And the roof?",
      "[1–8] Mend the lock. … 6 parts left out, up to: And the roof?",
    ]
  `)
})

test('calls nothing is known of are not told, nor lists of tasks that were overtaken', () => {
  const what = tellable(
    eventsOf([
      at('user', 'Go.'),
      at('tasks', '[ ] old', { head: 'TodoWrite:', key: 'tasks' }),
      at('tasks', '[ ] other', { head: 'TodoRead:' }),
      at('tasks', '[ ] new', { head: 'TodoWrite:', key: 'tasks' }),
      at('command', 'no output', { head: '$' }),
      at('command', '12→ 13', { head: '$' }),
      at('search', 'no output', { head: 'search ""' }),
      at('search', 'no output', { head: 'search "a"' }),
      at('other', 'no output', { head: ' wait ' }),
      at('other', 'done', { head: 'wait' }),
      at('other', 'x', { head: 'see 12→const' }),
      at('other', '', { head: 'wait', state: 'rejected' }),
      at('agent', ''),
      at('look', 'wood', { head: 'read door.ts', said: 'Leave it.' }),
    ]),
    { ...ROOM, wholesChars: 12_000 },
  )
  const most = what.offers.map(({ steps }) => steps.length)
  expect(tell(what, most)).toMatchInlineSnapshot(`
    "[1] USER: Go.
    [3] TodoRead: [ ] other
    [4] TodoWrite: [ ] new
    [8] search "a" → no output
    [10] wait → done
    [12] REJECTED by the user: wait
    [13] AGENT: 
    [14] read door.ts → wood
    [14] USER: Leave it."
  `)
})

test('the folder of its paths stands above a story, where there are both', () => {
  expect([framed('told', '/a'), framed('', '/a'), framed('told', '')]).toEqual([
    '(Paths that do not start with / are below /a)\ntold',
    '',
    'told',
  ])
})

test('a story keeps to its room, and fills it', () => {
  const talk = eventsOf(
    Array.from({ length: 40 }, (_, each) => at('agent', `Part ${each} has ${each} pages because of that.`)),
  )
  const lengths = [39, 40, 60, 100, 300, 1_000, 9_000].map((maxChars) => story(talk, { ...ROOM, maxChars }).length)
  expect(lengths).toMatchInlineSnapshot(`
    [
      0,
      40,
      49,
      99,
      299,
      999,
      1970,
    ]
  `)
  expect(story(eventsOf([at('user', 'Go.')]), { ...ROOM, maxChars: 40 })).toBe('[1] USER: Go.')
  expect(story([], { ...ROOM, maxChars: 40 })).toBe('')
})

test('a telling that is too long or leaves room is tried again, the more carefully the later', () => {
  expect(
    [
      [1_000, 1_000, 1_000, 0],
      [1_000, 921, 1_000, 0],
      [1_000, 920, 1_000, 0],
      [1_000, 920, 1_000, 1],
      [1_000, 920, 1_000, 2],
      [1_000, 0, 1_000, 0],
      [1_000, 1_001, 1_000, 2],
      [1_000, 2_000, 1_000, 0],
      [1_000, 2_000, 1_000, 1],
      [1_000, 9_000, 1_000, 0],
    ].map(([chosen = 0, used = 0, room = 0, attempt = 0]) => {
      const next = corrected(chosen, used, room, attempt)
      return next && Math.round(next)
    }),
  ).toMatchInlineSnapshot(`
    [
      undefined,
      undefined,
      1054,
      1054,
      undefined,
      1500,
      912,
      485,
      470,
      300,
    ]
  `)
})

test('an offer costs all its steps; one of no characters is worth what it says', () => {
  const offer = {
    steps: [
      { cost: 0, value: 1 },
      { cost: 5, value: 5 },
      { cost: 7, value: 1 },
    ],
  }
  expect([costOf(offer), costOf(worthwhile(offer, 1)), worthwhile(offer, 1.1).steps]).toEqual([12, 5, []])
})
