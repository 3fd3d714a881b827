import { expect, test } from 'vitest'
import { hasValues, questionsOf, tally } from './played/score.ts'

test.each([
  ['The user moved the choir rehearsal to Thursday, March 5, 2026.', ['choir', 'thursday'], true],
  ['The choir rehearses on March 5, 2026.', ['choir', 'thursday'], true],
  ['Marta pays 1,200 euros for the studio.', ['studio', '1200'], true],
  ['Die Miete beträgt zwölf Euro.', ['miete', '12'], true],
  ['The choir rehearses on March 6, 2026.', ['choir', 'thursday'], false],
  ['Marta pays 1,300 euros for the studio.', ['studio', '1200'], false],
])('a page says a fact by its values, however they are written: %s', (line, fact, isSaid) => {
  expect(hasValues(line, fact)).toBe(isSaid)
})

test('a reader is asked only what the values do not find, and only a yes of theirs counts', () => {
  const dialogue = {
    id: 'x',
    days: [],
    open: [],
    never: [['gossip']],
    changed: [],
    keep: [['tea'], ['brother', 'oslo']],
  }
  const questions = questionsOf(dialogue, ['Likes tea.', 'A sibling lives in the capital of Norway.'])
  expect(tally(questions).get('facts')).toEqual([1, 2])
  expect(tally(questions, { yes: [2, 5] }).get('facts')).toEqual([2, 2])
  expect(tally(questions, { yes: [2, 5] }).get('precision')).toEqual([2, 2])
  expect(tally(questions, { yes: [3] }).get('kept out')).toEqual([0, 1])
})
