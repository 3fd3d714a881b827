import path from 'node:path'
import { expect, test } from 'vitest'
import { digested } from './digest.ts'
import { wires } from './wires.ts'

// What every codec reads, writes and finds wrong in drawn and spoilt requests. `npm run golden` writes it anew.
test('drawn requests of every wire, as they are and spoilt', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/wires.txt')
  await expect(digested(wires())).toMatchFileSnapshot(file)
})
