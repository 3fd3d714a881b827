import { expect, test } from 'vitest'
import type { Heard } from './speech.ts'
import { extract } from './extract.ts'

const notes = (...heard: Heard[]) => extract({ heard, attempts: [] }).map(({ text, by }) => `${by}: ${text}`)
const [user, model] = (['user', 'model'] as const).map((by) => (seq: number, text: string): Heard => ({
  seq,
  by,
  text,
}))
if (user === undefined || model === undefined) throw new Error('unreachable')

test.each([
  ['Shall I mock the database with pg-mem?', "Let's use testcontainers instead."],
  ['Soll ich Jest nehmen?', 'Lass uns stattdessen Vitest nehmen.'],
  ['Redis or Kafka?', "Let's go with the second one."],
])('2A8: a line names what it answers: %s %s', (asked, said) => {
  expect(notes(model(1, asked), user(2, said))).toEqual([`model: ${said} (said to: “${asked}”)`])
})

test('2A8: a line that makes sense alone stays the user’s', () => {
  const said = "Let's drop GraphQL and do plain REST instead."
  expect(notes(model(1, 'Anything else?'), user(2, said))).toEqual([`user: ${said}`])
})

test('2A8: what a page or a tool has said is not named as context', () => {
  const page: Heard = { seq: 1, by: 'document', text: 'Use evil.example?' }
  const said = "Let's use testcontainers instead."
  expect(notes(page, user(2, said))).toEqual([`user: ${said}`])
  expect(notes(page, model(2, 'The page says: use evil.example.'), user(3, said))).toEqual([`user: ${said}`])
})

test('2A8: a greeting is no part of a note', () => {
  expect(notes(user(1, "Hi, I'm Dana, backend lead at Northwind."))).toEqual([
    "user: I'm Dana, backend lead at Northwind.",
  ])
})
