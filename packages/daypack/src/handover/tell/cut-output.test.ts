import { expect, test } from 'vitest'
import type { Message } from '../../model/message.ts'
import { gather } from '../read/evidence.ts'
import { story } from '../fit/story.ts'
import { cutOutput } from './cut-output.ts'

const LINES = Array.from({ length: 200 }, (_, at) => `step ${at} of the import took a while`)
const OUTPUT = LINES.with(120, 'table orders_2019: 48213 rows, checksum a91f03c7').join('\n')

test('G-22: a figure the talk came back to stays, not the head of the output', () => {
  const talk: Message[] = [
    { role: 'user', blocks: [{ type: 'text', text: 'Import the tables.' }] },
    {
      role: 'assistant',
      blocks: [{ type: 'tool-call', callId: '1', tool: 'Bash', input: { command: 'make import' } }],
    },
    { role: 'tool', blocks: [{ type: 'tool-result', callId: '1', tool: 'Bash', content: { text: OUTPUT } }] },
    { role: 'assistant', blocks: [{ type: 'text', text: 'orders_2019 has the checksum we wanted.' }] },
  ]
  const { events } = gather(talk).tale
  const text = story(events, { maxChars: 900, wholeChars: 400, wholesChars: 400 })
  expect(text).toContain('48213 rows, checksum a91f03c7')
  expect(text).not.toContain('step 7 of')
})

test('what tells how it went stays within its room, in the order it was printed', () => {
  const text = cutOutput(`${OUTPUT}\n3 tables, 0 errors`, '3 tables, 0 errors', 300, (line) =>
    line.includes('a91f03c7') ? 1 : 0,
  )
  expect(text.length).toBeLessThanOrEqual(300)
  expect(text).toMatch(/a91f03c7\n…\n3 tables, 0 errors$/)
})
