import path from 'node:path'
import { expect, test } from 'vitest'
import { proposals } from './passes.ts'

// Every default and every limit of the passes shows in fixtures/golden/passes.txt. `npm run golden` writes it anew.
test('what every pass proposes, byte for byte', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/passes.txt')
  await expect(await proposals()).toMatchFileSnapshot(file)
})
