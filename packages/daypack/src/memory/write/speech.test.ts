import { expect, test } from 'vitest'
import type { Entry } from '../../model/entry.ts'
import { speechOf } from './speech.ts'

const answer = (tool: string, text: string): Entry[] => [
  {
    seq: 1,
    at: 0,
    kind: 'message',
    message: { role: 'tool', blocks: [{ type: 'tool-result', callId: 'a', tool, content: { text } }] },
    hash: '',
    sizes: [],
    counter: '',
  },
]
const found = (...from: string[]): string => JSON.stringify({ hits: from.map((by) => ({ from: by })) }, null, 2)

test.each([
  ['memory_search', found('user', 'tool'), ['tool']],
  ['memory_search', found('user'), ['user']],
  ['memory_search', found('root'), ['document']],
  ['memory_search', found(), ['model']],
  // Cut in the middle, where the label that counts may have stood.
  ['memory_search', found('user').slice(0, 20), ['document']],
  ['mcp__x__memory_search', found('user'), ['document']],
  ['memory_get', '[1] MEMORY.md#L1 (from user)', ['document']],
  ['memory_write', 'Written to MEMORY.md.', []],
  ['recall', 'anything', ['document']],
])('what %s answers counts as what it shows', async (tool, text, by) => {
  expect((await speechOf(answer(tool, text))).heard.map((each) => each.by)).toEqual(by)
})
