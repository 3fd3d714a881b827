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

test('a document that was written again keeps only what the later one left out', () => {
  const [first, second] = withoutRewritten([
    write(3, 'adr-001.md', ['Status: proposed, not decided', ...plan].join('\n')),
    write(9, 'store.md', ['How the store works today', ...plan].join('\n')),
  ])
  expect(first).toMatchObject({
    head: 'write adr-001.md (written again at [9], which has no longer)',
    text: 'Status: proposed, not decided',
  })
  expect(second?.text).toContain('Step 4')
})

test('documents that have little in common stay whole, and so does whatever is no document', () => {
  const events = [
    write(1, 'a.md', plan.join('\n')),
    { ...write(2, 'b.ts', plan.join('\n')), cut: 'start' as const },
    write(3, 'c.md', [...plan.slice(0, 3), 'Everything else is new here', 'and so is this line'].join('\n')),
  ]
  expect(withoutRewritten(events)).toEqual(events)
})

test('of a document that was removed, only what it began with is told, unless it was written anew', () => {
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
  const [old] = withoutRewritten([
    write(3, '/srv/docs/adr-001.md', long),
    remove,
    write(7, '/srv/docs/adr-001.md', plan.join('\n')),
  ])
  expect(old?.text).toBe(long)
})
