import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

test('G-108: two hand-overs line by line: what stayed, came and went', () => {
  const told = lineDiff('a\nb\nc\nd', 'a\nc\nnew\nd').map(({ sign, text }) => sign + text)
  expect(told).toEqual([' a', '-b', ' c', '+new', ' d'])
  expect(lineDiff('same', 'same')).toEqual([{ sign: ' ', text: 'same' }])
})
