import { expect, test } from 'vitest'
import { tableLines } from './words.ts'

test('rows in columns: text to the left, figures to the right', () => {
  const rows = [
    ['name', 'cost', 'why'],
    ['a', '1,000', ''],
    ['longer', '2'],
  ]
  expect([tableLines(rows), tableLines(rows, (column) => column !== 1), tableLines([])]).toEqual([
    ['name     cost  why', 'a       1,000', 'longer      2'],
    ['name     cost  why', 'a       1,000', 'longer      2'],
    [],
  ])
})
