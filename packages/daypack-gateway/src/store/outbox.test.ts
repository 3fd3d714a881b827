// Writes that a store refuses wait in their order, so many of them, until it takes them again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DaypackError } from '../../../daypack/src/model/errors.ts'
import { outbox } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store that is full or not, what it took, and what was told of it. */
function store(most?: number) {
  const state = { failure: undefined as Error | undefined, took: [] as string[], problems: [] as unknown[] }
  const box = outbox((problem) => state.problems.push(problem), most)
  const put = async (name: string) => {
    if (state.failure) throw state.failure
    state.took.push(name)
    return `took ${name}`
  }
  const write = (name: string, more: { later?: () => Promise<unknown> } = {}) =>
    box.write({ write: () => put(name), bytes: () => name.length, hold: () => `holds ${name}`, ...more })
  return { state, box, write, put }
}
const full = new DaypackError('disk-full', 'No space.')

test('what the store takes is written at once; nothing waits', async () => {
  const { box, write } = store()
  expect([await write('a'), box.unwritten()]).toEqual(['took a', undefined])
})

test('from the first refusal on all wait, in their order, and one is told of it', async () => {
  const { state, box, write } = store()
  state.failure = full
  expect([await write('one'), await write('three')]).toEqual(['holds one', 'holds three'])
  expect([box.unwritten(), state.problems]).toEqual([{ writes: 2, bytes: 8, why: 'No space.' }, [full]])
  state.failure = undefined
  // Nothing goes before what came earlier.
  expect(await write('five')).toBe('holds five')
  expect(state.took).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([state.took, box.unwritten()]).toEqual([['one', 'three', 'five'], undefined])
  expect(await write('six')).toBe('took six')
})

test('it tries again each second, and what it could not write yet keeps its place', async () => {
  const { state, box, write } = store()
  state.failure = full
  await write('a')
  await vi.advanceTimersByTimeAsync(2_500)
  expect(box.unwritten()?.writes).toBe(1)
  state.failure = undefined
  await vi.advanceTimersByTimeAsync(400)
  expect(state.took).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect([state.took, state.problems.length]).toEqual([['a'], 1])
  state.failure = full
  await write('b')
  // It was told of once already.
  expect(state.problems).toHaveLength(1)
})

test('what is asked to be all written says where it cannot be', async () => {
  const { state, box, write } = store()
  await box.drain()
  state.failure = full
  await write('a')
  state.failure = new Error('another reason')
  await expect(box.drain()).rejects.toThrow('another reason')
  expect(box.unwritten()?.why).toBe('another reason')
  state.failure = undefined
  await box.drain()
  expect(state.took).toEqual(['a'])
})

test('only so many bytes wait: beyond them the refusal is told', async () => {
  const { state, box, write } = store(5)
  state.failure = full
  expect(await write('12345')).toBe('holds 12345')
  await expect(write('6')).rejects.toBe(full)
  expect(box.unwritten()).toMatchObject({ writes: 1, bytes: 5 })
  state.failure = undefined
  await box.drain()
  state.failure = full
  expect(await write('54321')).toBe('holds 54321')
})

test('any other failure is told at once; what waits may be written another way later', async () => {
  const { state, box, write } = store()
  state.failure = new Error('a mistake')
  await expect(write('a')).rejects.toThrow('a mistake')
  expect(box.unwritten()).toBeUndefined()
  for (const code of ['io', 'locked', 'unreachable'] as const) {
    const { state: other, write: put } = store()
    other.failure = new DaypackError(code, 'x')
    expect([code, await put('a')]).toEqual([code, 'holds a'])
  }
  state.failure = full
  const later = vi.fn(async () => {})
  await write('b', { later })
  await box.drain()
  expect([later.mock.calls.length, state.took]).toEqual([1, []])
})
