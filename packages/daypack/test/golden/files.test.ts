import path from 'node:path'
import { expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { Disk } from '../crash/mem-vfs.ts'
import { answers, damages, filesOn } from './files.ts'

// What the files driver answers, and what it makes of damaged files. `npm run golden` writes it anew.
test('every deed on files, and every kind of damage', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/files.txt')
  await expect(`${await answers(await filesOn(new Disk()))}\n${await damages()}\n`).toMatchFileSnapshot(file)
})

test('the same deeds in memory', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/memory.txt')
  const driver = memoryDriver({ now: () => Date.UTC(2026, 2, 28, 11), zone: 'UTC' })
  await expect(await answers(driver)).toMatchFileSnapshot(file)
})
