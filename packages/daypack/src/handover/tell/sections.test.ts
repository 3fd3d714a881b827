import { expect, test } from 'vitest'
import { emptySections, fitSections, HEADING_LINES, renderSections, type Sections } from './sections.ts'

const sections = (given: Partial<Sections>): Sections => ({ ...emptySections(), ...given })
const shown = (given: Partial<Sections>): string => renderSections(sections(given))

test('every section has its heading and says when there is nothing; the states of work only where there are some', () => {
  expect(shown({})).toBe(
    '## Goal\n(none)\n## Constraints & Preferences\n(none)\n## Progress\n(none)\n## Key Decisions\n(none)\n## Next Steps\n(none)\n## Critical Context\n(none)',
  )
  expect(shown({ goal: ['ship\nit'], blocked: ['b'], next: ['n', 'm'] })).toBe(
    '## Goal\n- ship\n  it\n## Constraints & Preferences\n(none)\n## Progress\n### Blocked\n- b\n## Key Decisions\n(none)\n## Next Steps\n- n\n- m\n## Critical Context\n(none)',
  )
  for (const state of ['done', 'inProgress'] as const)
    expect(shown({ [state]: ['s'] })).not.toContain('Progress\n(none)')
  expect(HEADING_LINES.slice(1, 6)).toEqual([
    '## Constraints & Preferences',
    '## Progress',
    '### Done',
    '### In Progress',
    '### Blocked',
  ])
})

const steps = ['the oldest step of all', 'the step after it', 'the newest step, the longest of all']
const goal = `the goal is ${'a b '.repeat(40)}[seq 4-9] [seq 11]`

test.each<[string, Partial<Sections>, number, Partial<Sections>]>([
  ['what fits is whole', { goal: ['ship it'], done: steps }, 0, { goal: ['ship it'], done: steps }],
  ['of what was done the oldest goes first', { done: steps }, 1, { done: ['(1 earlier left out)', ...steps.slice(1)] }],
  ['elsewhere the last', { context: steps }, 1, { context: [...steps.slice(0, 2), '(1 more left out)'] }],
  [
    'the section with most gives way',
    { done: ['s'], next: steps },
    1,
    { done: ['s'], next: [...steps.slice(0, 2), '(1 more left out)'] },
  ],
  [
    'an only line is cut, its sources stay',
    { goal: [goal] },
    60,
    { goal: [`the goal is ${'a b '.repeat(24)}… [seq 4-9] [seq 11]`] },
  ],
  ['or goes where too little of it would stay', { goal: [goal] }, 150, {}],
])('in less room: %s', (_, given, less, fitted) => {
  const room = Buffer.byteLength(shown(given)) - less
  expect(fitSections(sections(given), room)).toEqual(sections(fitted))
})
