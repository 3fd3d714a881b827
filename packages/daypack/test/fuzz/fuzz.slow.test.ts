import { expect, test } from 'vitest'
import { fuzz } from './codec-fuzz.ts'
import { fuzzEngine } from './engine-fuzz.ts'

const SEED = 20_261_115

test('2,000 generated histories on four wires: exact without edits, accepted with any', () => {
  expect(fuzz(2_000, SEED).failure).toBeUndefined()
}, 180_000)

test('generated sessions through the engine: every request is accepted, thinking stays bound to its prefix', async () => {
  expect((await fuzzEngine(30, SEED)).failure).toBeUndefined()
}, 180_000)
