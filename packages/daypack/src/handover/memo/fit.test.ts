import { expect, test } from 'vitest'
import { emptySections, renderSections, type Sections } from '../tell/sections.ts'
import { fitMemo } from './fit.ts'

const EMPTY = renderSections(emptySections()).length
/** Every line has eight characters, and so takes eleven. */
const memo = {
  sections: {
    ...{ goal: ['goal old', 'goal new'], constraints: ['demand 1', 'demand 2'], done: ['done old', 'done new'] },
    ...{ inProgress: ['underway'], blocked: ['blocked.'], decisions: ['choice 1', 'decided.'] },
    ...{ next: ['the next'], context: ['an error', 'the rest'] },
  } satisfies Sections,
  errors: 1,
  choices: ['choice 1'],
}
const inOrder = [
  ...['goal new', 'goal old', 'an error', 'demand 2', 'demand 1', 'choice 1'],
  ...['the next', 'blocked.', 'underway', 'decided.', 'done new', 'done old', 'the rest'],
]

test.each(inOrder.map((_, count) => count))('what matters most stays: %d lines', (count) => {
  for (const more of [0, 10]) {
    const { text, isWhole, isFull } = fitMemo(memo, EMPTY + 11 * count + more)
    const lines = [...text.matchAll(/^- (.*)$/gm)].map(([, line]) => line)
    expect([new Set(lines), isWhole, isFull]).toEqual([new Set(inOrder.slice(0, count)), count >= 6, count >= 7])
  }
})

test('lines are cut until what may not be lost fits, and no further', () => {
  const goal = 'a b '.repeat(75)
  const cutIn = (room: number): number[] => {
    const sections = { ...emptySections(), goal: [goal], next: [goal] }
    const { text } = fitMemo({ sections, errors: 0, choices: [] }, EMPTY + room)
    return [...text.matchAll(/^- (.*)$/gm)].map(([line]) => line.length - 2)
  }
  expect([600, 400, 210, 110, 50].map(cutIn)).toEqual([[280, 280], [160, 160], [100, 100], [100], []])
})
