import { expect, test } from 'vitest'
import type { Json } from '../../../model/json.ts'
import { bodyCache } from './body-cache.ts'

const bytes = (...messages: string[]) => Buffer.from(JSON.stringify({ messages: messages.map((said) => ({ said })) }))
const long = (who: string) => `${who} ${'x'.repeat(200)}`

function reader() {
  const read = bodyCache()
  return (of: string, ...messages: string[]) => (read(of, bytes(...messages))?.request['messages'] ?? []) as Json[]
}

test('what a conversation says again is the same object', () => {
  const read = reader()
  const first = read('a', long('a'))
  const second = read('a', long('a'), 'more')
  expect(second[0]).toBe(first[0])
  expect(second).toEqual([{ said: long('a') }, { said: 'more' }])
})

test('agents that share a name go on each from their own body, the closest one', () => {
  const read = reader()
  const agents = ['a', 'b', 'c'].map((who) => ({ said: [long(who)], list: read('same', long(who)) }))
  for (let turn = 0; turn < 3; turn++)
    for (const agent of agents) {
      agent.said.push(`turn ${turn}`)
      const list = read('same', ...agent.said)
      expect(list.slice(0, agent.list.length).every((item, at) => item === agent.list[at])).toBe(true)
      agent.list = list
    }
})

test('a body that shares less than half is another conversation: nothing of either is lost', () => {
  const read = reader()
  const a = read('same', long('a'))
  read('same', long('b'))
  expect(read('same', long('a'), 'more')[0]).toBe(a[0])
})

test('the conversation used longest ago is let go, and the newest never', () => {
  const read = reader()
  const [old] = read('old', long('old'))
  const [used] = read('used', long('used'))
  for (let n = 0; n < 254; n++) read(`n${n}`, 'x')
  // 256 are held: these two are the oldest, and one of them is used again.
  expect(read('used', long('used'), 'more')[0]).toBe(used)
  read('one more', 'x')
  expect(read('used', long('used'), 'more', 'again')[0]).toBe(used)
  expect(read('old', long('old'), 'more')[0]).not.toBe(old)
})

test('what is no JSON object is no body, and is not held', () => {
  const read = bodyCache()
  expect(read('a', Buffer.from('[1]'))).toBeUndefined()
  expect(read('a', bytes('ok'))?.request).toEqual({ messages: [{ said: 'ok' }] })
})
