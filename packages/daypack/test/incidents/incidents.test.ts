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
  // The list of what ships has all of it, and every package of ours but the one it is about.
  const listed = spawnSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, encoding: 'utf8' })
  const { components } = JSON.parse(listed.stdout) as { components: readonly { purl: string }[] }
  const [, shipped, ours] = /^(\d+) packages ship with (\d+) of ours/.exec(stdout) ?? []
  expect(components).toHaveLength(Number(shipped) + Number(ours) - 1)
  expect(components.map(({ purl }) => purl)).toContain('pkg:npm/daypack-gateway@0.1.0')
})
