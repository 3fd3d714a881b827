// Where not all of a change fits, and where it stands among the files anyway.
import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { briefly, clipChange } from './changes.ts'

test('what came is told before what went, and what it defines before the rest', () => {
  const text = '− old line one ⏎ old line two\n＋ const a = 1 ⏎ function main() { ⏎ call(a) ⏎ call(b)'
  expect(clipChange(text, 500)).toBe(text)
  expect(clipChange(text, 70)).toBe('＋ const a = 1 ⏎ function main() { ⏎ call(a) ⏎ call(b)')
  const short = clipChange(text, 34)
  expect([short.includes('function main'), short.includes('call(b)'), short.length <= 34]).toEqual([true, false, true])
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
