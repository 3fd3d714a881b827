import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rejection } from '../speech/rejection.ts'
import { ownWords, textSpeech } from '../speech/speech.ts'
import { DIALECTS, listOf, patternOf } from './dialects.ts'

test('G-27: a new agent is one file: every file of the folder is in the list', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
  expect(DIALECTS).toHaveLength(files.length)
})

test('G-27: every pattern compiles, and none matches an ordinary sentence or a line of code', () => {
  const fields = [
    'sideRequests',
    'questions',
    'masks',
    'rejections',
    'noise',
    'frames',
    'fileNotes',
    'silence',
    'exitCodes',
    'lost',
  ] as const
  for (const field of fields)
    for (const form of listOf(field))
      for (const text of ['Please fix the login page.', 'const total = items.length', 'return user.name'])
        expect(new RegExp(`^(?:${form})$`, 'i').test(text), `${field}: ${form}`).toBe(false)
  expect(patternOf('noise', '^', '$').test('Shell cwd was reset to /repo')).toBe(true)
})

test('G-27: hand-over and memory read the same file of an agent', () => {
  expect(ownWords(textSpeech('<system-reminder>rules</system-reminder>\nFix it.'))).toBe('Fix it.')
  expect(rejection("The user doesn't want to proceed with this tool use. the user said:\nuse pnpm")?.said).toBe(
    'use pnpm',
  )
})
