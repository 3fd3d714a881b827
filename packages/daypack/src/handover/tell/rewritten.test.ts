import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { withoutRewritten } from './rewritten.ts'

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

test('of a document that was removed, only what it began with is told', () => {
  const remove: Event = {
    seq: 5,
    kind: 'command',
    head: '$ rm /srv/docs/adr-001.md',
    text: '',
    cut: 'start',
    state: 'ok',
    changed: ['/srv/docs/adr-001.md'],
  }
  const long = Array.from({ length: 60 }, (_, at) => `Reason ${at}: nobody asked for it before`).join('\n')
  const [first] = withoutRewritten([write(3, '/srv/docs/adr-001.md', long), remove])
  expect(first?.head).toBe('write /srv/docs/adr-001.md (removed at [5])')
  expect(first?.text.length).toBeLessThanOrEqual(1200)
})
