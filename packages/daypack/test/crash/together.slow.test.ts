import { expect, test } from 'vitest'
import { temporary } from '../temporary.ts'
import { listProblems, orderProblems, readProblems, workTogether } from './together.ts'

const told = (by: string, began: number, ended: number, place: number, number = 1) => ({
  by,
  began: BigInt(began),
  ended: BigInt(ended),
  place,
  number,
})

test('the check finds what is lost, doubled, out of order, and reads that see too little or too much', () => {
  expect(listProblems('x', ['a 1', 'b 1', 'a 2', 'b 2'], ['a', 'b'], 2)).toEqual([])
  expect(listProblems('x', ['a 1', 'b 1', 'a 2'], ['a', 'b'], 2)).toHaveLength(2)
  expect(listProblems('x', ['a 1', 'b 1', 'a 2', 'b 2', 'b 2'], ['a', 'b'], 2)).toHaveLength(2)
  expect(listProblems('x', ['a 2', 'b 1', 'a 1', 'b 2'], ['a', 'b'], 2)).toHaveLength(1)
  const [first, second] = [told('a', 1, 5, 1), told('b', 6, 9, 2)]
  expect(orderProblems('x', [first, second])).toEqual([])
  expect(orderProblems('x', [told('a', 1, 7, 2), told('b', 6, 9, 1)])).toEqual([])
  expect(orderProblems('x', [told('a', 1, 5, 2), told('b', 6, 9, 1)])).toHaveLength(1)
  expect(readProblems('x', [told('r', 6, 7, 1, 0), told('r', 7, 8, 2, 0)], [first, second])).toEqual([])
  expect(readProblems('x', [told('r', 6, 7, 0, 0)], [first, second])).toHaveLength(1)
  expect(readProblems('x', [told('r', 2, 3, 2, 0)], [first, second])).toHaveLength(1)
})

test('T-12: four processes append, two edit MEMORY.md, two read: as if one after the other', async () => {
  const found = await workTogether(temporary(), 2_000, 1)
  expect(found.failures).toEqual([])
  expect(found).toMatchObject({ appends: 2_000, edits: 200 })
  expect(found.reads).toBeGreaterThan(0)
}, 120_000)
