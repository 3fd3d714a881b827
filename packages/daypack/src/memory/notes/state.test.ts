import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import { MEMORY_SESSION, openState } from './state.ts'

test('a log that somebody deleted meanwhile is said at once, and a new one is begun by who opens it again', async () => {
  const { log } = memoryDriver()
  const state = await openState(log, () => 1)
  await log?.remove(MEMORY_SESSION)
  await expect(state.add('remembered', {})).rejects.toThrow('was deleted while it was open')
  const again = await openState(log, () => 1)
  await again.add('remembered', {})
  expect(again.all('remembered')).toHaveLength(1)
})
