import { expect, test } from 'vitest'
import { linesIn, visibleShare } from './visible-share.ts'

test('how much stands already: short lines do not count, and where nothing counts nothing is missing', () => {
  const shown = linesIn('  const answer = 42\n}\nreturn answer')
  const isShown = (line: string) => shown.has(line.trim())
  expect(visibleShare(['const answer = 42', '}', 'something else'], isShown)).toBe(0.5)
  expect(visibleShare(['}', '{'], isShown)).toBe(1)
  expect(visibleShare(['}', '{'], isShown, 1)).toBe(0.5)
})
