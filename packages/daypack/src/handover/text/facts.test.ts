// How much a sentence states.
import { expect, test } from 'vitest'
import { factsIn } from './facts.ts'

test.each<[string, number]>([
  ['it is so', 0],
  ['it is 7', 1.5],
  ['it is 77', 2],
  ['it costs $', 0.5],
  ['see a/b', 0.5],
  ['see readPage', 0.5],
  ['see THEM', 0],
  ['so said Mia', 0.3],
  ['it went because of Mia', 1],
  ['it went to 77 a/b because of us', 3],
])('facts in "%s": %d', (sentence, value) => {
  expect(factsIn(sentence)).toBe(value)
})
