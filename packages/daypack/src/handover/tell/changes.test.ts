// A change that stands among the files anyway.
import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { briefly } from './changes.ts'

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
