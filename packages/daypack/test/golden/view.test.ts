import path from 'node:path'
import { expect, test } from 'vitest'
import { digested } from './digest.ts'
import { views } from './view.ts'

// What logs in which anything may happen show, entry by entry. `npm run golden` writes it anew.
test('what drawn logs show, and what may be done to them', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/view.txt')
  await expect(digested(await views())).toMatchFileSnapshot(file)
})
