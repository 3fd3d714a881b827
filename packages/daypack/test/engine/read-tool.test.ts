import { expect, test } from 'vitest'
import { createDaypack } from '../../src/create.ts'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { openaiResponses } from '../../src/codecs/openai-responses/index.ts'
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
  ['fetch_row', undefined, '`Bash`: sed -n'],
  ['Read', 'read_ref', '`read_ref` with'],
])('an agent that reads with %s and was given %s is told to read on with %s', async (tool, readTool, told) => {
  const pack = await createDaypack({
    driver: memoryDriver(),
    memory: false,
    ...(readTool !== undefined && { tuning: { readTool } }),
  })
  const session = await pack.session('s')
  const { request: sent } = await session.prepare(anthropic, request(tool) as never)
  expect(JSON.stringify(sent)).toContain(told)
  await pack.close()
})

const schema = (...fields: string[]) => ({ properties: Object.fromEntries(fields.map((name) => [name, {}])) })
const tool = (name: string, ...fields: string[]) => ({ name, input_schema: schema(...fields) })
const bash = tool('Bash', 'command')

test.each([
  ['Claude Code', [bash, tool('Read', 'file_path', 'offset', 'limit')], /`Read` with file_path=\S+ offset=\d+\b/],
  ['pi', [tool('bash', 'command'), tool('read', 'path', 'offset')], /`read` with path=\S+ offset=\d+\b/],
  ['OpenCode', [tool('read', 'filePath', 'offset', 'limit')], /`read` with filePath=\S+ offset=\d+\b/],
  ['Gemini CLI', [tool('read_file', 'file_path', 'start_line')], /`read_file` with file_path=\S+ start_line=\d+\b/],
  ['one that reads whole files', [tool('view', 'path')], /`view` with path=[^\s=]+\]/],
  [
    'our MCP server',
    [tool('mcp__daypack__read_ref', 'file_path', 'start_line')],
    /`mcp__daypack__read_ref` with file_path=/,
  ],
  ['Codex', [tool('exec_command', 'cmd')], /`exec_command`: sed -n '\d+,\$p' '/],
  [
    'Codex, which takes JavaScript',
    [{ type: 'custom', name: 'exec', format: { type: 'grammar' } }],
    /`exec`, as a shell command: sed -n '\d+,\$p' '/,
  ],
  ['one without any', [tool('get_weather', 'city')], /`Bash`: sed/],
])('G-44: the reading tool is one of %s, with its own arguments', async (_, tools, told) => {
  const pack = await createDaypack({ driver: memoryDriver(), memory: false })
  const session = await pack.session('s')
  const { request: sent } = await session.prepare(anthropic, { ...request('fetch_row'), tools } as never)
  expect(JSON.stringify(sent)).toMatch(told)
  await pack.close()
})

test('a request of Codex offers its tools in the list of messages: the last call tells that its shell takes a script', async () => {
  const output = Array.from({ length: 2000 }, (_, at) => `test number ${at} went on for a while`).join('\n')
  const pack = await createDaypack({ driver: memoryDriver(), memory: false })
  const session = await pack.session('s')
  const { request: sent } = await session.prepare(openaiResponses, {
    model: 'gpt-5',
    input: [
      { role: 'user', content: 'run the tests' },
      { type: 'custom_tool_call', call_id: 'a', name: 'exec', input: 'await tools.exec_command({ cmd: "npm test" })' },
      { type: 'custom_tool_call_output', call_id: 'a', output },
    ],
  } as never)
  expect(JSON.stringify(sent)).toMatch(/`exec`, as a shell command: sed -n '/)
  await pack.close()
})
