// Which session a chat goes on with, and what it has in it when it begins.
import { expect, test } from 'vitest'
import { chatOn } from '../../test/seeds/chat-support.ts'
import { byLastUse, enter, lastUsed, newSessionId, sessionId } from './workspace.ts'

const NOW = Date.UTC(2026, 0, 5, 9, 8, 7)
const say = (text: string) => ({ role: 'user' as const, blocks: [{ type: 'text' as const, text }] })

test('the one named, else the one used last where that is asked for, else a new one', async () => {
  const { chat, close } = await chatOn({})
  const id = (flags: object) => sessionId(chat.pack, flags, NOW)
  expect(await id({ continue: true })).toMatch(/^chat-20260105-090807-[0-9a-z]{3}$/)
  await expect(id({ resume: 'x' })).rejects.toThrow('There is no session x here yet.')
  for (const name of ['a', 'b']) await (await chat.pack.session(name)).append(say(name))
  const times: Record<string, number> = { a: 2, b: 1 }
  const { log } = chat.pack.driver
  if (log) log.last = async (name) => times[name]
  expect([await id({ continue: true }), await id({ resume: 'b', continue: true }), await lastUsed(chat.pack)]).toEqual([
    'a',
    'b',
    'a',
  ])
  expect(await id({})).toMatch(/^chat-/)
  times['b'] = 2
  expect(await byLastUse(chat.pack)).toEqual(['b', 'a'])
  delete times['a']
  expect(await byLastUse(chat.pack)).toEqual(['b', 'a'])
  for (const name of ['c', 'd', 'e', 'f']) await (await chat.pack.session(name)).append(say(name))
  await expect(id({ resume: 'x' })).rejects.toThrow('There is no session x; the newest are b, c, d, e, f.')
  await close()
})

test('a name says when it began, and is never the same twice', () => {
  const names = new Set(Array.from({ length: 50 }, () => newSessionId(NOW)))
  expect(names.size).toBeGreaterThan(40)
  expect([...names].every((name) => /^chat-20260105-090807-[0-9a-z]{3}$/.test(name))).toBe(true)
})

test('what stands before the first message is put there once, and pinned', async () => {
  const { chat, close } = await chatOn({})
  const context = '# Today'
  const first = await enter({ ...chat, context }, 'one')
  await enter({ ...chat, context }, 'one')
  const { view } = first.session
  expect([view.slots.map(({ origin }) => origin), [...view.pins]]).toEqual([['daypack'], [view.slots[0]?.seq]])
  expect((await enter(chat, 'two')).session.view.slots).toEqual([])
  await close()
})
