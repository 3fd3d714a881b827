import { expect, test } from 'vitest'
import { settles, things } from './same-thing.ts'

const shell = (command: string) => things({ tool: 'Bash', input: { command } })

test.each([
  ['make a', 'make a', true],
  ['make all', 'make a', true],
  ['make', 'make a', true],
  ['make b', 'make a', false],
  ['npm test', 'make', false],
  ['git commit -m x', 'git merge y', true],
  ['git push', 'git merge y', false],
  ['git commit -m x', 'git push', false],
  ['make --x=1', 'make --x=2', false],
  ['make', 'make --x=2', false],
  ['cd a && ./run ./b', './run b', true],
  ['npm run build', 'npm build', true],
])('the success of “%s” settles the failure of “%s”: %s', (later, earlier, isSettled) => {
  expect(shell(earlier).every((one) => shell(later).some((other) => settles(other, one)))).toBe(isSettled)
})

test('a call does something to files, else to what its arguments name, else to all of them', () => {
  const input = { order_id: 7, note: 'n', path: 'p', other_id: true }
  expect([
    shell('ls'),
    shell('ls && cat a | head'),
    things({ tool: 'get', input }),
    things({ tool: 'get', input: 'x' }),
    things({ tool: 'Read', input: { file_path: './a.ts' } }),
  ]).toEqual([
    [{ what: 'ls', to: [] }],
    [{ what: 'head', to: [] }],
    [{ what: 'get', to: ['order_id=7', 'path=p'] }],
    [{ what: 'get', to: ['"x"'] }],
    [{ what: 'Read', to: ['a.ts'] }],
  ])
})
