import { expect, test } from 'vitest'
import { readPoints } from './formats.ts'
import { PLAN } from './plan.ts'
import { pick } from './points.ts'

const steps = (length: number, each: number) =>
  Array.from({ length: length / 2 }, (_, nth) => ({ at: nth * 2 + 1, tokens: (nth * 2 + 1) * each }))

test('a long session is examined as late as an examiner can read, with room on both sides', () => {
  const { at, tokens } = pick(steps(1000, 400), 1000, [])
  expect({ at, tokens }).toEqual({ at: 325, tokens: 130_000 })
})

test('a session that ends before is examined with 60 messages to come', () => {
  expect(pick(steps(400, 200), 400, []).at).toBe(339)
})

test('a compaction of the original run draws the point behind it, the last that has the right size', () => {
  expect(pick(steps(1000, 400), 1000, [100, 200, 600]).at).toBe(229)
  expect(pick(steps(1000, 400), 1000, [100]).at).toBe(325)
})

test('a short session keeps a fifth of itself to come', () => {
  expect(pick(steps(40, 500), 40, []).at).toBe(31)
})

test('a session with no such step is refused', () => {
  expect(() => pick(steps(10, 100_000), 10, [])).toThrow('No step')
})

test('the points of the repository are those of the plan, coding and not, trained on and not', () => {
  const points = readPoints()
  expect(points.map(({ id }) => id)).toEqual(PLAN.map(({ id }) => id))
  expect(new Set(points.map(({ id }) => id)).size).toBe(points.length)
  for (const set of ['train', 'others'] as const) {
    const kinds = points.filter(({ id, set: own }) => own === set && !id.endsWith('-late')).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'coding')).toHaveLength(5)
    expect(kinds.filter((kind) => kind !== 'coding')).toHaveLength(3)
  }
})
