import { expect, test } from 'vitest'
import { createDaypack } from '../../src/create.ts'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'

/** A request whose agent called `tool` on a file and then ran something with a long output. */
const request = (tool: string) => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 1000,
  messages: [
    { role: 'user', content: 'look at a.ts, then run the tests' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: tool, input: { file_path: 'a.ts' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'export const a = 1' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'npm test' } }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'b',
          content: Array.from({ length: 2000 }, (_, at) => `test number ${at} went on for a while`).join('\n'),
        },
      ],
    },
  ],
})

test.each([
  ['Read', undefined, '`Read` with'],
  ['read', undefined, '`read` with'],
  ['fetch_row', undefined, '`read_file` with'],
  ['Read', 'read_ref', '`read_ref` with'],
])('an agent that reads with %s and was given %s is told to read on with %s', async (tool, readTool, told) => {
  const pack = await createDaypack({
    driver: memoryDriver(),
    memory: false,
    ...(readTool !== undefined && { readTool }),
  })
  const session = await pack.session('s')
  const { request: sent } = await session.prepare(anthropic, request(tool) as never)
  expect(JSON.stringify(sent)).toContain(told)
  await pack.close()
})
