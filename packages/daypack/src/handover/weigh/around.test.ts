import { expect, test } from 'vitest'
import type { View } from '../../view/view.ts'
import type { HandoverContext } from '../read/context.ts'
import type { Folding } from '../read/folding.ts'
import { aroundOf } from './around.ts'

const message = (...blocks: number[]) => ({
  kind: 'message',
  size: { tokens: blocks.reduce((sum, one) => sum + one, 0) },
  blocks: blocks.map((tokens) => ({ id: `b${tokens}`, size: { tokens } })),
})
const earlier = { kind: 'fold', size: { tokens: 7 } }
const view = (more: object = {}) =>
  ({
    items: [message(1), earlier, message(20, 300), message(4_000), earlier, message(50_000, 600_000)],
    ...more,
  }) as unknown as View
const ctx = { budget: { window: 9_000, usable: 8_000, extra: { tokens: 5 } }, asked: true } as HandoverContext
const folding = (start: number, ...runs: readonly (readonly [from: number, to: number])[]): Folding =>
  ({ start, crops: [], runs: runs.map(([from, to]) => ({ from, to })) }) as unknown as Folding
const sizes = (plan: Folding, options: Parameters<typeof aroundOf>[2] = {}): number[] => {
  const { kept, folded, told } = aroundOf(view(), ctx, options, plan)
  return [kept, folded, told]
}

test('what is folded, what an earlier hand-over told of it, and what stays', () => {
  expect(sizes(folding(5, [1, 4]))).toEqual([650_008, 4_320, 7])
  expect(sizes(folding(5, [0, 1], [2, 5]))).toEqual([650_007, 4_321, 7])
  // The tail stays whatever a run says.
  expect(sizes(folding(3, [1, 5]))).toEqual([654_008, 320, 7])
  expect(sizes(folding(5, [1, 4]), { summary: 'memo' })).toEqual([650_008, 4_327, 0])
  expect(sizes(folding(5, [1, 4]), { summary: 'story' })).toEqual([650_008, 4_320, 7])
})

test('of a message that is cropped what remains, three characters a token', () => {
  const crops = [
    {
      block: 'b50000',
      keep: [
        { from: 10, to: 20 },
        { from: 90, to: 120 },
      ],
    },
    { block: 'b600000', keep: [] },
  ]
  expect(sizes({ ...folding(5, [0, 5]), crops } as unknown as Folding)[0]).toBe(14)
})

test('system and tools are fixed; a share of one’s own is passed on', () => {
  const plan = folding(5, [0, 5])
  expect(aroundOf(view(), ctx, {}, plan)).toEqual({
    window: 9_000,
    usable: 8_000,
    fixed: 5,
    kept: 650_000,
    folded: 4_321,
    told: 14,
    asked: true,
  })
  const system = { size: { tokens: 60 } }
  const { fixed, viewShare, room } = aroundOf(view({ system }), ctx, { viewShare: 0.5, room: 0.7 }, plan)
  expect([fixed, viewShare, room]).toEqual([65, 0.5, 0.7])
})
