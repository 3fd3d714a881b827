import { expect, test } from 'vitest'
import { nameWith, shortNames } from './words.ts'

const NAMES = [
  'claude-8fac41ab-c635-4db0-be34-fd8db68c4ed4',
  'claude-8fac41ab-c635-4db0-be34-fd8db68c4ed4.a1',
  'codex-01a1f20c-d9f1-7021-9390-8621330db568',
  'codex-01a1f20c-d9f1-7021-9390-8621330db999',
  'release',
]

test('long names are shown by a beginning that means no other one', () => {
  expect(NAMES.map(shortNames(NAMES))).toEqual([
    'claude-8fac41ab',
    'claude-8fac41ab-c635-4db0-be34-fd8db68c4ed4.a',
    'codex-01a1f20c-d9f1-7021-9390-8621330db5',
    'codex-01a1f20c-d9f1-7021-9390-8621330db9',
    'release',
  ])
})

test('a beginning is the name only where it can be no other', () => {
  expect(nameWith('claude-8fac', NAMES)).toBe(NAMES[0])
  expect(nameWith('codex', NAMES)).toBeUndefined()
  expect(nameWith('pi', NAMES)).toBeUndefined()
})
