import path from 'node:path'
import { expect, test } from 'vitest'
import { damages, diskCalls } from './files.ts'

// What the files driver asks of its disk, and what it makes of damaged files. `npm run golden` writes it anew.
test('every call on the disk, and every kind of damage', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/files.txt')
  await expect(`${await diskCalls()}\n\n${await damages()}\n`).toMatchFileSnapshot(file)
})
