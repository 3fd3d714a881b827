import { expect, test } from 'vitest'
import type { Message } from '../../../daypack/src/model/message.ts'
import { assistant, calls, results, user } from '../../../daypack/test/engine/say.ts'
import { world } from '../../../daypack/test/engine/world.ts'
import type { Agent } from './agent.ts'
import { heldBy, holdsNewest, replyFinder } from './find-by-replies.ts'

async function agentOf(...messages: Message[]): Promise<Agent> {
  const { session } = await world()
  for (const message of messages) await session.append(message)
  return { session, withheld: [], left: [] } as unknown as Agent
}

function finderOf(...agents: Agent[]) {
  const found = replyFinder()
  for (const agent of agents) found.note(agent, heldBy(agent))
  return found
}
const free = () => true
const start = [user('fix the build'), assistant('I look at it')]

test('whoever holds the newest reply goes on there, not where only older ones are the same', async () => {
  const older = await agentOf(...start, user('and?'), assistant('still looking'), user('well?'), assistant('not yet'))
  const newest = await agentOf(...start, user('and?'), assistant('still looking'))
  const asked = [...start, user('and?'), assistant('still looking'), user('now?')]
  expect(await finderOf(older, newest).best(asked, free)).toBe(newest)
  expect(await finderOf(newest, older).best(asked, free)).toBe(newest)
})

test('between equals the one whose calls are answered by their ids is taken', async () => {
  const call = (id: string): Message => ({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId: id, tool: 'read_file', input: { path: 'a.ts' } }],
  })
  const [one, other] = [await agentOf(user('fix'), call('c1')), await agentOf(user('fix'), call('c2'))]
  const asked = [user('fix'), call('c2'), results({ c2: 'text' })]
  expect(await finderOf(one, other).best(asked, free)).toBe(other)
  expect(await finderOf(other, one).best(asked, free)).toBe(other)
})

test('then the one that is the same for longer, and of two alike the one that came first', async () => {
  const end = [user('go on'), assistant('done')]
  const short = await agentOf(...start, user('another'), assistant('x'), ...end)
  const long = await agentOf(...start, user('more'), assistant('y'), ...end)
  const asked = [...start, user('more'), assistant('y'), ...end, user('thanks')]
  expect(await finderOf(short, long).best(asked, free)).toBe(long)
  expect(await finderOf(long, short).best(asked, free)).toBe(long)
  const twins = [await agentOf(...start), await agentOf(...start)] as const
  expect(await finderOf(...twins).best([...start, user('go')], free)).toBe(twins[0])
})

test('nobody is found by an equal question alone, nor where the agent is not free', async () => {
  const agent = await agentOf(...start)
  const found = finderOf(agent)
  expect(await found.best([user('fix the build'), assistant('something else'), user('go')], free)).toBeUndefined()
  expect(await found.best([...start, user('go')], () => false)).toBeUndefined()
  expect(await found.best([...start, user('go')], free)).toBe(agent)
})

test('one reply said by chance is no conversation: most of the rest has to be the same', async () => {
  const agent = await agentOf(user('a'), assistant('ok'), user('b'), assistant('fine'))
  expect(await finderOf(agent).best([user('x'), assistant('ok'), user('y')], free)).toBeUndefined()
  const rewritten = [user('other beginning'), assistant('ok'), user('b'), assistant('fine'), user('c')]
  expect(await finderOf(agent).best(rewritten, free)).toBe(agent)
})

test('whoever goes back leaves a branch, and whoever comes with that branch later is another one', async () => {
  const agent = await agentOf(...start, user('and?'), assistant('left here'))
  const found = finderOf(agent)
  expect(await found.best([...start, user('another way')], free)).toBe(agent)
  expect(agent.left).toMatchObject([{ length: 4 }])
  expect(await found.best([...start, user('and?'), assistant('left here'), user('go on')], free)).toBeUndefined()
  const beside = await agentOf(...start, user('and?'), assistant('left here'))
  await finderOf(beside).best([...start, user('another way')], free, true)
  expect(beside.left).toEqual([])
})

test('a question that got no answer and is asked again is found, whole and by nobody else', async () => {
  const agent = await agentOf(user('a'), user('b'))
  const found = finderOf(agent)
  expect(await found.unanswered([user('a'), user('b')], free)).toBe(agent)
  expect(await found.unanswered([user('b')], free)).toBeUndefined()
  expect(await found.unanswered([user('x'), user('b')], free)).toBeUndefined()
  expect(await found.unanswered([user('a'), user('b')], () => false)).toBeUndefined()
  expect(await found.unanswered([], free)).toBeUndefined()
})

test('the newest reply is looked for where it is on its way, too', async () => {
  const agent = await agentOf(...start)
  expect(holdsNewest(agent, [...start, user('go')])).toBe(true)
  expect(holdsNewest({ ...agent, reply: () => [assistant('newer')] }, [...start, user('go')])).toBe(false)
  expect(holdsNewest({ ...agent, withheld: [calls('c9')] }, [...start, user('go')])).toBe(false)
  expect(holdsNewest(await agentOf(user('hello')), [user('anything')])).toBe(true)
})
