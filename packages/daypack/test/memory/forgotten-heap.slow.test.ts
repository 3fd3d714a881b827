import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countAttack } from '../../../daypack-testing/test/attack.ts'

const held = (...options: string[]): string[] => {
  const file = join(import.meta.dirname, 'forgotten-heap.ts')
  const said = execFileSync(process.execPath, ['--conditions=daypack-source', file, ...options], { encoding: 'utf8' })
  return JSON.parse(said) as string[]
}

test('G-88: what is forgotten everywhere is gone from the memory of the process too', { timeout: 600_000 }, () => {
  const before = held('--keep').length
  expect(before).toBeGreaterThan(5)
  expect(held()).toEqual([])
  countAttack('strings with what was forgotten, in a snapshot of the heap', before)
})
