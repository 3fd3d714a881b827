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
