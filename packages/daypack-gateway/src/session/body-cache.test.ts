import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import type { Json } from '../../../daypack/src/model/json.ts'
import { bodyCache } from './body-cache.ts'

const bytes = (...messages: string[]) => Buffer.from(JSON.stringify({ messages: messages.map((said) => ({ said })) }))
const long = (who: string) => `${who} ${'x'.repeat(200)}`

function reader() {
  const read = bodyCache()
  const held: unknown[] = []
  return (of: string, ...messages: string[]) => {
    const body = read(of, bytes(...messages))
    held.push(body)
    return (body?.request['messages'] ?? []) as Json[]
  }
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

test('a body that nobody holds is not kept', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const read = bodyCache()
  const held = read('held', bytes(long('held')))
  const gone = new WeakRef(read('gone', bytes(long('gone'))) ?? {})
  await vi.waitUntil(() => (collect(), gone.deref() === undefined))
  expect(read('held', bytes(long('held'), 'more'))?.continues?.id).toBe(held?.id)
  expect(read('gone', bytes(long('gone'), 'more'))?.continues).toBeUndefined()
})

test('what is no JSON object is no body, and is not held', () => {
  const read = bodyCache()
  expect(read('a', Buffer.from('[1]'))).toBeUndefined()
  expect(read('a', bytes('ok'))?.request).toEqual({ messages: [{ said: 'ok' }] })
})

test('of more than a thousand names the one used longest ago is forgotten', () => {
  const read = reader()
  const [oldest, used] = [read('0', long('0')), read('1', long('1'))]
  for (let name = 2; name < 1_024; name++) read(String(name), long(String(name)))
  expect(read('0', long('0'), 'more')[0]).toBe(oldest[0])
  read('one more', long('one more'))
  // It was used again since: the next one goes in its place.
  expect([read('0', long('0'), 'again')[0] === oldest[0], read('1', long('1'), 'more')[0] === used[0]]).toEqual([
    true,
    false,
  ])
})
