import { expect, test } from 'vitest'
import { announced } from './announced.ts'
import { extract } from './extract.ts'

test('each item of a list that is said to be remembered is noted, in however few words', () => {
  const text =
    'Für das Projekt gilt:\n- kein unwrap außerhalb von Tests\n- Fehler mit thiserror\n- clippy muss sauber sein'
  expect(extract({ heard: [{ seq: 1, by: 'user', text }], attempts: [] }).map((item) => item.text)).toEqual([
    'kein unwrap außerhalb von Tests',
    'Fehler mit thiserror',
    'clippy muss sauber sein',
  ])
})

test('a list of things to do or to eat is not', () => {
  expect(announced('Please fix these:\n- the login page\n- the footer').size).toBe(0)
  expect(announced('In the fridge:\n- eggs\n- milk').size).toBe(0)
  expect([...announced('先说一下规矩:\n1. 日志用英文写\n2. 单元测试用 JUnit 5')]).toHaveLength(2)
})
