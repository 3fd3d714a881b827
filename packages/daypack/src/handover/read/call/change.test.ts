import { expect, test } from 'vitest'
import { briefChange, change } from './change.ts'

const lines = Array.from({ length: 30 }, (_, at) => `const boat${at} = build(${at})`)
const { text } = change([
  {
    type: 'edit',
    path: 'src/boats.ts',
    changes: [{ old: 'const boats = []', next: lines.join('\n'), all: false }],
  },
])

test('what was put into a file that stands below is told by its first lines', () => {
  const told = briefChange(text, (line) => lines.includes(line), 0.7)
  expect(told).toBe(
    '− const boats = []\n＋ const boat0 = build(0) ⏎ const boat1 = build(1) ⏎ const boat2 = build(2) ⏎ … (27 more lines, below)',
  )
})

test('a change that was changed again since is told whole', () => {
  expect(briefChange(text, (line) => lines.slice(0, 15).includes(line), 0.7)).toBe(text)
})
