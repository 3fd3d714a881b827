import { expect, test } from 'vitest'
import type { Block, Message } from '../model/message.ts'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { blockId, parseBlockId, reasonsInTurn } from './read.ts'

test('the id of a block says its message, its place and its attachment', () => {
  expect(blockId(7, 2)).toBe('7.2')
  expect(parseBlockId('7.2')).toEqual({ seq: 7, index: 2 })
  expect(Object.keys(parseBlockId('7.2'))).toEqual(['seq', 'index'])
  expect(parseBlockId(blockId(7, 2, 0))).toEqual({ seq: 7, index: 2, attachment: 0 })
})

const text = (role: 'user' | 'assistant', said: string): Message => ({ role, blocks: [{ type: 'text', text: said }] })
const thinking: Block = {
  type: 'opaque',
  purpose: 'reasoning',
  wire: { type: 'thinking', thinking: 'so', signature: 's' },
}
const thought: Message = { role: 'assistant', blocks: [thinking, { type: 'text', text: 'ok' }] }

test.each<[string, Message[], boolean]>([
  ['no reasoning at all', [text('user', 'a'), text('assistant', 'b')], false],
  ['reasoning since the newest request', [text('user', 'a'), thought], true],
  ['reasoning before it alone', [text('user', 'a'), thought, text('user', 'b'), text('assistant', 'c')], false],
  ['nothing but a request', [text('user', 'a')], false],
])('whether the model reasoned in this turn: %s', async (_, messages, expected) => {
  const desk = openDesk({ window: 100_000 })
  await desk.say(...messages)
  expect(reasonsInTurn(desk.view)).toBe(expected)
})
