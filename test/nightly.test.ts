import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { age, inEveryRun, shortfall } from '../scripts/nightly/claim.mjs'
import { reportPage } from '../scripts/nightly/page.mjs'
import { PROGRAMME } from '../scripts/nightly/programme.mjs'

it('G-89: a row that tried less than it says is red, whatever its exit code', () => {
  const least = { of: 5_000, word: 'loops' }
  expect(shortfall(least, '{ loops: 5000, failures: 0 }', 1)).toBeUndefined()
  expect(shortfall(least, '{ loops: 4999, failures: 0 }', 1)).toBe('it tried 4999 loops of 5000')
  expect(shortfall(least, '1 of 20 parts: { loops: 250 }', 0.05)).toBeUndefined()
  expect(shortfall({ of: 500, word: 'replays' }, '20 of 20 parts: 1,837 replays of 93', 1)).toBeUndefined()
  expect(shortfall(least, 'all fine', 1)).toContain('did not say')
  expect(shortfall(undefined, 'all fine', 1)).toBeUndefined()
})

it('G-89: a row is as old as its oldest part, and one of another history is older than any', () => {
  const since = (commit: string) => ({ a1: 3, b2: 51 })[commit]
  expect(age('a1, b2', since)).toBe(51)
  expect(age('a1, c3', since)).toBe(Infinity)
  const row = { id: 'T-00', what: 'x', figure: 'y', state: 'passed', commit: 'b2', stale: 51 }
  const page = reportPage({ at: '2026-01-01', node: '24', head: 'a1', rows: [row] })
  expect(page).toContain('b2 (stale: 51 commits ago)')
  expect(page).toContain('1 are stale')
})

it('G-89: what a figure claims and what is compared are the same number', () => {
  const compared = PROGRAMME.flatMap(({ figure, least }) => (least ? [{ figure, least }] : []))
  expect(compared.length).toBeGreaterThan(12)
  for (const { figure, least } of compared) expect(figure.replaceAll(',', '')).toContain(String(least.of))
})

it('G-89: every row says which share of it .ci/run tries, and where', () => {
  for (const row of PROGRAMME) {
    expect(inEveryRun(row)).not.toBe('')
    for (const file of [...(row.tests ?? []), ...(row.each && row.each.share > 0 ? [row.each.by] : [])])
      expect({ file, isThere: existsSync(file) }).toEqual({ file, isThere: true })
  }
  const steps = readFileSync('.ci/run', 'utf8')
  expect(steps).toContain('packages/cli/test/load/run.ts 400')
  expect(steps).toContain('crash/run.ts calls 6')
})
