import { expect, test } from 'vitest'
import { filesInWork, weighedRegions } from '../../test/files-in-work.ts'
import { createKnownFiles } from './known.ts'

test('a file that was only read leaves room for others, however long it is', () => {
  const model = createKnownFiles()
  const names = (): readonly string[] => []
  const file = (path: string, changes: number): void => {
    const lines = Array.from({ length: 200 }, (_, at) => ({ text: `${path} line ${at} says something`, shown: 9 }))
    model.files.set(path, { path, lines, total: 200, doubt: 0, touched: 9, changes, edits: [] })
  }
  file('read.go', 0)
  const shown = (): string => filesInWork(model, weighedRegions(model, { now: 10, recent: new Set(), names }), 4000)
  expect(shown().length).toBeLessThan(2000)
  file('read.go', 1)
  expect(shown().length).toBeGreaterThan(3000)
})

const show = (lines: readonly string[], shownAt: readonly number[], maxChars: number) => {
  const model = createKnownFiles()
  const known = lines.map((text, at) => ({ text, shown: shownAt[at] ?? 9 }))
  const path = 'store.go'
  model.files.set(path, { path, lines: known, doubt: 0, touched: 9, changes: 1, edits: [] })
  return filesInWork(model, weighedRegions(model, { now: 10, recent: new Set(), names: () => [] }), maxChars)
}

test('a short hole between two parts that are shown is filled before something is begun elsewhere', () => {
  const lines = Array.from({ length: 168 }, (_, at) => `value ${at + 1} of the table says something about it`)
  // The second run was shown earlier: by its own chance it comes after all the others.
  const shownAt = lines.map((_, at) => (at >= 24 && at < 48 ? 7 : 9))
  const text = show(lines, shownAt, 3900)
  expect(text).toContain('value 1 of')
  expect(text).toContain('value 49 of')
  expect(text).toContain('value 25 of')
})
