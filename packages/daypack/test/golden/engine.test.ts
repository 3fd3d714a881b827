import path from 'node:path'
import { expect, test } from 'vitest'
import { decisions } from './engine.ts'

// What is decided and shown in drawn sessions. A change of behaviour is a diff; `npm run golden` writes it anew.
test('what the engine decides and shows, request by request', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/engine.txt')
  await expect(await decisions()).toMatchFileSnapshot(file)
})
