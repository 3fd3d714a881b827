import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { age, CHANGED, inEveryRun, shortfall } from '../scripts/nightly/claim.mjs'
import { reportPage, rowsOf } from '../scripts/nightly/page.mjs'
import { PROGRAMME } from '../scripts/nightly/programme.mjs'
import { expected, knownSeconds, shareIn } from '../scripts/nightly/share.mjs'

it('G-89: a row that tried less than it says is red, whatever its exit code', () => {
  const least = { of: 5_000, word: 'loops' }
  expect(shortfall(least, '{ loops: 5000, failures: 0 }', 1)).toBeUndefined()
  expect(shortfall(least, '{ loops: 4999, failures: 0 }', 1)).toBe('it tried 4999 loops of 5000')
  expect(shortfall(least, '1 of 20 parts: { loops: 250 }', 0.05)).toBeUndefined()
  expect(shortfall({ of: 500, word: 'replays' }, '20 of 20 parts: 1,837 replays of 93', 1)).toBeUndefined()
  expect(shortfall(least, 'all fine', 1)).toContain('did not say')
  expect(shortfall(undefined, 'all fine', 1)).toBeUndefined()
  // Fewer runs of each test, not fewer tests.
  expect(shortfall({ of: 140, word: 'tests' }, '139 tests passed, 0 failed', 0.01)).toBe('it tried 139 tests of 140')
})

it('G-89: a row that was run on changes nobody committed says so, and is as old as the commit below them', () => {
  expect(age(`a1${CHANGED}`, (commit) => ({ a1: 3 })[commit])).toBe(3)
})

it('a fresh checkout has no rows but those of the page, and writes them as they are', () => {
  const page = readFileSync('docs/test-report.md', 'utf8')
  const rows = [...rowsOf(page).values()]
  expect(rows.map(({ id }) => id)).toEqual(PROGRAMME.map(({ id }) => id))
  const about = { id: 'T-00', what: 'x', figure: '< 3', state: 'failed', said: 'a | b: <c>', share: 0.01, seconds: 7 }
  const row = { ...about, commit: 'b2', note: 'n' }
  const made = reportPage({ at: '2026-01-01', node: '24', head: 'a1', rows: [{ ...row, stale: 51 }] })
  expect([...rowsOf(made).values()]).toEqual([row])
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

it('the seconds of a whole row are read from the report as it is written', () => {
  const about = { what: 'x | y', figure: 'z', state: 'passed', commit: 'a1', said: 'a | b' }
  const rows = [
    { ...about, id: 'T-01', share: 0.25, seconds: 30 },
    { ...about, id: 'T-02', share: 1, seconds: 7 },
    { id: 'T-03', what: 'x', figure: 'z', state: 'not run' },
  ]
  const page = reportPage({
    at: '2026-01-01',
    node: '24',
    head: 'a1',
    rows: rows.map((row) => ({ ...row, what: 'x' })),
  })
  expect([...knownSeconds(page)]).toEqual([
    ['T-01', 120],
    ['T-02', 7],
  ])
})

it('a run with a time limit gives all rows one share, one part at least, and whole where there is no smaller form', () => {
  const row = { what: '', figure: '' }
  const rows = [
    { ...row, id: 'T-01' },
    { ...row, id: 'T-02', parts: 4 },
    { ...row, id: 'T-03', whole: true as const },
  ]
  const known = new Map([
    ['T-01', 1_000],
    ['T-02', 400],
    ['T-03', 50],
  ])
  expect(shareIn(rows, 10_000, known)).toBe(1)
  expect(shareIn(rows, 250, known)).toBeCloseTo(0.1, 3)
  expect(expected(rows, 0.1, known)).toBe(100 + 100 + 50)
  // Too little even for the least of each: it is tried all the same.
  expect(shareIn(rows, 1, known)).toBe(0.01)
  const share = shareIn(PROGRAMME, 3_600, knownSeconds(readFileSync('docs/test-report.md', 'utf8')))
  expect(share).toBeGreaterThan(0)
})
