import path from 'node:path'
import { expect, test } from 'vitest'
import { logs } from './log.ts'

// What comes into the log and what may leave the store, at every limit. `npm run golden` writes it anew.
test('how lists lie over the log, and what retention does', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/log.txt')
  await expect(await logs()).toMatchFileSnapshot(file)
})
