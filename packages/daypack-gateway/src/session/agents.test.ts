// Which conversation a request belongs to: by its name, by what it says, and never across two who send.
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDaypack, type Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { Message } from '../../../daypack/src/model/message.ts'
import { assistant, user } from '../../../daypack/test/engine/say.ts'
import type { Sender } from '../door/sender.ts'
import type { Agent } from './agent.ts'
import { agentsOf } from './agents.ts'
import { carriedMark } from './carry-mark.ts'
import type { NamedSession } from './clients.ts'
import { senderOf } from './sender-mark.ts'

async function packOf(): Promise<Daypack> {
  const pack = await createDaypack({ driver: memoryDriver({ now: () => 0 }), memory: false })
  onTestFinished(() => pack.close())
  return pack
}
const agentsIn = (pack: Daypack) => agentsOf(pack, { describe: async () => undefined, whenQuiet: () => {} })
const from = (scope: string, client = 'pi'): Sender => ({ scope, headers: { 'user-agent': `${client}/1.0` } })
const name = (id: string, more: Partial<NamedSession> = {}): NamedSession => ({
  id,
  client: 'named',
  hasTools: false,
  ...more,
})
const idOf = (agent: Agent | undefined) => agent?.session.id

/** What the agent was told and answered, as it stands in its session. */
async function talked(agent: Agent, ...messages: Message[]): Promise<void> {
  await agent.later?.()
  for (const message of messages) await agent.session.append(message)
}
const TALK = [user('Mend the clock, please.'), assistant('I look at the clock now.')]

describe('by its name', () => {
  test('the same name is the same conversation, opened once', async () => {
    const agents = agentsIn(await packOf())
    const [one, two] = await Promise.all([
      agents.named(name('s'), from('a'), []),
      agents.named(name('s'), from('a'), []),
    ])
    expect([one === two, idOf(one), (await agents.open()).length]).toEqual([true, 's', 1])
    expect(await agents.recent('s', 'a', {} as never)).toBe(one)
    expect(await agents.recent('other', 'a', {} as never)).toBeUndefined()
    expect(await agents.recent('s', 'b', {} as never)).toBeUndefined()
  })
  test('it is signed behind its first request: who sends it, with which program, below which agent', async () => {
    const agents = agentsIn(await packOf())
    const agent = await agents.named(name('s.sub', { client: 'claude', parent: 's' }), from('a'), [])
    expect(senderOf(agent.session)).toBeUndefined()
    await agent.later?.()
    expect([senderOf(agent.session), agent.parent]).toEqual([{ scope: 'a', client: 'claude', parent: 's' }, 's'])
    const main = await agents.named(name('s'), from('a'), [])
    await main.later?.()
    expect([senderOf(main.session), 'parent' in main]).toEqual([{ scope: 'a', client: 'named' }, false])
  })
  test('it belongs to whoever used it first: another one gets a session beside it', async () => {
    const agents = agentsIn(await packOf())
    await talked(await agents.named(name('s'), from('a'), []), ...TALK)
    const other = await agents.named(name('s'), from('b'), [user('Hello.')])
    expect([idOf(other), other.scope]).toEqual(['s~b', 'b'])
    expect(idOf(await agents.named(name('s'), from('a'), []))).toBe('s')
  })
  test('who holds its newest reply takes it over, as after a change of key', async () => {
    const agents = agentsIn(await packOf())
    await talked(await agents.named(name('s'), from('a'), []), ...TALK)
    const taken = await agents.named(name('s'), from('b'), [...TALK, user('Go on.')])
    expect([idOf(taken), taken.scope, senderOf(taken.session)?.scope]).toEqual(['s', 'b', 'b'])
    expect(idOf(await agents.named(name('s'), from('a'), [user('Hello.')]))).toBe('s~a')
  })
  test('not while it waits for an answer', async () => {
    const agents = agentsIn(await packOf())
    const agent = await agents.named(name('s'), from('a'), [])
    await talked(agent, ...TALK)
    agent.waiting = 1
    expect(idOf(await agents.named(name('s'), from('b'), [...TALK, user('Go on.')]))).toBe('s~b')
  })
})

describe('by what it says', () => {
  test('a new one begins where asked for, with a name of its program', async () => {
    const agents = agentsIn(await packOf())
    expect(await agents.find([user('Hello.')], from('a'))).toBeUndefined()
    const agent = await agents.find([user('Hello.')], from('a'), { begin: true })
    expect([idOf(agent), agent?.isUnnamed]).toEqual([expect.stringMatching(/^auto-pi-a[0-9a-f]{8}$/), true])
  })
  test('it is found again by its replies, in this process and from the log; never by another sender or program', async () => {
    const pack = await packOf()
    const agents = agentsIn(pack)
    const agent = await agents.find(TALK.slice(0, 1), from('a'), { begin: true })
    if (agent) await talked(agent, ...TALK)
    if (agent) agents.rememberMessages(agent, TALK)
    const next = [...TALK, user('And now?')]
    expect(await agents.find(next, from('a'))).toBe(agent)
    expect([await agents.find(next, from('b')), await agents.find(next, from('a', 'codex'))]).toEqual([
      undefined,
      undefined,
    ])
    await agent?.session.idle()
    expect(idOf(await agentsIn(pack).find(next, from('a')))).toBe(idOf(agent))
  })
  test('one that waits for its answer is another one’s; a question beside it is its own', async () => {
    const agents = agentsIn(await packOf())
    const agent = await agents.find(TALK.slice(0, 1), from('a'), { begin: true })
    if (agent) await talked(agent, ...TALK)
    if (agent) agents.rememberMessages(agent, TALK)
    if (agent) agent.waiting = 1
    const next = [...TALK, user('And now?')]
    expect([await agents.find(next, from('a')), await agents.find(next, from('a'), { isBeside: true })]).toEqual([
      undefined,
      agent,
    ])
  })
  test('a text that quotes its replies is about the one that it quotes more of', async () => {
    const agents = agentsIn(await packOf())
    const [one, two] = [
      await agents.find([user('x')], from('a'), { begin: true }),
      await agents.find([user('y')], from('a'), { begin: true }),
    ]
    if (one) await talked(one, assistant('The clock is wrong.'), assistant('It is mended.'))
    if (two) await talked(two, assistant('The clock is wrong.'), assistant(' '))
    const text = 'Earlier: The clock is wrong. It is mended.'
    expect(await agents.quoted(from('a'), text)).toBe(one)
    expect(await agents.quoted(from('a'), 'The clock is wrong.')).toBeUndefined()
    expect([
      await agents.quoted(from('b'), text),
      await agents.quoted(from('a', 'codex'), text),
      await agents.quoted(from('a'), 'x'),
    ]).toEqual([undefined, undefined, undefined])
  })
})

test('what was carried to another agent goes on in the session that its first words name', async () => {
  const pack = await packOf()
  await (await pack.session('carry-pi-01')).append(user('from before'))
  const agents = agentsIn(pack)
  const opening = [user(`You take over. ${carriedMark('carry-pi-01')}`)]
  expect(idOf(await agents.find(opening, from('a'), { begin: true }))).toBe('carry-pi-01')
  expect(idOf(await agents.named(name('own'), from('a'), opening))).toBe('carry-pi-01')
  // Somebody else's mark opens nothing.
  expect(idOf(await agents.find(opening, from('b'), { begin: true }))).toMatch(/^auto-pi-b/)
  const unknown = [user(carriedMark('carry-pi-99'))]
  expect(idOf(await agents.named(name('new'), from('a'), unknown))).toBe('new')
})
