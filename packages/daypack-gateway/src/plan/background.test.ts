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

test('what waits for a quiet moment is done at once when all is to be settled', async () => {
  const queue = backgroundQueue()
  const order: string[] = []
  for (const name of ['one', 'two']) queue.add(async () => void order.push(name))
  const busy = setInterval(queue.noteActivity)
  await queue.settle()
  clearInterval(busy)
  expect(order).toEqual(['one', 'two'])
  await queue.settle()
})

test('what fails does not keep the next one from its turn', async () => {
  const queue = backgroundQueue()
  queue.add(() => Promise.reject(new Error('no')))
  await new Promise<void>((resolve) => queue.add(async () => resolve()))
})
