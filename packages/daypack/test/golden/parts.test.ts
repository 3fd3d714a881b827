import path from 'node:path'
import { expect, test } from 'vitest'
import { digested } from './digest.ts'
import { parts } from './parts.ts'

// What the parts of passes say at their limits, and what passes propose with drawn numbers. `npm run golden` writes it anew.
test('the parts of passes, and passes on drawn sessions', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/parts.txt')
  await expect(digested(await parts())).toMatchFileSnapshot(file)
})
