import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fill, worthwhile, type Offer } from './fill.ts'

const offer = (...steps: readonly (readonly [cost: number, value: number])[]): Offer => ({
  steps: steps.map(([cost, value]) => ({ cost, value })),
})

describe('G-27: one solver', () => {
  it('takes what is worth most for its characters first, and goes on with what still fits', () => {
    expect(fill([offer([100, 50]), offer([10, 20]), offer([60, 12])], 75)).toEqual([0, 1, 1])
  })

  it('takes the steps of an offer in their order, however much a later one is worth', () => {
    expect(fill([offer([50, 1], [10, 100]), offer([40, 40])], 60)).toEqual([0, 1])
    expect(fill([offer([50, 1], [10, 100]), offer([40, 40])], 100)).toEqual([2, 1])
  })

  it('keeps to the room that some share', () => {
    const shared = { left: 30 }
    const small = { ...offer([20, 99]), shared: [shared] }
    expect(fill([small, { ...small }, offer([20, 1])], 100)).toEqual([1, 0, 1])
  })

  it('takes of two that are worth the same the first, and the first steps of both; what just fits fits', () => {
    const same = offer([10, 10], [10, 10])
    expect([10, 20, 30, 40].map((room) => fill([same, same], room))).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
    ])
    expect(fill([{ ...same, shared: [{ left: 10 }] }, same], 30)).toEqual([1, 2])
    expect(fill([offer([0, 1]), offer([1, 2])], 1)).toEqual([1, 1])
    expect(fill([offer([4, 4]), offer([0.5, 0.7])], 4)).toEqual([1, 0])
  })

  it('leaves out the detail that is worth less than its characters, and all behind it', () => {
    const long = offer([10, 1000], [100, 250], [100, 150], [100, 900])
    expect(worthwhile(long, 2).steps).toEqual(long.steps.slice(0, 2))
    expect(worthwhile(long, 1).steps).toEqual(long.steps)
    expect(worthwhile(offer([40, 39]), 1).steps).toEqual([])
  })

  it('never takes more than there is', () => {
    const step = fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 }))
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 4 })), fc.nat({ max: 300 }), (all, room) => {
        const offers = all.map((steps) => offer(...steps))
        const used = fill(offers, room).reduce(
          (sum, taken, at) => sum + (offers[at]?.steps.slice(0, taken) ?? []).reduce((cost, one) => cost + one.cost, 0),
          0,
        )
        expect(used).toBeLessThanOrEqual(room)
      }),
    )
  })
})
