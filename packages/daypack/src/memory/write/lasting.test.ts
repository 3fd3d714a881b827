import { expect, test } from 'vitest'
import { isTalk, isUnderstood, withoutAside, withoutOpener } from './lasting.ts'

test('a question to the other behind a statement is no part of it', () => {
  expect(withoutAside('我最近在学希腊语，你觉得难吗？')).toBe('我最近在学希腊语')
  expect(withoutAside('你觉得难吗？')).toBe('你觉得难吗？')
})

test('a page that speaks of nobody is no talk, a long message about oneself is', () => {
  const page = Array.from({ length: 9 }, (_, at) => `The town of Alma ${at} has 3,200 people and a mill.`)
  expect(isTalk(page.join(' '), page)).toBe(false)
  const told = page.map((each, at) => (at % 2 === 0 ? `I grew up near it. ${each}` : each))
  expect(isTalk(told.join(' '), told)).toBe(true)
})

test('words that only open a sentence', () => {
  expect(withoutOpener('ok so btw, I live in Porto')).toBe('I live in Porto')
  expect(withoutOpener('Also')).toBe('Also')
})

test('what is no statement is only known of languages with a table', () => {
  expect(isUnderstood('please fix the test in auth.spec.ts, it is red again')).toBe(true)
  expect(isUnderstood('zet de rode knop bovenaan het scherm en maak hem groter')).toBe(false)
  expect(isUnderstood('исправь тест в auth.spec.ts')).toBe(false)
  expect(isUnderstood('直してください')).toBe(true)
  expect(isUnderstood('El alquiler es de 700 euros')).toBe(true)
})
