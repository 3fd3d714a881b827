import { expect, test } from 'vitest'
import { backgroundQueue } from './background.ts'

test('what is added after a long start does not run before who added it goes on', async () => {
  const queue = backgroundQueue()
  const order: string[] = []
  queue.noteActivity()
  for (const from = performance.now(); performance.now() - from < 15;);
  const ran = new Promise<void>((resolve) => {
    queue.add(async () => {
      order.push('planned')
      resolve()
    })
  })
  order.push('sent')
  await ran
  expect(order).toEqual(['sent', 'planned'])
})

test('what fails does not keep the next one from its turn', async () => {
  const queue = backgroundQueue()
  queue.add(() => Promise.reject(new Error('no')))
  await new Promise<void>((resolve) => queue.add(async () => resolve()))
})
