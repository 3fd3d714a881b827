import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PRESET_NAMES } from '../../src/presets/index.ts'
import { goldenTranscript } from './transcript.ts'

// A change of behaviour is a readable diff of fixtures/golden. Wanted? `npm run golden` writes them anew.
const fileOf = (preset: string): string =>
  path.join(import.meta.dirname, '../../../../fixtures/golden', `${preset}.txt`)

test.each(PRESET_NAMES)('plan and view of the bundled session: %s', async (preset) => {
  await expect(await goldenTranscript(preset)).toMatchFileSnapshot(fileOf(preset))
})

test('G-29: the hand-over is whole in the golden file', () => {
  const text = readFileSync(fileOf('daypack'), 'utf8')
  const handover = text.slice(text.indexOf('[Hand-over:'), text.indexOf('\n--- ', text.indexOf('[Hand-over:')))
  expect(handover).toContain('# Files in work')
  expect(handover).not.toMatch(/\[… \d+ characters, [0-9a-f]{12} …\]/)
})
