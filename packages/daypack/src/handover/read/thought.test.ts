import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { gather } from './evidence.ts'
import { story } from '../fit/story.ts'
import { thoughtOf, extractDeliberation } from './thought.ts'

const reasoning = (wire: Json) => ({ type: 'opaque', purpose: 'reasoning', wire }) as const

test('the words of a thought are read from every wire, and nothing from a sealed one', () => {
  const wires: Json[] = [
    { type: 'thinking', thinking: 'so', signature: 's' },
    { reasoning_content: 'so' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'so' }], encrypted_content: 'x' },
    { text: 'so', thought: true },
    { type: 'reasoning', text: 'so' },
  ]
  for (const wire of wires) expect(thoughtOf(reasoning(wire))).toBe('so')
  expect(thoughtOf(reasoning({ type: 'redacted_thinking', data: 'abc' }))).toBe('')
  expect(thoughtOf({ type: 'opaque', purpose: 'hosted', wire: { text: 'so' } })).toBe('')
})

test('of a thought what was weighed is told, not which call comes next', () => {
  const thought =
    'Let me read the file. The cleanest solution would be one helper function. But to minimize changes, I fix the two callers. Now open a.ts.\n```ts\nconst a = because\n```'
  expect(extractDeliberation(thought)).toBe(
    'The cleanest solution would be one helper function. But to minimize changes, I fix the two callers.',
  )
  expect(extractDeliberation('Let me look at the file now.')).toBe('')
  expect(extractDeliberation('最简单的方案是只改两个调用的地方，而不是写一个新函数。')).not.toBe('')
})

test('reasons that stand only in a thought are told in the story; those said aloud are told once', () => {
  const reply = (thinking: string, text: string): Message => ({
    role: 'assistant',
    blocks: [reasoning({ type: 'thinking', thinking, signature: 's' }), { type: 'text', text }],
  })
  const why = 'A table-driven test would be cleaner, however merging the two tests is the simplest fix.'
  const aloud = `${why} ${'The duplicate in manual_commit_test.go is gone, the linter has nothing left to say about it, and both cases are still covered by the merged test. '.repeat(2)}`
  const told = (messages: readonly Message[]): string =>
    story(gather(messages).timeline.events, { maxChars: 4000, wholeChars: 2000, wholesChars: 2000 })
  const ask: Message = { role: 'user', blocks: [{ type: 'text', text: 'Mend the lint finding.' }] }
  expect(told([ask, reply(why, 'Let me fix it:')])).toContain(`THOUGHT: ${why}`)
  expect(told([ask, reply(why, aloud)])).not.toContain('THOUGHT')
})

test('ways that were weighed stand together', () => {
  const thought = [
    'I see that the state is loaded already.',
    'There are two approaches:',
    '1. Add a field to SaveContext',
    '2. Have the strategy read the session state',
    '',
    'Option 1 is cleaner because it makes the dependency explicit. Let me add it.',
  ].join('\n')
  expect(extractDeliberation(thought)).toBe(
    'There are two approaches:\n1. Add a field to SaveContext\n2. Have the strategy read the session state\nOption 1 is cleaner because it makes the dependency explicit.',
  )
})
