import { expect, test } from 'vitest'
import { filesInWork } from './in-work.ts'
import { createFileModel } from './known.ts'

test('a file that was only read leaves room for others, however long it is', () => {
  const model = createFileModel()
  const names = (): readonly string[] => []
  const file = (path: string, changes: number): void => {
    const lines = Array.from({ length: 200 }, (_, at) => ({ text: `${path} line ${at} says something`, shown: 9 }))
    model.files.set(path, { path, lines, total: 200, loose: [], doubt: 0, touched: 9, reads: 1, changes, edits: [] })
  }
  file('read.go', 0)
  const shown = (): string =>
    filesInWork(model, { now: 10, recent: new Set(), threshold: 0, maxChars: 4000, names }).text
  expect(shown().length).toBeLessThan(2000)
  file('read.go', 1)
  expect(shown().length).toBeGreaterThan(3000)
})
