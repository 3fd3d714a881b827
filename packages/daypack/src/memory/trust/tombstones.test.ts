import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import type { Json } from '../../model/json.ts'
import { MEMORY_SESSION, openState } from '../notes/state.ts'
import { tombstones, within, withoutLabel } from './tombstones.ts'

async function open() {
  const { log } = memoryDriver({ now: () => 0 })
  const state = await openState(log, () => 0)
  return { state, gone: tombstones(state), log }
}

test.each([
  // The same, a range inside a range, both ends included.
  ['s#3-5', 's#3-5', true],
  ['s#3-4', 's#3-5', true],
  ['s#4-5', 's#3-5', true],
  ['s#2-5', 's#3-5', false],
  ['s#3-6', 's#3-5', false],
  ['s#4', 's#3-5', true],
  ['s#3-5', 's#4', false],
  // A part of the whole, and not the other way round.
  ['s#3', 's', true],
  ['s', 's#3-5', false],
  ['s1', 's', false],
  // Lines of a file, files of a folder, pages of a site.
  ['docs/a.md#L3-L5', 'docs/a.md#L1-L9', true],
  ['docs/a.md#L3-L12', 'docs/a.md#L1-L9', false],
  ['docs/a.md#L3', 'docs', true],
  ['docs/a.md', 'docs/', true],
  ['docs-old/a.md', 'docs', false],
  ['docs/a.md', 'docs#3', false],
  ['https://a.example/x', 'https://a.example', true],
  ['https://a.example.org', 'https://a.example', false],
  ['page#intro', 'page', false],
])('%s lies in %s: %s', (ref, whole, expected) => {
  expect(within(ref, whole)).toBe(expected)
})

test.each([
  ['Preference: tea', 'tea'],
  ['  - Fact: tea', 'tea'],
  ['* Decision:  tea', 'tea'],
  ['Lesson:tea', 'tea'],
  ['- tea', '- tea'],
  ['A fact: tea', 'A fact: tea'],
])('%j without its label is %j', (text, expected) => {
  expect(withoutLabel(text)).toBe(expected)
})

test('nothing was forgotten: nothing is gone', async () => {
  const { gone } = await open()
  expect(gone.size).toBe(0)
  expect(gone.has('I like green tea')).toBe(false)
  expect(gone.has('I like green tea', ['s1'])).toBe(false)
  expect(gone.masked('- I like green tea\n')).toBe('- I like green tea\n')
  expect(gone.erased('I like green tea')).toBe('I like green tea')
})

test('known again: the same words, in any order from three that mean something, inside a longer text', async () => {
  const { gone } = await open()
  await gone.add(['Fact: I like green tea', 'locker 4471', 'My bank is Montepio in Porto'], [])
  for (const same of [
    'I like green tea',
    'i LIKE  green-tea!',
    'Lesson: I like green tea.',
    'In Porto my bank is Montepio',
    'Hello. I like green tea. Bye',
    'Hello. In Porto my bank is Montepio. Bye',
    'She said I like green tea and left',
    '你好。I like green tea',
    'Locker 4471',
  ])
    expect([same, gone.has(same)]).toEqual([same, true])
  for (const other of [
    'I like tea',
    'I like black tea',
    'My bank is in Porto',
    // Two words that mean something: only as they were said.
    'Green tea I like',
    'green tea',
    '4471 locker',
    'the locker 4471 is red',
    '',
    '!',
  ])
    expect([other, gone.has(other)]).toEqual([other, false])
})

test('what comes from a forgotten source is gone; from two, when both are, or when one is an address', async () => {
  const { gone } = await open()
  await gone.add([], ['s1', 'https://a.example'])
  expect(gone.has('x', ['s1#3'])).toBe(true)
  expect(gone.has('x', ['s1#3', 's2#1'])).toBe(false)
  expect(gone.has('x', ['s1#3', 's1#9'])).toBe(true)
  expect(gone.has('x', ['https://a.example/page', 's2#1'])).toBe(true)
  expect(gone.has('x', ['https://b.example/page', 's2#1'])).toBe(false)
  expect(gone.has('x', [])).toBe(false)
  expect(gone.has('x')).toBe(false)
})

test('said again it is known again, alone and inside a text, until it is forgotten once more', async () => {
  const { state, gone, log } = await open()
  await gone.add(['I like green tea', 'My cat is old'], ['s1'])
  const size = gone.size
  await gone.lift('nothing of the kind')
  expect(state.all('remembered')).toEqual([])
  await gone.lift('I like green tea')
  expect(gone.has('I like green tea')).toBe(false)
  expect(gone.has('She said I like green tea and left')).toBe(false)
  expect(gone.has('My cat is old')).toBe(true)
  expect(gone.has('x', ['s1'])).toBe(true)
  expect(gone.size).toBeLessThan(size)
  await gone.add(['I like green tea'], [])
  expect(gone.has('I like green tea')).toBe(true)
  const again = tombstones(await openState(log, () => 0))
  expect([again.size, again.has('I like green tea')]).toEqual([size, true])
})

test('lifting sees what another process forgot', async () => {
  const { gone, log } = await open()
  const other = tombstones(await openState(log, () => 0))
  await other.add(['I like green tea'], [])
  expect(gone.has('I like green tea')).toBe(false)
  await gone.lift('I like green tea')
  await other.refresh()
  expect(other.has('I like green tea')).toBe(false)
})

test('in a note the sentence goes, with a mark behind it the whole line; places stay', async () => {
  const { gone } = await open()
  await gone.add(['I like green tea'], [])
  expect(
    gone.masked(
      '# A\r\n- I like green tea. And milk.\r\n- I like green tea <!-- @user s1#2 -->\r\n\r\n- b <!-- @user s1#2 -->',
    ),
  ).toBe('# A\r\n And milk.\r\n\r\n\r\n- b <!-- @user s1#2 -->')
  expect(gone.erased('Well. I like green tea. Bye')).toBe('Well. * **** ***** **** Bye')
})

test('what is no statement is not forgotten, and one that is alone is known', async () => {
  const { gone } = await open()
  await gone.add(['!!', ''], [])
  expect([gone.size, gone.has('?')]).toEqual([0, false])
  await gone.add(['locker 4471'], [])
  expect([gone.size, gone.has('Locker 4471!')]).toEqual([1, true])
})

test('lifted and forgotten elsewhere between two looks', async () => {
  const { gone, log } = await open()
  const other = tombstones(await openState(log, () => 0))
  await gone.add(['I like green tea', 'My cat is old'], [])
  expect(gone.has('I like green tea')).toBe(true)
  await other.lift('I like green tea')
  await other.add(['My dog is young'], [])
  await gone.refresh()
  expect(['I like green tea', 'My cat is old', 'My dog is young'].map((text) => gone.has(text))).toEqual([
    false,
    true,
    true,
  ])
})

test('what an earlier release has written still holds: the digests are a format', async () => {
  const { log } = memoryDriver({ now: () => 0 })
  const mark = (seq: number, name: string, data: Json) => ({ seq, at: 0, kind: 'mark', name, data }) as const
  const key = Buffer.alloc(32, 7).toString('base64')
  const digests = ['9176b79a8a4d79a4655dcd2d']
  await log.append(MEMORY_SESSION, [mark(1, 'key', { key }), mark(2, 'forgotten', { digests })], { expect: 0 })
  const gone = tombstones(await openState(log, () => 0))
  expect(gone.has('Locker 4471')).toBe(true)
})
