import { expect, test } from 'vitest'
import { namesIn, texts } from './texts.ts'

test('everything a message says, decoded, by whose words they are', () => {
  const blocks = [
    { type: 'text', text: 'said' },
    { type: 'tool-call', callId: 'c', tool: 't', input: { a: 'one', b: [2, null, { c: 'two' }] } },
    { type: 'tool-result', callId: 'c', tool: 't', content: { text: '{"a": "three\\nfour"}' } },
    { type: 'tool-result', callId: 'c', tool: 't', content: { text: 'five' } },
    { type: 'tool-result', callId: 'c', tool: 't', content: { ref: 'r', bytes: 1, lines: 1 } },
    { type: 'opaque', purpose: 'hosted', wire: 'six' },
  ] as const
  const said = (role: 'user' | 'assistant') =>
    texts({ role, blocks: [...blocks] }).map((one) => `${one.source} ${one.text}`)
  expect(said('user')).toEqual(['user said', 'call one', 'call two', 'result three\nfour', 'result five'])
  expect(said('assistant')[0]).toBe('assistant said')
  expect(namesIn({ role: 'user', blocks: [{ type: 'text', text: 'see a_b.ts' }] })).toEqual([
    { source: 'user', names: ['a_b.ts'], chars: 10 },
  ])
})
