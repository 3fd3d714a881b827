import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['latency', 'latency', 0],
  ['latecny', 'latency', 1],
  ['latncy', 'latency', 1],
  ['lattency', 'latency', 1],
  ['lbtency', 'latency', 1],
  ['garden', 'water', 3],
])('%s and %s', (a, b, distance) => expect(editDistance(a, b, 2)).toBe(distance))

it('is the same both ways, and nothing only for equal words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 3)).toBe(editDistance(b, a, 3))
      expect(editDistance(a, b, 3) === 0).toBe(a === b)
    }),
  )
})
