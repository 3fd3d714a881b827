import { expect, test } from 'vitest'
import { once } from './once.ts'
import type { Ranked } from './rank.ts'

const unit = (path: string, text: string, score: number): Ranked =>
  ({ text: { path, text }, score }) as unknown as Ranked
const shown = (...all: readonly Ranked[]): string[] => once(all).map(({ text }) => `${text.path} ${text.text}`)

test('a line of MEMORY.md that comes before its line of the log is shown once', () => {
  const page = unit('MEMORY.md', '- the oven is from Miele.', 2)
  expect(shown(page, unit('memory/2026-11-10.md', '- Fact: the oven is from Miele.', 1))).toEqual([
    'MEMORY.md - the oven is from Miele.',
  ])
})

test('so is a line that has its day or its end from the page', () => {
  const rows = [
    ['- Our stand-up is now at 9:30. (as of 2026-02-17)', '- Fact: Our stand-up is now at 9:30.'],
    ['- No default exports anywhere.', '- Preference: No default exports anywhere please.'],
  ] as const
  for (const [page, log] of rows)
    expect(shown(unit('memory/2026-02-17.md', log, 2), unit('MEMORY.md', page, 1))).toEqual([`MEMORY.md ${page}`])
})
