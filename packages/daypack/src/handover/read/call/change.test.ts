// What is told of a change to files: where, and the lines that differ.
import { expect, test } from 'vitest'
import type { FileAction } from '../../../tools/actions.ts'
import { change } from './change.ts'

const edit = (old: string, next: string, more: object = {}): FileAction => ({
  type: 'edit',
  path: 'a.ts',
  changes: [{ old, next, ...more }],
})
const told = (...actions: FileAction[]) => {
  const { head, text, cut, changed } = change(actions)
  return [head, text, cut, changed]
}

test('an edit: how many lines went and came, and which; what is the same at both ends is left out', () => {
  expect(told(edit('one\ntwo\nthree', 'one\nsecond\nextra\nthree'))).toEqual([
    'edit a.ts (−1 ＋2)',
    '− two\n＋ second ⏎ extra',
    'start',
    ['a.ts'],
  ])
  expect(told(edit('a line', 'a line\nanother'))[0]).toBe('edit a.ts (−0 ＋1)')
  expect(told(edit('a line\nanother', 'another'))[1]).toBe('− a line')
  expect(told(edit('same', 'same')).slice(0, 2)).toEqual(['edit a.ts (−0 ＋0)', ''])
  expect(told(edit('gone\n\n', 'come\n \n'))[0]).toBe('edit a.ts (−1 ＋1)')
  expect(told(edit('a\na', 'a\na\na'))[0]).toBe('edit a.ts (−0 ＋1)')
  expect(told(edit('a\na\na', 'a\na'))[0]).toBe('edit a.ts (−1 ＋0)')
  expect(told(edit('aa\nbb\n}\ndd', 'aa\nx\ncc\ndd')).slice(0, 2)).toEqual(['edit a.ts (−2 ＋2)', '− bb\n＋ cc'])
  expect(told(edit('x1', 'x2', { all: true }))[0]).toBe('edit a.ts (−1 ＋1, everywhere)')
})

test('the function it is in: the last one named before the lines that differ', () => {
  const inside = (old: string, next: string) => told(edit(old, next))[0]
  expect(inside('function first() {\n  one\n}', 'function first() {\n  two\n}')).toBe('edit a.ts in first (−1 ＋1)')
  expect(inside('const x = 1', 'function added() {\n}')).toMatch(/^edit a\.ts in added /)
  expect(inside('one', 'a\nb\nfunction third() {')).toBe('edit a.ts in third (−1 ＋3)')
  expect(inside('one', 'a\nb\nc\nfunction fourth() {')).toBe('edit a.ts (−1 ＋4)')
  expect(inside('just words', 'other words')).toBe('edit a.ts (−1 ＋1)')
})

test('lines common to both sides are told once, long ones by their beginning', () => {
  expect(told(edit('alpha\nkept line\nbeta', 'gamma\nkept line\ndelta'))[1]).toBe('− alpha ⏎ beta\n＋ gamma ⏎ delta')
  const [, text] = told(edit('old', `${'n'.repeat(300)} end`))
  expect([String(text).includes('end'), String(text).length < 230]).toEqual([false, true])
  const [, gone] = told(edit(`${'o'.repeat(300)} end`, 'new'))
  expect(String(gone).split('\n')[0]?.length).toBeLessThanOrEqual(162)
  const lines = (letter: string) => [1, 2, 3].map((at) => letter.repeat(99) + at).join('\n')
  const lengths = (old: string, next: string) =>
    String(told(edit(old, next))[1])
      .split('\n')
      .map((one) => one.length)
  expect([lengths(lines('o'), 'new'), lengths(lines('o'), lines('n'))]).toEqual([
    [160, 5],
    [308, 308],
  ])
})

test('a file that is written: its beginning, of a document more', () => {
  const write = (path: string, text: string) => told({ type: 'write', path, text })
  expect(write('a.ts', ' one\ntwo ')).toEqual(['write a.ts (2 lines)', 'one\ntwo', 'start', ['a.ts']])
  expect(write('a.ts', 'x'.repeat(9_000))[1]).toHaveLength(1_500)
  for (const name of ['a.md', 'a.HTML', 'a.txt']) {
    const [, text, cut] = write(name, 'x'.repeat(30_000))
    expect([String(text).length, cut]).toEqual([20_000, 'page'])
  }
})

test('every other way to change a file, in one line', () => {
  expect(told({ type: 'insert', path: 'a', after: 7, text: 't' }).slice(0, 2)).toEqual([
    'insert into a after line 7',
    't',
  ])
  expect(told({ type: 'append', path: 'a', text: 't' }).slice(0, 2)).toEqual(['append to a', 't'])
  expect(told({ type: 'replace', path: 'a', old: 'old', next: 'new', all: true }).slice(0, 2)).toEqual([
    'replace in a',
    '− old\n＋ new',
  ])
  expect(told({ type: 'forget', path: 'a' })).toEqual(['delete a', '', 'start', ['a']])
  expect(told({ type: 'move', path: 'a', to: 'b' }).slice(0, 2)).toEqual(['move a to b', ''])
  expect(told({ type: 'commit' })).toEqual(['change', '', 'start', []])
})

test('several at once: all their files in one line, each change below', () => {
  expect(told({ type: 'forget', path: 'b' }, { type: 'append', path: 'c', text: 't' }, { type: 'commit' })).toEqual([
    'change b, c',
    'delete b: \nappend to c: t\nchange: ',
    'start',
    ['b', 'c'],
  ])
})
