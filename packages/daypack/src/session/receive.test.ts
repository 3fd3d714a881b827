import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import type { Block, Message } from '../model/message.ts'
import { refreshBrief } from './additions.ts'
import { splitKnownResults } from './receive.ts'

const result = (callId: string): Block => ({ type: 'tool-result', callId, tool: 'read', content: { text: callId } })
const text = (value: string): Block => ({ type: 'text', text: value })
const decoded = (...messages: Message[]) => ({ messages, bindsReasoning: false, requiresReasoning: false })

test('G-89: a question that came with results known already follows them, alone', async () => {
  const desk = openDesk()
  await desk.say({ role: 'user', blocks: [text('go')] })
  await desk.say({ role: 'assistant', blocks: [{ type: 'tool-call', callId: 'a', tool: 'read', input: {} }] })
  await desk.say({ role: 'tool', blocks: [result('a')] })
  const first: Message = { role: 'user', blocks: [text('go')] }
  const asked = decoded(first, { role: 'tool', blocks: [result('a'), text('and now?')] })
  expect(splitKnownResults(desk.view, asked).messages).toEqual([
    first,
    { role: 'tool', blocks: [result('a')] },
    { role: 'user', blocks: [text('and now?')] },
  ])
  for (const blocks of [[result('b'), text('and now?')], [result('a')], [text('and now?')]]) {
    const other = decoded(first, { role: 'tool', blocks })
    expect(splitKnownResults(desk.view, other)).toBe(other)
  }
})

test('G-89: notes that are gone change nothing of the start of a session', async () => {
  const desk = openDesk()
  await desk.say({ role: 'user', blocks: [text('noted')] })
  const view = { ...desk.view, marks: new Map([['brief', { data: { seq: 1 } }]]) } as unknown as typeof desk.view
  expect(await refreshBrief(view, async () => undefined, {} as never)).toEqual([])
})
