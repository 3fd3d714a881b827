import { expect, test } from 'vitest'
import { assistant, user } from '../../test/engine/say.ts'
import { folding, policy, send, talk } from '../../test/engine/session-support.ts'
import { world } from '../../test/engine/world.ts'

test('messages have the number of their place in the conversation, and one taken back its negative seq', async () => {
  const { session } = await world({ window: 100_000 })
  await send(session, [user('one'), assistant('two'), user('three')])
  await send(session, [user('one'), assistant('other'), user('four')])
  const seen = await session.source().seen()
  const numbers = seen.map(({ number, message }) => [number, message.blocks[0]])
  const text = (value: string) => ({ type: 'text', text: value })
  expect(numbers).toEqual([
    [1, text('one')],
    [-2, text('two')],
    [-3, text('three')],
    [2, text('other')],
    [3, text('four')],
  ])
})

test('a message that was folded keeps its number, and one changed in place has that of its slot', async () => {
  const { session } = await world({ window: 3_000, tuning: { passes: [folding()], policy } })
  const history = [...talk(8), user('now this')]
  await send(session, history)
  expect((await session.source().seen()).map(({ number }) => number)).toEqual(history.map((_, index) => index + 1))
  await send(session, [...history, assistant('yes'), user('on')].with(15, assistant('changed')))
  const changed = (await session.source().seen()).filter(({ message }) => JSON.stringify(message).includes('changed'))
  expect(changed.map(({ number }) => number)).toEqual([16])
})
