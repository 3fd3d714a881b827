import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { withoutOlderCopies } from './older-copies.ts'

test('a finding that several programs print is told with the newest of them', () => {
  const run = (seq: number, head: string, text: string): Event => ({
    seq,
    kind: 'command',
    head,
    text,
    cut: 'output',
    state: 'failed',
    changed: [],
  })
  const finding = 'src/store.ts:7:3: the table is never closed (no-leak)'
  const [lint, hook] = withoutOlderCopies([
    run(3, '$ npm run lint', `${finding}\n1 problem`),
    run(5, '$ git commit -m store', `${finding}\nthe hook failed`),
  ])
  expect(lint?.text).toBe('1 problem')
  expect(hook?.text).toContain(finding)
})

test('what is all printed again is told by its first line: no pointer to an output that may be shortened itself', () => {
  const run = (seq: number, text: string): Event => ({
    seq,
    kind: 'command',
    head: '$ git ls-tree -r --name-only HEAD',
    text,
    cut: 'output',
    state: 'ok',
    changed: [],
  })
  const [all, failed] = withoutOlderCopies([
    run(1, 'docs/plan.md\nsrc/a-long-name.ts'),
    run(2, 'fatal: not a tree object'),
    run(3, 'docs/plan.md\nsrc/a-long-name.ts\nfatal: not a tree object'),
  ])
  expect([all?.text, failed?.text]).toEqual(['docs/plan.md …', 'fatal: not a tree object'])
})

test('long lines are the same whoever printed them, short ones by the same command; what was said stays', () => {
  const [long, short] = ['x'.repeat(40), 'y'.repeat(39)]
  const told = withoutOlderCopies(
    (
      [
        ['look', 'look', `${long}\nsame text\n12345678`],
        ['command', '$ a', `${short}\n${long}`],
        ['command', '$ b', short],
        ['user', '', long],
        ['command', '$ c', 'no output'],
        ['search', 'search', long, `${long}\nfull line`],
        ['command', '$ c', 'no output'],
        ['look', 'look', long],
        ['command', 'look', 'same text\n12345678'],
        ['command', '$ d', long],
      ] as const
    ).map(([kind, head, text, full]): Event => {
      const event = { seq: 1, kind, head, text, cut: 'output', changed: [] } as const
      return full === undefined ? event : { ...event, full }
    }),
  )
  expect(told.map(({ text, full }) => (full === undefined ? text : [text, full]))).toEqual([
    '12345678',
    short,
    short,
    long,
    'no output',
    ['', 'full line'],
    'no output',
    '',
    'same text\n12345678',
    long,
  ])
})
