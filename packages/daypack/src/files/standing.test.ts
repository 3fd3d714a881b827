import { expect, test } from 'vitest'
import { linesIn, standing } from './standing.ts'

test('how much stands already: short lines do not count, and where nothing counts nothing is missing', () => {
  const shown = linesIn('  const answer = 42\n}\nreturn answer')
  const isShown = (line: string) => shown.has(line.trim())
  expect(standing(['const answer = 42', '}', 'something else'], isShown)).toBe(0.5)
  expect(standing(['}', '{'], isShown)).toBe(1)
  expect(standing(['}', '{'], isShown, 1)).toBe(0.5)
})
