import { expect, test } from 'vitest'
import type { Message } from '../../../model/message.ts'
import { assistant, calls, results, user } from '../../../../test/engine/say.ts'
import { world } from '../../../../test/engine/world.ts'
import type { Lane } from './conversation.ts'
import { heldBy, holdsNewest, laneFinder } from './find-by-replies.ts'

async function laneOf(...messages: Message[]): Promise<Lane> {
  const { session } = await world()
  for (const message of messages) await session.append(message)
  return { session, withheld: [], left: [] } as unknown as Lane
}

function finderOf(...lanes: Lane[]) {
  const found = laneFinder()
  for (const lane of lanes) found.note(lane, heldBy(lane))
  return found
}
const free = () => true
const start = [user('fix the build'), assistant('I look at it')]

test('whoever holds the newest reply goes on there, not where only older ones are the same', async () => {
  const older = await laneOf(...start, user('and?'), assistant('still looking'), user('well?'), assistant('not yet'))
  const newest = await laneOf(...start, user('and?'), assistant('still looking'))
  const asked = [...start, user('and?'), assistant('still looking'), user('now?')]
  expect(await finderOf(older, newest).best(asked, free)).toBe(newest)
  expect(await finderOf(newest, older).best(asked, free)).toBe(newest)
})

test('between equals the one whose calls are answered by their ids is taken', async () => {
  const call = (id: string): Message => ({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId: id, tool: 'read_file', input: { path: 'a.ts' } }],
  })
  const [one, other] = [await laneOf(user('fix'), call('c1')), await laneOf(user('fix'), call('c2'))]
  const asked = [user('fix'), call('c2'), results({ c2: 'text' })]
  expect(await finderOf(one, other).best(asked, free)).toBe(other)
  expect(await finderOf(other, one).best(asked, free)).toBe(other)
})

test('then the one that is the same for longer, and of two alike the one that came first', async () => {
  const end = [user('go on'), assistant('done')]
  const short = await laneOf(...start, user('another'), assistant('x'), ...end)
  const long = await laneOf(...start, user('more'), assistant('y'), ...end)
  const asked = [...start, user('more'), assistant('y'), ...end, user('thanks')]
  expect(await finderOf(short, long).best(asked, free)).toBe(long)
  expect(await finderOf(long, short).best(asked, free)).toBe(long)
  const twins = [await laneOf(...start), await laneOf(...start)] as const
  expect(await finderOf(...twins).best([...start, user('go')], free)).toBe(twins[0])
})

test('nobody is found by an equal question alone, nor where the lane is not free', async () => {
  const lane = await laneOf(...start)
  const found = finderOf(lane)
  expect(await found.best([user('fix the build'), assistant('something else'), user('go')], free)).toBeUndefined()
  expect(await found.best([...start, user('go')], () => false)).toBeUndefined()
  expect(await found.best([...start, user('go')], free)).toBe(lane)
})

test('one reply said by chance is no conversation: most of the rest has to be the same', async () => {
  const lane = await laneOf(user('a'), assistant('ok'), user('b'), assistant('fine'))
  expect(await finderOf(lane).best([user('x'), assistant('ok'), user('y')], free)).toBeUndefined()
  const rewritten = [user('other beginning'), assistant('ok'), user('b'), assistant('fine'), user('c')]
  expect(await finderOf(lane).best(rewritten, free)).toBe(lane)
})

test('whoever goes back leaves a branch, and whoever comes with that branch later is another one', async () => {
  const lane = await laneOf(...start, user('and?'), assistant('left here'))
  const found = finderOf(lane)
  expect(await found.best([...start, user('another way')], free)).toBe(lane)
  expect(lane.left).toMatchObject([{ length: 4 }])
  expect(await found.best([...start, user('and?'), assistant('left here'), user('go on')], free)).toBeUndefined()
  const beside = await laneOf(...start, user('and?'), assistant('left here'))
  await finderOf(beside).best([...start, user('another way')], free, true)
  expect(beside.left).toEqual([])
})

test('a question that got no answer and is asked again is found, whole and by nobody else', async () => {
  const lane = await laneOf(user('a'), user('b'))
  const found = finderOf(lane)
  expect(await found.unanswered([user('a'), user('b')], free)).toBe(lane)
  expect(await found.unanswered([user('b')], free)).toBeUndefined()
  expect(await found.unanswered([user('x'), user('b')], free)).toBeUndefined()
  expect(await found.unanswered([user('a'), user('b')], () => false)).toBeUndefined()
  expect(await found.unanswered([], free)).toBeUndefined()
})

test('the newest reply is looked for where it is on its way, too', async () => {
  const lane = await laneOf(...start)
  expect(holdsNewest(lane, [...start, user('go')])).toBe(true)
  expect(holdsNewest({ ...lane, reply: () => [assistant('newer')] }, [...start, user('go')])).toBe(false)
  expect(holdsNewest({ ...lane, withheld: [calls('c9')] }, [...start, user('go')])).toBe(false)
  expect(holdsNewest(await laneOf(user('hello')), [user('anything')])).toBe(true)
})
