import { expect, test } from 'vitest'
import { briefChange, changeOf } from './change.ts'

const lines = Array.from({ length: 30 }, (_, at) => `const boat${at} = build(${at})`)
const { body } = changeOf({
  type: 'edit',
  path: 'src/boats.ts',
  changes: [{ old: 'const boats = []', next: lines.join('\n'), all: false }],
})

test('what was put into a file that stands below is told by its first lines', () => {
  const told = briefChange(body, (line) => lines.includes(line), 0.7)
  expect(told).toBe(
    '− const boats = []\n＋ const boat0 = build(0) ⏎ const boat1 = build(1) ⏎ const boat2 = build(2) ⏎ … (27 more lines, below)',
  )
})

test('a change that was changed again since is told whole', () => {
  expect(briefChange(body, (line) => lines.slice(0, 15).includes(line), 0.7)).toBe(body)
})
