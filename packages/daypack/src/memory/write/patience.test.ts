import { expect, test } from 'vitest'
import { withPatience } from './patience.ts'

const ask: { signal?: AbortSignal } = {}

test('three failures in a row, and it rests for an hour', async () => {
  let now = 0
  let calls = 0
  const model = withPatience(
    async () => {
      calls++
      throw new Error('529')
    },
    () => now,
  )
  for (let turn = 0; turn < 3; turn++) await expect(model(ask)).rejects.toThrow('529')
  await expect(model(ask)).rejects.toThrow('rests for an hour')
  expect(calls).toBe(3)
  now += 60 * 60 * 1000
  await expect(model(ask)).rejects.toThrow('529')
})

test('a model that never answers is given up, and told so', async () => {
  let aborted: AbortSignal | undefined
  const model = withPatience(
    ({ signal }) => {
      aborted = signal
      return new Promise(() => {})
    },
    () => 0,
    1,
  )
  await expect(model(ask)).rejects.toThrow('timeout')
  expect(aborted?.aborted).toBe(true)
})

test('a success starts the count again', async () => {
  const answers = [0, 0, 1, 0, 0, 1]
  const model = withPatience(
    async () => (answers.shift() === 1 ? 'yes' : Promise.reject(new Error('no'))),
    () => 0,
  )
  const results: string[] = []
  for (let turn = 0; turn < 6; turn++) results.push(await model(ask).catch((error: Error) => error.message))
  expect(results).toEqual(['no', 'no', 'yes', 'no', 'no', 'yes'])
})
