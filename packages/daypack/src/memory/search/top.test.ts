import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highest } from './top.ts'

test('the highest are among them, wherever they stand and however many tie with the last', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), (given, count) => {
      const values = Float64Array.from(given)
      const numbers = given.map((_, index) => index)
      const chosen = highest(numbers, values, count).map((number) => given[number] ?? 0)
      const best = given.toSorted((a, b) => b - a).slice(0, count)
      expect(chosen.toSorted((a, b) => b - a).slice(0, count)).toEqual(best)
      expect(chosen.every((value) => value >= (best.at(-1) ?? 0))).toBe(true)
      expect(chosen.length).toBeLessThanOrEqual(Math.max(count * 2, Math.min(count, given.length)))
    }),
  )
})
