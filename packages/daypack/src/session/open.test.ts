import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openSessions } from './open.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('F-73: the newest stay, held ones come back as the same object, others are let go of', async () => {
  const open = openSessions<{ id: string }>(2)
  const held = { id: 'held' }
  open.set('held', Promise.resolve(held))
  for (const id of ['a', 'b', 'c', 'd']) open.set(id, Promise.resolve({ id }))
  await new Promise((resolve) => setImmediate(resolve))
  expect(await open.get('held')).toBe(held)
  expect((await open.get('d'))?.id).toBe('d')
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(open.get('a')).toBeUndefined()
  const left = await Promise.all([...open.values()])
  expect(left.map(({ id }) => id).toSorted()).toEqual(['d', 'held'])
  open.delete('held')
  expect(open.get('held')).toBeUndefined()
})
