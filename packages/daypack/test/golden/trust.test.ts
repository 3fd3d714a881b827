import path from 'node:path'
import { expect, test } from 'vitest'
import { drawnJudgements } from './trust-drawn.ts'
import { judgements } from './trust.ts'

// What memory takes for a secret, for personal data and for somebody's own word. `npm run golden` writes it anew.
test('what is found, believed and erased', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/trust.txt')
  await expect(`${judgements()}\n${await drawnJudgements()}\n`).toMatchFileSnapshot(file)
})
