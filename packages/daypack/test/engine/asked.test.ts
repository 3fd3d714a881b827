import { describe, expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { createDaypack, type DaypackOptions } from '../../src/index.ts'
import type { Message } from '../../src/model/message.ts'
import { PRESET_NAMES, claudeCode, copaw, daypack, miniClaude, qwenpaw, type Preset } from '../../src/presets/index.ts'
import { assistant, plain, system, user } from './say.ts'

/** Twelve short messages about one small piece of work, as the documents' own example has them. */
const TALK: readonly Message[] = [
  user('Please build a user login system. Use TypeScript, no frameworks.'),
  assistant('I will start with the login API in src/auth.ts and a test beside it, then the page that calls it.'),
  user('Good. Passwords must be hashed with argon2, never stored plain, and the session must end after an hour.'),
  assistant(
    'Done: src/auth.ts has login() and hashPassword(); src/auth.test.ts covers wrong passwords and locked users.',
  ),
  user('What about sessions? I would rather not keep a table for them if we can avoid it.'),
  assistant('We decided: JWT over sessions, because it needs no table and every server can check it by itself.'),
  user('Fine with me. Please add the registration page as well, with the same rules for the password.'),
  assistant(
    'The registration API is in progress in src/register.ts; the page is next, then the mail that confirms it.',
  ),
  user('The mail fails here: Error: ECONNREFUSED 127.0.0.1:1025 when it calls sendMail in src/mail.ts.'),
  assistant('That port is the local mail catcher, which is not running; start it with npm run mail and try again.'),
  user('It works now. Please go on with the password reset, and keep the texts of the mails in one place.'),
  assistant('Next I implement the password reset in src/reset.ts and move all texts to src/mail/texts.ts.'),
]

/** Pleasant words without a fact in them. */
const CHAT = 'That sounds good, and I look forward to it; it has been a pleasure so far, as always. '.repeat(4)

async function open(preset: Preset, options: Partial<DaypackOptions> = {}, messages = TALK) {
  const driver = memoryDriver({ now: Date.now, zone: 'UTC' })
  const pack = await createDaypack({ dir: 'memory', driver, preset, memory: false, retention: false, ...options })
  const session = await pack.session('one')
  for (const message of messages) await session.append(message)
  return session
}

const MADE: Readonly<Record<string, () => Preset>> = { daypack, copaw, qwenpaw, miniClaude, claudeCode }

describe('F-27: what the user asks for is done', () => {
  test.each(PRESET_NAMES)('%s makes twelve short messages shorter, or says why that gains nothing', async (name) => {
    const session = await open(MADE[name]?.() as Preset)
    const { before, after, changes, why } = await session.compact()
    if (changes.length === 0) expect(why).toContain('would be no shorter than')
    else expect(after.tokens).toBeLessThan(before.tokens)
    const { request } = await session.render(plain, { messages: [] })
    expect(JSON.stringify(request.messages)).toContain('password reset')
  })

  test.each(PRESET_NAMES)('%s compacts with a system prompt that is larger than the talk', async (name) => {
    const talk = TALK.flatMap((message) => [message, message.role === 'user' ? assistant(CHAT) : user('Go on.')])
    const session = await open(MADE[name]?.() as Preset, {}, [system('rule '.repeat(8_000)), ...talk])
    const { before, after } = await session.compact()
    expect(after.tokens).toBeLessThan(before.tokens)
  })

  test('also while automatic compaction is off', async () => {
    const off = qwenpaw({ context_compact_config: { enabled: false } })
    const long = Array.from({ length: 60 }, (_, at) => [user(`Ask ${at} ${'word '.repeat(400)}`), assistant('Yes.')])
    const session = await open(off, { window: 40_000 }, long.flat())
    expect((await session.render(plain, { messages: [] })).plan?.tide).toBe('none')
    const { before, after } = await session.compact()
    expect(after.tokens).toBeLessThan(before.tokens / 2)
  })

  test.each(PRESET_NAMES)('%s keeps what a model was paid for', async (name) => {
    let calls = 0
    const note = `<summary>\n## Goal\n- Build a user login system [seq 1]\n## Constraints & Preferences\n(none)\n## Progress\n### Done\n- src/auth.ts [seq 4]\n## Key Decisions\n- JWT over sessions [seq 6]\n## Next Steps\n- password reset [seq 11]\n## Critical Context\n(none)\n</summary>`
    const summarize = () => {
      calls++
      return Promise.resolve(note)
    }
    const session = await open(MADE[name]?.() as Preset, { summarize })
    await session.compact()
    const [fold] = session.view.items.filter((item) => item.kind === 'fold')
    expect(calls).toBeLessThanOrEqual(1)
    const kept = fold ? fold.summary.text : JSON.stringify(await session.entries())
    if (calls > 0) expect(kept).toContain('JWT over sessions')
  })

  test('an empty or nearly empty conversation costs no model call', async () => {
    let calls = 0
    const summarize = () => {
      calls++
      return Promise.resolve('x')
    }
    const session = await open(copaw(), { summarize }, [user('Hello.')])
    const { changes, why } = await session.compact()
    expect({ calls, changes }).toEqual({ calls: 0, changes: [] })
    expect(why).toContain('nothing to fold')
  })
})

describe('F-28: a threshold means what it says', () => {
  const word = 'word '.repeat(80).trim()
  const turn = (at: number): Message[] => [user(`Question ${at} ${word}`), assistant(`Answer ${at} ${word}`)]
  const tokens = (message: Message) =>
    message.blocks.reduce(
      (sum, block) => sum + (block.type === 'text' ? Math.floor(Buffer.byteLength(block.text) / 4 + 0.5) : 0),
      0,
    )

  test('copaw: whenever the compactable messages are above it, and never before', async () => {
    const session = await open(copaw({ compactThreshold: 3_000 }), {}, [system('rule '.repeat(5_000))])
    let compactable: Message[] = []
    let epochs = 0
    for (let at = 0; at < 120; at++) {
      const [ask, reply] = turn(at) as [Message, Message]
      await session.append(ask)
      compactable.push(ask)
      const due = compactable.slice(0, -3).reduce((sum, message) => sum + tokens(message), 0) > 3_000
      const { plan } = await session.render(plain, { messages: [], extra: 'tool '.repeat(2_000) })
      expect([at, plan?.tide === 'pressure']).toEqual([at, due])
      if (due) {
        epochs++
        compactable = compactable.slice(-3)
      }
      await session.append(reply)
      compactable.push(reply)
    }
    expect(epochs).toBeGreaterThan(5)
  })

  test('qwenpaw: 131,072 by default, reached at 104,857 of system, summary and messages', async () => {
    const step = 'x'.repeat(4 * 1_000)
    const session = await open(qwenpaw(), {}, [system('y'.repeat(4 * 857))])
    for (let at = 0; at < 103; at++) await session.append(at % 2 === 0 ? user(step) : assistant(step))
    await session.append(assistant('z'.repeat(4 * 999)))
    expect((await session.render(plain, { messages: [], extra: 't'.repeat(40_000) })).plan?.tide).toBe('none')
    await session.append(user('abcd'))
    expect((await session.render(plain, { messages: [] })).plan?.tide).toBe('pressure')
  })
})
