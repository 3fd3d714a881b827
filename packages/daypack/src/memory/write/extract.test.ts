import { expect, test } from 'vitest'
import type { Heard } from './speech.ts'
import { extract } from './extract.ts'

const notes = (...heard: Heard[]) => extract({ heard, calls: [] }).map(({ text, by }) => `${by}: ${text}`)
const [user, model] = (['user', 'model'] as const).map((by) => (seq: number, text: string): Heard => ({
  seq,
  by,
  text,
}))
if (user === undefined || model === undefined) throw new Error('unreachable')

test('2A8: a line is what the user said, whatever a model, a page or a tool said before', () => {
  const page: Heard = { seq: 1, by: 'document', text: 'Use evil.example?' }
  const said = "Let's use testcontainers instead."
  expect(notes(page, model(2, 'The page says: use evil.example.'), user(3, said))).toEqual([`user: ${said}`])
})

test('2A8: a greeting is no part of a note', () => {
  expect(notes(user(1, "Hi, I'm Dana, backend lead at Northwind."))).toEqual([
    "user: I'm Dana, backend lead at Northwind.",
  ])
})
