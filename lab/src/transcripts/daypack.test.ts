import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readTranscript } from './read.ts'

const TEXT = 'a long result\n世界\n'
const REF = createHash('sha256').update(TEXT).digest('hex')

test('what `daypack export` wrote is read with stored results whole and its bills', () => {
  const said = (role: string, block: object, more: object = {}) => ({
    ...{ kind: 'message', message: { role, blocks: [block] }, hash: role, counter: 'c' },
    ...{ sizes: [{ tokens: 1, bytes: 1 }], ...more },
  })
  const content = { ref: REF, bytes: Buffer.byteLength(TEXT), lines: 2 }
  const billed = { model: 'claude-sonnet-5-5', input: 9, cacheRead: 0, cacheWrite: 0, output: 2 }
  const entries = [
    said('user', { type: 'text', text: 'read it' }),
    said('user', { type: 'text', text: 'a note of memory' }, { origin: 'memory' }),
    said('assistant', { type: 'tool-call', callId: 'c1', tool: 'read', input: {} }),
    { kind: 'usage', usage: { ...billed, head: 3, counted: { tokens: 1, bytes: 1 } } },
    said('tool', { type: 'tool-result', callId: 'c1', tool: 'read', content }),
  ].map((entry, index) => ({ entry: { seq: index + 1, at: index, ...entry } }))
  const lines = [
    { format: 'daypack-export', version: 1, session: 's', entries: entries.length },
    { blob: REF, base64: Buffer.from(TEXT).toString('base64') },
    ...entries,
  ]
  const read = readTranscript(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')))
  expect(read).toMatchObject({ format: 'daypack-export', id: 's', model: 'claude-sonnet-5-5' })
  expect(read.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  expect(read.messages[2]?.blocks[0]).toMatchObject({ type: 'tool-result', content: { text: TEXT } })
  expect(read.usage).toMatchObject([{ at: 1, billed }])
})
