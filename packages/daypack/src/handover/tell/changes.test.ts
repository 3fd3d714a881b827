// Where not all of a change fits, and where it stands among the files anyway.
import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { briefly, clipChange } from './changes.ts'

const came = '＋ aa 1 ⏎ function main() { ⏎ call(a) ⏎ } ⏎ call(b)'
const change = `− old line one\n${came}`
test.each([
  [change.length, change],
  [change.length - 1, came],
  [came.length, came],
  [came.length - 1, '＋ aa 1 ⏎ function main() { ⏎ call(a) ⏎ call(b)'],
  [47, '＋ aa 1 ⏎ function main() { ⏎ call(a) ⏎ call(b)'],
  [46, '＋ aa 1 ⏎ function main() { ⏎ call(a)'],
  [20, '＋ function main() {'],
  [10, '＋ aa 1 ⏎ …'],
])('in %d characters what came is told before what went, and what it defines before the rest', (max, told) => {
  expect(clipChange(change, max)).toBe(told)
})

test('a change of many lines that stand below is told by what it defines', () => {
  const lines = ['function main() {', 'const total = 1', 'return total + 1', 'call the other one']
  const event = (more: Partial<Event> = {}) => ({ kind: 'change', text: `＋ ${lines.join(' ⏎ ')}`, ...more }) as Event
  const shown = new Set(lines)
  const told = (one: Event, of: ReadonlySet<string> = shown) => briefly(one, of).text
  expect(told(event())).toMatch(/^＋ function main\(\) \{.* … \(as it stands below\)$/)
  expect(
    told(
      event({ text: `＋ ${lines.slice(1).join(' ⏎ ')} ⏎ and one more line` }),
      new Set([...lines, 'and one more line']),
    ),
  ).toMatch(/as it stands below/)
  for (const state of ['failed', 'rejected'] as const) expect(told(event({ state }))).not.toContain('below')
  expect(told(event({ kind: 'command' }))).not.toContain('below')
  expect(told(event({ text: `＋ ${lines.slice(0, 3).join(' ⏎ ')}` }))).not.toContain('below')
  expect(told(event(), new Set(lines.slice(1)))).not.toContain('below')
  expect(told(event({ text: `＋ ${[...lines, 'a fifth line of it'].join(' ⏎ ')}` }))).toContain('below')
})
