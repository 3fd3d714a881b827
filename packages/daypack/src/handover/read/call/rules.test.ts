import { expect, test } from 'vitest'
import { demandsOf } from './rules.ts'

test.each([
  [
    'items and lines that demand, below the heading they stand under',
    '- a\n# A\n# B\n- one\ntwo\nIt must.\n# C\nso',
    '- a\n# B\n- one\nIt must.',
  ],
  ['a heading once', '# A\n1. one\n2) two\n## B\n* three', '# A\n1. one\n2) two\n## B\n* three'],
  ['a heading that demands is a heading', '# You must\nso', ''],
  ['numbers of lines are no items', '  1→# A\n  2→so\n  3→- one', '# A\n- one'],
])('of rules: %s', (_, text, demands) => {
  expect(demandsOf(text)).toBe(demands)
})

test('6,000 characters of each file, in what is read of it first', () => {
  expect(demandsOf('- xxx\n'.repeat(2_000)).split('\n')).toHaveLength(1_001)
  expect(demandsOf('- xxx\n'.repeat(4_000), 2).split('\n')).toHaveLength(2_001)
  const late = `${'words\n'.repeat(4_999)}- in.\n- out`
  expect([demandsOf(late), demandsOf(late, 2)]).toEqual(['- in.', '- in.\n- out'])
})
