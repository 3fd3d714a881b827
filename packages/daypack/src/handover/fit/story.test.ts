import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import type { Event } from '../read/events.ts'
import { gather } from '../read/evidence.ts'
import { story } from './story.ts'
import { resultOf } from '../../../../daypack-testing/test/said.ts'

let calls = 0
function step(tool: string, input: Json, text?: string, isError?: boolean): Message[] {
  const callId = `call-${calls++}`
  const call: Message = { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] }
  if (text === undefined) return [call]
  return [call, { role: 'tool', blocks: [resultOf(callId, tool, text, isError)] }]
}
const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const agent = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })

function events(messages: readonly Message[]): Event[] {
  return gather(messages).timeline.events
}
function told(messages: readonly Message[], maxChars = 20_000): string {
  return story(events(messages), { maxChars, wholeChars: 6000, wholesChars: maxChars / 2 })
}

describe('the story', () => {
  it('tells who said what and what came out, in order', () => {
    expect(
      told([
        user('Mend the login. Never touch the schema.'),
        agent('I look at it first.'),
        ...step('Read', { file_path: '/srv/app/src/login.ts', offset: 10, limit: 71 }, '10→const a = 1'),
        ...step('Grep', { pattern: 'signIn' }, 'src/a.ts:3:signIn()\nsrc/b.ts:9:signIn(user)'),
        ...step('Grep', { pattern: 'signOut' }, 'No matches found'),
        ...step(
          'Edit',
          {
            file_path: '/srv/app/src/login.ts',
            old_string: 'function check(user) {\n  return user.ok\n}',
            new_string: 'function check(user) {\n  return user.ok && !user.blocked\n}',
          },
          'done',
        ),
        ...step('Bash', { command: 'npm test' }, 'Exit code 1\nlogin.test.ts: TypeError: user is undefined', true),
        ...step('Bash', { command: 'git status --short' }, ' M src/login.ts'),
        agent('The check is mended. Shall I also block the session?'),
        user('yes'),
      ]),
    ).toMatchInlineSnapshot(`
      "[1] USER: Mend the login. Never touch the schema.
      [2] AGENT: I look at it first.
      [3] read /srv/app/src/login.ts 10-80
      [5] search "signIn" → src/a.ts:3: signIn()
        src/b.ts:9: signIn(user)
      [7] search "signOut" → no match
      [9] edit /srv/app/src/login.ts in check (−1 ＋1) − return user.ok
        ＋ return user.ok && !user.blocked
      [11] $ npm test → FAILED: login.test.ts: TypeError: user is undefined
      [13] $ git status --short → M src/login.ts
      [15] AGENT: The check is mended. Shall I also block the session?
      [16] USER: yes"
    `)
  })

  it('F-07: what the user says while rejecting a call is theirs, and stands with the call', () => {
    const text = told([
      user('Clean up.'),
      ...step(
        'Bash',
        { command: 'rm -rf build' },
        "The user doesn't want to proceed with this tool use. The tool use was rejected. The user said:\nkeep build, remove dist",
        true,
      ),
    ])
    expect(text).toContain('REJECTED by the user: $ rm -rf build, saying: “keep build, remove dist”')
  })

  it('F-08: the first request and a plan stay whole, a short answer keeps the proposal it answers', () => {
    const plan = `Do this:\n${Array.from({ length: 40 }, (_, at) => `${at + 1}. Step ${at} changes module ${at} in its own way.`).join('\n')}`
    const proposal = `${'I looked at many things. '.repeat(40)}Two ways: (a) a lock, (b) a queue. I would take the queue. Shall I?`
    const noise = Array.from({ length: 200 }, (_, at) =>
      step('Bash', { command: `echo ${at}` }, 'x'.repeat(400)),
    ).flat()
    const text = told([user(plan), ...noise, agent(proposal), user('yeah do it'), ...noise], 9000)
    expect(text).toContain(plan.replaceAll('\n', '\n  '))
    expect(text).toContain('(a) a lock, (b) a queue. I would take the queue. Shall I?')
    expect(text).toContain('USER: yeah do it')
  })

  it('F-10, F-11, F-19: words beside tool results are the user’s; reminders and skill texts are not', () => {
    const [call, result] = step('Bash', { command: 'ls' }, 'a b') as [Message, Message]
    const both: Message = { role: 'tool', blocks: [...result.blocks, { type: 'text', text: 'Use the other folder.' }] }
    const text = told([
      user('<system-reminder>Never do X.</system-reminder>Look around.'),
      call,
      both,
      user('Base directory for this skill: /skills/review\n\n# Review\nAlways check the tests.'),
    ])
    expect(text).toContain('USER: Look around.')
    expect(text).toContain('USER: Use the other folder.')
    expect(text).not.toContain('Never do X')
    expect(text).not.toContain('USER: Base directory')
    expect(text).toContain('Always check the tests.')
  })

  it('keeps the newest state of a kind whole and older ones short', () => {
    const status = (name: string) =>
      step('Bash', { command: 'git status' }, `On branch ${name}\n${`changed by ${name}: a.ts\n`.repeat(50)}`)
    const text = told([user('Go.'), ...status('old'), ...status('new')], 3000)
    expect(text.match(/changed by new/g)).toHaveLength(50)
    expect(text.match(/changed by old/g)?.length ?? 0).toBeLessThan(25)
  })

  it('says a long text once however often it was sent', () => {
    const long = `Please review ${'this and that and '.repeat(30)}all.`
    expect(told([user(long), agent('Fine.'), user(long)])).toContain('(the same words as at [1])')
  })

  it('fades: recent things in detail, old turns in a few words, all of them told', () => {
    const turn = (at: number): Message[] => [
      user(`Request number ${at}: change module${at}.`),
      ...step('Edit', { file_path: `/srv/module${at}.ts`, old_string: 'a', new_string: `b${at}` }, 'done'),
      ...step('Bash', { command: `npm test module${at}` }, `${at} passed\n${'.'.repeat(300)}`),
      agent(`Module ${at} is changed now, ${'and here is why in many words, '.repeat(6)}and it works.`),
    ]
    const messages = Array.from({ length: 60 }, (_, at) => turn(at)).flat()
    const text = told(messages, 12_000)
    for (let at = 0; at < 60; at++) expect(text).toContain(`Request number ${at}: change`)
    for (let at = 0; at < 60; at++) expect(text).toContain(`AGENT: Module ${at} is changed now`)
    expect(text).toContain('＋ b59')
    expect(text.length).toBeLessThanOrEqual(12_000)
  })

  it('suits agents that do not code: results of a search by title and address, records by their fields', () => {
    const text = told([
      user('What is new?'),
      ...step(
        'web_search',
        { query: 'news' },
        JSON.stringify([{ title: 'A title', url: 'https://a.example/1', snippet: 'First words.' }]),
      ),
      ...step(
        'get_order',
        { order_id: '#W1' },
        JSON.stringify({ order_id: '#W1', status: 'delivered', items: [{ name: 'Mug', item_id: '77' }] }),
      ),
    ])
    expect(text).toContain('web_search query: news → A title — https://a.example/1: First words.')
    expect(text).toContain('get_order order_id: #W1 → status: delivered, items: [{name: Mug, item_id: 77}]')
  })
})

describe('what a successor needs', () => {
  it('names writes with what they changed, and says what failed', () => {
    const record = (cabin: string) => JSON.stringify({ reservation_id: 'ABC123', cabin, status: 'open' })
    const turns = Array.from({ length: 80 }, (_, at) => [
      ...step(
        'get_reservation',
        { reservation_id: `R${at}` },
        JSON.stringify({ reservation_id: `R${at}`, a: 1, b: 2 }),
      ),
      ...step(
        'get_reservation',
        { reservation_id: `S${at}` },
        JSON.stringify({ reservation_id: `S${at}`, a: 1, b: 2 }),
      ),
      agent(`Number ${at} is looked at, and there are many words to be said about it. `.repeat(5)),
    ]).flat()
    const text = told(
      [
        user('Upgrade ABC123.'),
        ...step('get_reservation', { reservation_id: 'ABC123' }, record('economy')),
        ...step(
          'update_reservation',
          { reservation_id: 'ABC123', payment_id: 'card_9' },
          'Error: payment method not found',
          true,
        ),
        ...step('update_reservation', { reservation_id: 'ABC123', payment_id: 'card_7' }, record('business')),
        ...turns,
      ],
      12_000,
    )
    expect(text).toContain('payment_id: card_9 FAILED → Error: payment method not found')
    expect(text).toContain('payment_id: card_7 → cabin: economy → business')
  })

  it('keeps what a file of rules demands', () => {
    const text = told([
      user('Make a page.'),
      ...step(
        'read_file',
        { path: '/skills/design/SKILL.md' },
        '# Design\nSome words.\n## Rules\n- The entry file MUST be index.html\nNever use Inter.',
      ),
    ])
    expect(text).toContain('SKILL.md → ## Rules\n  - The entry file MUST be index.html\n  Never use Inter.')
  })

  it('tells a written page by its text, a failure settled later as such, a path by its file', () => {
    const html = `<html><head><style>a{}</style></head><body><h1>Horizons</h1>${'<p>5 trends and <b>$162B</b></p>'.repeat(30)}</body></html>`
    const text = told([
      user('Go.'),
      ...step('write_file', { path: '/srv/index.html', content: html }, 'OK'),
      ...step('Bash', { command: 'make all' }, 'Exit code 2\nerror: no rule', true),
      ...step('Bash', { command: 'make all' }, 'built', false),
    ])
    expect(text).toMatch(/\$ make all \(went through at \[6\]\) → FAILED/)
  })
})

const HUGE = 'x'.repeat(1_000_000)
const word = fc.constantFrom(
  'ok',
  'да',
  '是',
  'مرحبا بالعالم',
  '\u001B[31mred\u001B[0m',
  '\u0000\u0001\u0002',
  '👩‍👩‍👧',
  '',
  '   ',
  HUGE,
)
const text = fc.oneof(
  word,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.lorem({ maxCount: 80, mode: 'sentences' }),
)
const message: fc.Arbitrary<Message[]> = fc.oneof(
  text.map((one) => [user(one)]),
  text.map((one) => [agent(one)]),
  fc
    .tuple(
      fc.constantFrom('Bash', 'Read', 'Edit', 'Write', 'Grep', 'TodoWrite', 'Task', 'x'),
      fc.dictionary(
        fc.constantFrom('command', 'file_path', 'old_string', 'new_string', 'content', 'todos', 'plan', 'url'),
        fc.jsonValue({ maxDepth: 2 }),
      ),
      fc.option(text, { nil: undefined }),
      fc.option(fc.boolean(), { nil: undefined }),
    )
    .map(([tool, input, result, isError]) => step(tool, input as Json, result, isError)),
  // A result without a call, and one that comes twice.
  text.map((one): Message[] => [
    { role: 'tool', blocks: [{ type: 'tool-result', callId: 'late', tool: '', content: { text: one } }] },
  ]),
)

describe('bad input', () => {
  it('gives valid text within its room, the same every time', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40 }), fc.integer({ min: 0, max: 8000 }), (list, maxChars) => {
        const messages = list.flat()
        const once = told(messages, maxChars)
        expect(once.length).toBeLessThanOrEqual(maxChars)
        expect(once.isWellFormed() || !JSON.stringify(messages).isWellFormed()).toBe(true)
        expect(told(structuredClone(messages), maxChars)).toBe(once)
      }),
      { numRuns: 60 },
    )
  })

  it('tells of 10,000 one-word turns from the first to the last', () => {
    const messages = Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? user(`next${at}`) : agent('ok')))
    const text = told(messages, 6000)
    expect(text.length).toBeLessThanOrEqual(6000)
    expect(text).toContain('next0')
    expect(text).toContain('next9998')
    expect(text).toMatch(/… \d+ parts left out, up to:/)
  })

  it('cuts a plan that is larger than all room', () => {
    const text = told([user(`${'1. a step\n'.repeat(50_000)}The end matters most.`)], 3000)
    expect(text.length).toBeLessThanOrEqual(3000)
    expect(text).toContain('The end matters most.')
    expect(text).toContain('…')
  })
})
