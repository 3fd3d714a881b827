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
