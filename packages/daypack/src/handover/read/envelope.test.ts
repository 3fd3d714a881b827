import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Block, Message } from '../../model/message.ts'
import { opened } from './envelope.ts'
import { gather } from './evidence.ts'

const result = (text: string, isError?: boolean): Message => ({
  role: 'tool',
  blocks: [
    { type: 'tool-result', callId: 'c', tool: 't', content: { text }, ...(isError !== undefined && { isError }) },
  ],
})
const inner = (text: string): Block | undefined => opened(result(text)).blocks[0]

test('a result is read without what protocols and clients put around it', () => {
  const mcp = JSON.stringify({ _meta: null, content: [{ type: 'text', text: 'a\n"b"' }], isError: false }, undefined, 2)
  const nested = JSON.stringify({ content: [{ type: 'text', text: mcp }], isError: true })
  for (const text of [mcp, JSON.stringify([{ type: 'text', text: 'a\n"b"' }])])
    expect(inner(text)).toMatchObject({ content: { text: 'a\n"b"' } })
  expect(inner(nested)).toMatchObject({ content: { text: 'a\n"b"' }, isError: true })
})

test('what only looks like a wrapper stays as it is', () => {
  for (const text of [
    '{"content":"x","text":"y"}',
    '{"content":[{"type":"image","text":"x"}]}',
    '{"content":[{"type":"text","text":"x"}],"price":3}',
    '[]',
  ]) {
    const message = result(text)
    expect(opened(message)).toBe(message)
  }
})

test('any text is survived, and one in a wrapper comes out as it went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      opened(result(text))
      const wrapped = opened(result(JSON.stringify({ content: [{ type: 'text', text: `x${text}` }] })))
      expect(wrapped.blocks[0]).toMatchObject({ content: { text: `x${text}` } })
    }),
  )
})

const mcp = (text: string): string => JSON.stringify({ content: [{ type: 'text', text }] })

test('four wrappers inside each other are opened, and what a program printed below what its host says of it', () => {
  const four = mcp(mcp(mcp(mcp('end'))))
  expect([inner(four), inner(mcp(four))]).toMatchObject([
    { content: { text: 'end' } },
    { content: { text: mcp('end') } },
  ])
  expect(inner('Exit code: 7\nWall time: 1s\nOutput:\nhi')).toMatchObject({ content: { text: '[exit code 7]\nhi' } })
  expect(inner('Chunk ID: a\nWall time: 1s\nProcess running with session ID 4\nOutput:\nhi')).toEqual({
    ...{ type: 'tool-result', callId: 'c', tool: 't', content: { text: 'hi' } },
  })
  for (const isError of [false, true]) expect(opened(result(mcp('x'), isError)).blocks[0]).toMatchObject({ isError })
})

test.each<[string, Json, string, Json]>([
  ['callTool', { tool: 'x_y', args: {} }, 'x_y', {}],
  ['run', { tool: 'x y', toolName: 'z_z', args: {} }, 'z_z', {}],
  ['run', { tool: 'xy', args: '{"a":1}', server: 's_s' }, 's_s__xy', { a: 1 }],
  ['run', { tool: 'xy' }, 'run', { tool: 'xy' }],
  ['run', { args: {} }, 'run', { args: {} }],
  ['run', { tool: 'xy', args: '[1]' }, 'run', { tool: 'xy', args: '[1]' }],
  ['set_permission', { tool: 'bash', args: {} }, 'set_permission', { tool: 'bash', args: {} }],
  ['run', 'x', 'run', 'x'],
])('a tool that calls tools, and one that merely names one: %s with %j', (tool, input, toolMeant, given) => {
  const call: Message = { role: 'assistant', blocks: [{ type: 'tool-call', callId: 'c', tool, input }] }
  expect(opened(call).blocks[0]).toEqual({ type: 'tool-call', callId: 'c', tool: toolMeant, input: given })
  if (toolMeant === tool) expect(opened(call)).toBe(call)
})

test('a call handed to another tool is that call: its files and its failure are known', () => {
  const call = (callId: string, input: Json): Message => ({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId, tool: 'execute-tool', input }],
  })
  const answer = (callId: string, text: string): Message => ({
    role: 'tool',
    blocks: [{ type: 'tool-result', callId, tool: 'execute-tool', content: { text } }],
  })
  const { timeline, files } = gather([
    { role: 'user', blocks: [{ type: 'text', text: 'Write the note.' }] },
    call('1', { server_name: 'fs', tool_name: 'write_file', params: { path: '/a/note.md', content: '# Note' } }),
    answer('1', '{"content":[{"type":"text","text":"ok"}],"isError":false}'),
    call('2', { server: 'fs', tool: 'lookup_row', arguments: '{"id":7}' }),
    answer('2', '{"content":[{"type":"text","text":"no such row"}],"isError":true}'),
  ])
  expect([...files.files.keys()]).toEqual(['/a/note.md'])
  expect(timeline.events.slice(1)).toMatchObject([
    { kind: 'change', changed: ['/a/note.md'] },
    { head: 'fs__lookup_row id: 7', state: 'failed', text: 'no such row' },
  ])
})
