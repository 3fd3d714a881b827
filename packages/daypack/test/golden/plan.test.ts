import path from 'node:path'
import { expect, test } from 'vitest'
import { epochs } from './epochs.ts'
import { plans } from './plan.ts'

// What the planner decides at each of its limits. A change of behaviour is a diff; `npm run golden` writes it anew.
test('what is decided at every limit of the planner', async () => {
  const file = path.join(import.meta.dirname, '../../../../fixtures/golden/plan.txt')
  await expect(`${await plans()}\n${await epochs()}\n`).toMatchFileSnapshot(file)
})
