import { expect, test } from 'vitest'
import type { Block, Message } from '../model/message.ts'
import { quotesChangedText } from './project.ts'
import type { Batch, Slot } from './view.ts'

const message = (...blocks: Block[]): Message => ({ role: 'user', blocks })
const slot = (said: Message, seq = 9, since = seq): Slot => ({
  seq,
  at: 0,
  message: said,
  hash: '',
  sizes: [],
  origin: 'caller',
  since,
})
const batch = (text: string, seq = 20): Batch => ({
  seq,
  at: 0,
  by: 'test',
  why: '',
  saved: 0,
  turns: [seq],
  active: true,
  edits: [{ op: 'fold', from: 1, to: 5, summary: { text }, tokens: 1, bytes: 1 }],
})
const text = (value: string): Block => ({ type: 'text', text: value })

test('F-61: a fold over the message is void, one made before the words stood there is not', () => {
  expect(quotesChangedText(batch('anything'), slot(message(text('old')), 3), message(text('new')))).toBe(true)
  expect(quotesChangedText(batch('anything', 7), slot(message(text('old')), 3, 8), message(text('new')))).toBe(false)
  expect(quotesChangedText({ ...batch(''), edits: [] }, slot(message(text('old')), 3), message())).toBe(false)
})

test.each<[string, Block, Block]>([
  ['a text', text('the key is hunter2-secret'), text('the key is gone')],
  [
    'the input of a call',
    { type: 'tool-call', callId: 'a', tool: 't', input: { key: 'hunter2-secret' } },
    { type: 'tool-call', callId: 'a', tool: 't', input: {} },
  ],
  [
    'a result',
    { type: 'tool-result', callId: 'a', tool: 't', content: { text: 'hunter2-secret' } },
    { type: 'tool-result', callId: 'a', tool: 't', content: { text: '' } },
  ],
  [
    'an opaque block',
    { type: 'opaque', purpose: 'other', wire: { data: 'hunter2-secret' } },
    { type: 'opaque', purpose: 'other', wire: {} },
  ],
])('F-61: a hand-over that quotes words which left %s is void', (_, before, after) => {
  const old = slot(message(before))
  expect(quotesChangedText(batch('it told hunter2-secret'), old, message(after))).toBe(true)
  expect(quotesChangedText(batch('it told something'), old, message(after))).toBe(false)
  expect(quotesChangedText(batch('it told hunter2-secret'), old, message(before))).toBe(false)
})

test('F-61: words that are not at hand count as quoted; what came in their place cannot clear the old ones', () => {
  const stored = { ref: 'a'.repeat(64), bytes: 9, lines: 1 }
  const result: Block = { type: 'tool-result', callId: 'a', tool: 't', content: stored }
  const media: Block = { type: 'media', mediaType: 'image/png', content: stored }
  expect(quotesChangedText(batch('anything'), slot(message(result)), message(text('new')))).toBe(true)
  expect(quotesChangedText(batch('anything'), slot(message(media)), message(text('new')))).toBe(false)
  expect(quotesChangedText(batch('hunter2-secret'), slot(message(text('hunter2-secret'))), message(result))).toBe(true)
})
