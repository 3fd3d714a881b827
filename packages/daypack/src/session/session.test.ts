import { expect, test } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { assistant, plain, user } from '../../test/engine/say.ts'
import { folding, policy, send, talk } from '../../test/engine/session-support.ts'
import { world } from '../../test/engine/world.ts'

const folded = { window: 3_000, tuning: { passes: [folding()], policy } }

test('what is pinned stays pinned until it is let go; what is not in view cannot be', async () => {
  const { session } = await world({ tuning: { passes: [] } })
  const seq = await session.append(user('keep this'))
  const shown = () => session.view.items.find((item) => item.seq === seq)
  await session.pin(seq)
  expect(shown()).toMatchObject({ pinned: true })
  await session.pin(seq, { off: true })
  expect(shown()).toMatchObject({ pinned: false })
  await expect(session.pin(seq + 99)).rejects.toMatchObject({ code: 'not-found' })
})

test('a message that is folded, and the fold that starts at its number, cannot be pinned', async () => {
  const { session } = await world(folded)
  await send(session, [...talk(8), user('now this')])
  expect(session.view.items[0]).toMatchObject({ kind: 'fold', seq: 1 })
  await expect(session.pin(1)).rejects.toMatchObject({ code: 'not-found' })
})

test('a context-length error teaches the window and makes the next request an epoch, the one after is none', async () => {
  const { session } = await world({ ...folded, window: 100_000 })
  const history = [...talk(8), user('now this')]
  expect((await send(session, history)).plan?.tide).toBe('none')
  expect(await session.overflow(new Error('connection reset'))).toBe(false)
  expect((await send(session, history)).plan?.tide).toBe('none')
  const tooLong = new Error('prompt is too long: 105000 tokens > 90000 maximum')
  expect(await session.overflow(tooLong)).toBe(true)
  expect(session.view.marks.get('window')?.data).toEqual({ tokens: 90_000 })
  const again = await send(session, history)
  expect(again.plan?.tide).not.toBe('none')
  expect(again.request.messages.length).toBeLessThan(history.length)
  expect((await send(session, [...history, assistant('a'), user('b')])).plan?.tide).toBe('none')
})

test('a reply that cannot be read is reported, and thrown where strictness is asked for', async () => {
  const stream = new ReadableStream()
  const { session } = await world()
  const problems: unknown[] = []
  session.on('problem', (problem) => problems.push(problem))
  await session.record(anthropic, stream as never)
  expect(problems).toMatchObject([{ code: 'unsupported' }])
  const strict = await world({ tuning: { strict: true } })
  await expect(strict.session.record(anthropic, stream as never)).rejects.toMatchObject({ code: 'unsupported' })
})

test('the reply to a side request is not recorded, unless it is said to belong here', async () => {
  const { session } = await world()
  const history = [...talk(3), user('go')]
  await send(session, history)
  const count = session.view.slots.length
  const aside = await send(session, [user('a title for this?')])
  expect(aside).toMatchObject({ aside: true })
  await session.record(plain, { message: assistant('A title') })
  expect(session.view.slots).toHaveLength(count)
  await session.record(plain, { message: assistant('done') }, { aside: false })
  expect(session.view.slots).toHaveLength(count + 1)
})

test('the first append may be the system prompt; a brief of memory never comes before it', async () => {
  const { session } = await world()
  await session.append({ role: 'system', blocks: [{ type: 'text', text: 'You help.' }] })
  await session.append(user('hello'))
  expect(session.view.system?.message.blocks).toEqual([{ type: 'text', text: 'You help.' }])
  expect(session.view.slots.map(({ message }) => message.role)).toEqual(['user'])
})
