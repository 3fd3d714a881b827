import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { extractive } from './extractive.ts'
import { called as step } from '../../../../daypack-testing/test/said.ts'

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const assistant = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })

const SESSION: Message[] = [
  user('Please add a password reset to the login service. You must not touch the database schema.'),
  assistant('I decided to sign the reset link with JWT because sessions would need a table.'),
  ...step('Read', { file_path: '/srv/login/src/auth.ts' }, '     1→export function resetPassword() {}\n     2→\n'),
  ...step(
    'Edit',
    {
      file_path: '/srv/login/src/auth.ts',
      old_string: 'resetPassword() {}',
      new_string: 'resetPassword(token: string) {}',
    },
    'ok',
  ),
  ...step('Bash', { command: 'npm test' }, 'Exit code 1\nTypeError: token is undefined', true),
  ...step(
    'TodoWrite',
    {
      todos: [
        { content: 'Write the mail template', status: 'pending' },
        { content: 'Sign the link', status: 'completed' },
      ],
    },
    'ok',
  ),
  user('Also log every reset.'),
]

describe('extractive', () => {
  it('writes every section from what was said and done', () => {
    expect(extractive(SESSION, { maxBytes: 8000 })).toMatchInlineSnapshot(`
      "## Goal
      - Please add a password reset to the login service. You must not touch the database schema.
      ## Constraints & Preferences
      - You must not touch the database schema.
      ## Progress
      ### Done
      - [x] Sign the link
      ## Key Decisions
      - I decided to sign the reset link with JWT because sessions would need a table.
      ## Next Steps
      - Also log every reset.
      - Write the mail template
      ## Critical Context
      - $ npm test fails: TypeError: token is undefined
      - Names: /srv/login/src/auth.ts
      [1] USER: Please add a password reset to the login service. You must not touch the database schema.
      [2] AGENT: I decided to sign the reset link with JWT because sessions would need a table.
      [3] read /srv/login/src/auth.ts
      [5] edit /srv/login/src/auth.ts (−1 ＋1) − resetPassword() {}
        ＋ resetPassword(token: string) {}
      [7] $ npm test → FAILED: TypeError: token is undefined
      [9] TodoWrite: [ ] Write the mail template
        [x] Sign the link
      [11] USER: Also log every reset."
    `)
  })
  it('speaks Chinese as well', () => {
    const text = extractive([
      user('请实现登录系统。必须使用 TypeScript，不要引入框架。'),
      assistant('我决定采用 JWT，因为它是无状态的。接下来实现密码重置。'),
    ])
    expect(text).toContain('[1] USER: 请实现登录系统。必须使用 TypeScript，不要引入框架。')
    expect(text).toContain('[2] AGENT: 我决定采用 JWT，因为它是无状态的。接下来实现密码重置。')
  })
  it('gives its sections a share of the room, at least 1,200 bytes or half of it, and texts told whole half of the rest', () => {
    const lock = (at: number): string =>
      `Lock ${at} of the door must be mended with ${at} keys, never with ${at} nails.`
    const plan = `Do this:\n${Array.from({ length: 60 }, (_, at) => `- ${lock(at)}`).join('\n')}`
    const talk = [
      user(plan),
      ...Array.from({ length: 30 }, (_, at) => [assistant(`${at} is done. ${lock(at)}`), user(lock(at))]).flat(),
    ]
    const parts = [100, 400, 1_000, 2_400, 3_000, 8_000, 12_000, 20_000, undefined].map((maxBytes) => {
      const text = extractive(talk, maxBytes === undefined ? {} : { maxBytes })
      const [sections = '', first = '', ...rest] = text.split(/\n(?=\[\d)/)
      return [maxBytes, sections, first, rest.join('\n')]
        .map((part) => (typeof part === 'string' ? part.length : part))
        .join(' ')
    })
    expect(parts).toMatchInlineSnapshot(`
      [
        "100 98 0 0",
        "400 191 155 0",
        "1000 421 292 156",
        "2400 1135 601 629",
        "3000 1135 897 924",
        "8000 1907 3043 3027",
        "12000 2780 4428 4489",
        "20000 4624 4428 5171",
        " 2780 4428 4489",
      ]
    `)
  })
  it('survives an empty conversation', () => {
    expect(extractive([])).toContain('## Goal\n(none)')
  })
  it('stays within its bytes and is deterministic, whatever was said', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.lorem({ maxCount: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    )
    const message = fc.oneof(
      text.map(user),
      text.map(assistant),
      fc.tuple(
        fc.constantFrom('Read', 'Bash', 'Edit', 'x'),
        fc.dictionary(fc.constantFrom('file_path', 'command', 'todos'), fc.jsonValue()),
        text,
      ),
    )
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), fc.integer({ min: 400, max: 20_000 }), (list, maxBytes) => {
        const messages = list.flatMap((one) => (Array.isArray(one) ? step(one[0], one[1] as Json, one[2]) : [one]))
        const written = extractive(messages, { maxBytes })
        expect(Buffer.byteLength(written)).toBeLessThanOrEqual(maxBytes)
        expect(written.isWellFormed() || !JSON.stringify(messages).isWellFormed()).toBe(true)
        expect(extractive(structuredClone(messages), { maxBytes })).toBe(written)
      }),
    )
  })
})
