import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { withoutOlderCopies, withoutRewritten } from './rewritten.ts'

const write = (seq: number, path: string, text: string): Event => ({
  seq,
  kind: 'change',
  head: `write ${path}`,
  text,
  cut: 'page',
  state: 'ok',
  changed: [path],
})
const plan = Array.from({ length: 10 }, (_, at) => `Step ${at}: move part ${at} of the store`)

test('of a file that was written again only the newest state is told', () => {
  const edit: Event = { ...write(5, 'store.ts', '− a\n＋ b'), head: 'edit store.ts', cut: 'start' }
  const [first, second, third, other] = withoutRewritten([
    write(3, 'store.ts', plan.join('\n')),
    edit,
    write(9, 'store.ts', ['How the store works today', ...plan].join('\n')),
    write(4, 'other.md', plan.join('\n')),
  ])
  expect([first, second]).toMatchObject([
    { head: 'write store.ts (written again at [9])', text: '' },
    { head: 'edit store.ts (written again at [9])', text: '' },
  ])
  expect([third?.text, other?.text]).toEqual([expect.stringContaining('Step 4'), expect.stringContaining('Step 4')])
})

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
