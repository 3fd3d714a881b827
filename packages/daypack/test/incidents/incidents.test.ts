import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { INCIDENTS } from './incidents.ts'

const root = path.join(import.meta.dirname, '../../../..')

test('all 73 incidents are here, once each', () => {
  expect(INCIDENTS.map(({ id }) => id)).toEqual(
    Array.from({ length: 73 }, (_, at) => `I-${String(at + 1).padStart(2, '0')}`),
  )
})

test.each(INCIDENTS)('$id: $what', (incident) => {
  const file = path.join(root, incident.file)
  expect(existsSync(file), incident.file).toBe(true)
  expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(incident.test)
})

test('I-73: nothing that ships runs at install, and everything is pinned by a hash', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/supply-chain.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('0 findings')
})
