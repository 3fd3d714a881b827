// What of two views is the same, has changed, is new or gone: as a provider's cache sees it.
import { expect, test } from 'vitest'
import { project, type Entry, type Item, type View } from 'daypack'
import { compareViews, partOf, sameUntil } from './parts.ts'

const message = (seq: number, role: string, text = `text ${seq}`): Entry =>
  ({
    seq,
    at: seq,
    kind: 'message',
    message: { role, blocks: [{ type: 'text', text }] },
    hash: `${role} ${text}`,
    sizes: [{ tokens: 5, bytes: 20 }],
    counter: 'test',
  }) as unknown as Entry
const edits = (seq: number, edit: object) =>
  ({ seq, at: seq, kind: 'edits', by: 'x', why: '', edits: [edit], saved: 1 }) as unknown as Entry
const crop = (seq: number, block: string) =>
  edits(seq, { op: 'crop', block, keep: [], note: { text: 'cut' }, tokens: 1, bytes: 4 })
const fold = (seq: number, to: number) =>
  edits(seq, { op: 'fold', from: 1, to, summary: { text: 'so far' }, tokens: 2, bytes: 6 })

const LOG = [message(1, 'user'), message(2, 'assistant'), message(3, 'user')]
const view = (...more: Entry[]): View => project([...LOG, ...more])
const states = (before: View | undefined, after: View) => {
  const { same, stateOf, gone } = compareViews(before, after)
  return [same, gone, ...after.items.map(stateOf)]
}

test('the first view is all new; one that only grew is the same as far as it went', () => {
  expect(states(undefined, view())).toEqual([-1, 0, 'new', 'new', 'new'])
  expect(states(view(), view())).toEqual([3, 0, 'same', 'same', 'same'])
  expect(states(view(), view(message(4, 'assistant')))).toEqual([3, 0, 'same', 'same', 'same', 'new'])
  expect(states(view(message(4, 'assistant')), view())).toEqual([3, 1, 'same', 'same', 'same'])
})

test('a message that is cut has changed, and the cache ends before it', () => {
  expect(states(view(), view(crop(4, '2.0')))).toEqual([1, 0, 'same', 'changed', 'same'])
  const once = crop(4, '2.0')
  expect(states(view(once), view(once))).toEqual([3, 0, 'same', 'same', 'same'])
  expect(states(view(once), view(once, crop(5, '2.0')))).toEqual([1, 0, 'same', 'changed', 'same'])
})

test('a hand-over takes the place of what it stands for', () => {
  expect(states(view(), view(fold(4, 2)))).toEqual([0, 2, 'new', 'same'])
  const one = fold(4, 2)
  expect(states(view(one), view(one))).toEqual([2, 0, 'same', 'same'])
  expect(states(view(one), view(one, fold(5, 3)))[0]).toBe(0)
})

test('without the same system prompt nothing is the same', () => {
  const viewWith = (text: string) => ({ ...view(), system: view(message(4, 'system', text)).items.at(-1) }) as View
  expect([
    sameUntil(viewWith('a'), viewWith('a')),
    sameUntil(viewWith('a'), viewWith('b')),
    sameUntil(view(), viewWith('a')),
  ]).toEqual([3, -1, -1])
})

test('which part of a request an item is', () => {
  const roles = ['system', 'user', 'assistant', 'tool']
  expect(roles.map((role) => partOf({ kind: 'message', message: { role } } as Item))).toEqual([
    'system',
    'user',
    'agent',
    'results',
  ])
  expect(partOf({ kind: 'fold' } as Item)).toBe('folds')
})
