import { codecsByWire } from '../../../packages/daypack-testing/test/wire-arbitraries.ts'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { validate } from 'daypack'
import { textOf } from 'daypack/internal'
import { readTranscript, readTranscripts } from './read.ts'
import { requestsOf } from './requests.ts'
import type { Transcript } from './transcript.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const lines = (...values: unknown[]) => bytes(values.map((value) => JSON.stringify(value)).join('\n'))
const roles = ({ messages }: Transcript) => messages.map(({ role }) => role)

const claude = (type: string, content: unknown, more: object = {}, message: object = {}) => ({
  type,
  uuid: JSON.stringify([content, more]),
  timestamp: '2026-01-01T00:00:00Z',
  message: { role: type, content, ...message },
  ...more,
})
const session = [
  { type: 'summary', summary: 'x' },
  claude('user', 'go'),
  claude(
    'assistant',
    [{ type: 'thinking', thinking: 'hm', signature: 's' }],
    {},
    { id: 'm1', model: 'claude-opus-4-5' },
  ),
  claude('assistant', [{ type: 'tool_use', id: 'a', name: 'Read', input: {} }], {}, { id: 'm1' }),
  claude('user', [{ type: 'tool_result', tool_use_id: 'a', content: 'A' }]),
  claude(
    'assistant',
    [{ type: 'tool_use', id: 'b', name: 'Bash', input: {} }],
    {},
    { id: 'm1', usage: { input_tokens: 7, output_tokens: 1 } },
  ),
  claude('user', [{ type: 'tool_result', tool_use_id: 'b', content: 'B' }]),
  claude('user', 'aside', { isSidechain: true }),
  { type: 'system', subtype: 'compact_boundary' },
  claude('user', 'This session is continued …', { isCompactSummary: true }),
  claude('assistant', [{ type: 'text', text: 'done' }], {}, { id: 'm2' }),
]

test('Claude Code: replies are joined by id, results of parallel calls too, compactions joined over, side chains left out', () => {
  const read = readTranscript(lines(...session, session[1]))
  expect(read.format).toBe('claude-code-jsonl')
  expect(roles(read)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(read.messages[1]?.blocks.map((block) => block.type)).toEqual(['opaque', 'tool-call', 'tool-call'])
  expect(read.messages[2]?.blocks).toMatchObject([
    { callId: 'a', content: { text: 'A' } },
    { callId: 'b', content: { text: 'B' } },
  ])
  expect(read).toMatchObject({ model: 'claude-opus-4-5', compactions: [3], tools: ['Bash', 'Read'] })
  expect(read.summaries).toEqual(new Map([[3, 'This session is continued …']]))
  expect(read.usage).toMatchObject([{ at: 1, billed: { input: 7 } }])
  expect(read.times[0]).toBe(Date.UTC(2026, 0, 1))
})

test('a call that never came back gets a marked result', () => {
  const read = readTranscript(lines(...session.slice(0, 4)))
  expect(roles(read)).toEqual(['user', 'assistant', 'tool'])
  expect(JSON.stringify(read.messages[2])).toContain('no result was recorded')
})

test('zipped or not, a cut last line is no harm, and counted', () => {
  const whole = lines(...session)
  const cut = Buffer.concat([whole, Buffer.from('\n{"type":"user","mess')])
  expect(readTranscript(gzipSync(cut))).toEqual({ ...readTranscript(whole), skipped: 1 })
})

test('the other formats are told apart and read', () => {
  const call = { id: '1', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }
  const chat = [
    { role: 'system', content: 's' },
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: '1', content: 'out' },
    { role: 'assistant', content: 'done' },
  ]
  const human = [
    { type: 'human', content: [{ type: 'text', text: 'go' }] },
    { type: 'ai', content: '', tool_calls: [{ id: '1', name: 'f', args: { a: 1 } }] },
    { type: 'tool', tool_call_id: '1', name: 'f', content: 'out' },
    { type: 'ai', content: 'done' },
  ]
  const events = [
    { source: 'agent', action: 'system', message: 's' },
    { source: 'user', action: 'message', message: 'go' },
    { source: 'agent', action: 'run', args: { a: 1 }, tool_call_metadata: { tool_call_id: '1', function_name: 'f' } },
    {
      source: 'agent',
      observation: 'run',
      content: 'out',
      tool_call_metadata: { tool_call_id: '1', function_name: 'f' },
    },
  ]
  const pi = [
    { type: 'session', id: 's' },
    {
      type: 'message',
      timestamp: '2026-01-01T00:00:00Z',
      message: { role: 'user', content: [{ type: 'text', text: 'go' }] },
    },
    { type: 'message', message: { role: 'assistant', content: [], stopReason: 'aborted' } },
    {
      type: 'message',
      message: {
        role: 'assistant',
        content: [{ type: 'toolCall', id: '1', name: 'f', arguments: { a: 1 } }],
        usage: { input: 3, output: 1, cacheRead: 2, cacheWrite: 0 },
      },
    },
    {
      type: 'message',
      message: { role: 'toolResult', toolCallId: '1', toolName: 'f', content: [{ type: 'text', text: 'out' }] },
    },
    { type: 'message', message: { role: 'bashExecution', command: 'ls', output: 'x' } },
  ]
  const markdown = `<!-- Generated by SpecStory, Markdown v2.1.0 -->

_**User (2026-01-01 00:00:00Z)**_

go

---

_**Agent (claude-opus-4-6 2026-01-01 00:00:01Z)**_

<think><details>secret</details></think>

_**Agent (claude-opus-4-6 2026-01-01 00:00:02Z)**_

Looking.

<tool-use data-tool-type="shell" data-tool-name="f"><details>
<summary>Tool use: **f** \`ls\`</summary>

\`\`\`text
out
\`\`\`
</details></tool-use>
`
  const sse = [
    { id: 'u', role: 'user', content: 'go' },
    { id: 'r', role: 'assistant' },
    { id: 'r', role: 'assistant', tool_call_chunks: [{ id: '1', name: 'f', args: '{"a"', index: 0 }] },
    { id: 'r', role: 'assistant', tool_call_chunks: [{ id: null, name: null, args: ': 1}', index: 0 }] },
    { id: 't', role: 'assistant', tool_call_id: '1', content: 'out' },
  ]
  const blocks = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input: { a: 1 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'out' }] },
  ]
  const all: [Buffer, string][] = [
    [bytes(sse.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join('')), 'deerflow-sse'],
    [bytes([{ task_id: 1, trial: 0, traj: chat }]), 'openai-tau'],
    [bytes([{ task_id: 'x', messages: chat }]), 'openai-livemcp'],
    [bytes(chat), 'openai-messages'],
    [bytes({ model: 'gpt-5', messages: chat }), 'request-body'],
    [bytes({ model: 'claude-opus-4-5', system: 'be brief', messages: blocks }), 'request-body'],
    [bytes(blocks), 'request-body'],
    [
      bytes({
        environment: 'e',
        trajectory: [],
        history: [...chat.slice(0, 3), { role: 'tool', content: 'out', tool_call_ids: ['1'] }],
      }),
      'sweagent-traj',
    ],
    [lines({ instance_id: 'i', history: events }), 'openhands-events'],
    [bytes({ values: { messages: human } }), 'langgraph-thread'],
    [lines(...pi), 'pi-jsonl'],
    [bytes(markdown), 'specstory-md'],
    [bytes(markdown.replaceAll('\n', '\r\n')), 'specstory-md'],
  ]
  for (const [file, format] of all) {
    const read = readTranscript(file)
    expect(read.format).toBe(format)
    const [ask, reply, result] = read.messages
    expect([format, ask && textOf(ask)]).toEqual([format, 'go'])
    expect(reply?.blocks.at(-1)).toMatchObject({ type: 'tool-call', tool: 'f' })
    expect(result?.blocks[0]).toMatchObject({ type: 'tool-result', tool: 'f', content: { text: 'out' } })
    for (const wire of ['anthropic', 'openai-chat'] as const)
      for (const { request } of requestsOf(read, wire)) expect(validate(codecsByWire[wire], request)).toEqual([])
  }
})

test('a file may hold several sessions', () => {
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'done' },
  ]
  expect(
    readTranscripts(
      bytes([
        { task_id: 1, traj: messages },
        { task_id: 2, traj: messages },
      ]),
    ),
  ).toHaveLength(2)
  expect(readTranscripts(lines({ messages }, { model: 'gpt-5', messages }))).toHaveLength(2)
  expect(() => readTranscript(bytes([]))).not.toThrow()
})

test('requests grow by what is new, and share what is old', () => {
  const read = readTranscript(lines(...session))
  const requests = [
    ...requestsOf(read, 'anthropic', { model: 'm', maxOutput: 5, more: { thinking: { type: 'adaptive' } } }),
  ]
  expect(requests.map(({ at, request }) => [at, (request['messages'] as unknown[]).length])).toEqual([
    [1, 1],
    [3, 3],
  ])
  const [first, second] = requests.map(({ request }) => request['messages'] as unknown[])
  expect(second?.[0]).toBe(first?.[0])
  expect(requests[0]).toMatchObject({
    billed: { input: 7 },
    request: { model: 'm', max_tokens: 5, thinking: { type: 'adaptive' } },
  })
})

test('SpecStory: commands, paths and patterns are read from the page', () => {
  const tool = (type: string, name: string, body: string) =>
    `_**Agent (m 2026-01-01 00:00:01Z)**_\n\n<tool-use data-tool-type="${type}" data-tool-name="${name}"><details>\n<summary>Tool use: **${name}**</summary>\n${body}\n</details></tool-use>\n`
  const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
  const page = [
    '# x\n<!-- Claude Code Session 00000000-0000-4000-8000-000000000000 (2026-01-01 00:00:00Z) -->\n\n_**User (2026-01-01 00:00:00Z)**_\n\ngo\n',
    tool('shell', 'Bash', `List files\n\n\`ls -la\`\n\n${fenced('text', 'total 0')}`),
    tool('shell', 'Bash', `Two lines\n\n${fenced('bash', 'cd a\nls')}\n\n${fenced('text', 'b')}`),
    tool('read', 'Read', ` \`./a.ts\`\n\n${fenced('text', '1→x')}`),
    tool('search', 'Grep', ` path \`./src\` pattern \`a|b\`\n\n${fenced('text', 'Found 1 file')}`),
    tool('write', 'Edit', fenced('text', 'The file a.ts has been updated')),
  ].join('\n')
  const { messages } = readTranscript(bytes(page))
  const blocks = messages.flatMap((message) => message.blocks)
  expect(blocks.flatMap((block) => (block.type === 'tool-call' ? [block.input] : []))).toEqual([
    { command: 'ls -la', description: 'List files' },
    { command: 'cd a\nls', description: 'Two lines' },
    { file_path: './a.ts' },
    { path: './src', pattern: 'a|b' },
    { summary: 'Tool use: **Edit**' },
  ])
  expect(blocks.flatMap((block) => (block.type === 'tool-result' ? [block.content] : []))).toEqual(
    ['total 0', 'b', '1→x', 'Found 1 file', 'The file a.ts has been updated'].map((text) => ({ text })),
  )
})

test('SpecStory: sections without tags that hold a call and what came of it are calls', () => {
  const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
  const section = (body: string) => `_**Agent (2026-01-01 00:00:01Z)**_\n\n${body}\n`
  const page = [
    '# x\n<!-- Claude Code Session 00000000-0000-4000-8000-000000000000 (2026-01-01 00:00:00Z) -->\n\n_**User (2026-01-01 00:00:00Z)**_\n\ngo\n',
    section('I look at it first.'),
    section(`List files\n\n\`ls -la src\`\n\n${fenced('text', 'total 0')}`),
    section(`Two lines\n\n${fenced('bash', 'cd a\nls')}\n\n${fenced('text', 'b')}`),
    section(`\`./a.ts\`\n\n${fenced('text', '1\tx')}`),
    section(fenced('text', 'The file /p/a.ts has been updated successfully.')),
    section(`It is done:\n\n${fenced('', 'a.ts')}\n\nShall I go on?`),
  ].join('\n')
  const { messages } = readTranscript(bytes(page))
  const blocks = messages.flatMap((message) => (message.role === 'user' ? [] : message.blocks))
  expect(
    blocks.map((block) =>
      block.type === 'tool-call'
        ? `${block.tool} ${JSON.stringify(block.input)}`
        : block.type === 'text'
          ? block.text
          : '→',
    ),
  ).toEqual([
    'I look at it first.',
    'Bash {"command":"ls -la src","description":"List files"}',
    '→',
    'Bash {"command":"cd a\\nls","description":"Two lines"}',
    '→',
    'Read {"file_path":"./a.ts"}',
    '→',
    'Edit {"file_path":"/p/a.ts"}',
    '→',
    'It is done:\n\n```\na.ts\n```\n\nShall I go on?',
  ])
})

test('G-109: Copilot CLI: its event log as a talk, with times, model and failed calls', () => {
  const event = (type: string, data: object, second: number) => ({
    type,
    data,
    timestamp: `2026-06-25T01:50:${second}.000Z`,
  })
  const read = readTranscript(
    lines(
      event('session.start', { sessionId: 'cop', producer: 'copilot-agent' }, 10),
      event('session.model_change', { newModel: 'claude-sonnet-4.6' }, 11),
      event('hook.start', { hookType: 'userPromptSubmitted' }, 12),
      event('system.message', { role: 'system', content: 'Be brief.' }, 13),
      event('user.message', { content: 'Why is it red?', transformedContent: '<x/>Why is it red?' }, 14),
      event(
        'assistant.message',
        {
          content: 'I look.',
          toolRequests: [
            { toolCallId: 'a', name: 'bash', arguments: { command: 'npm test' } },
            { toolCallId: 'b', name: 'view', arguments: { path: 'a.ts' } },
          ],
        },
        15,
      ),
      event('tool.execution_complete', { toolCallId: 'a', success: false, error: { message: 'exit 1' } }, 16),
      event('tool.execution_complete', { toolCallId: 'b', success: true, result: { content: 'let a' } }, 17),
      event('session.compaction_complete', { success: true, summaryContent: 'red, exit 1' }, 18),
      event('assistant.message', { content: 'It exits with 1.', toolRequests: [] }, 19),
    ),
  )
  expect(read).toMatchObject({ format: 'copilot-cli', id: 'cop', model: 'claude-sonnet-4-6', compactions: [3] })
  expect(roles(read)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(read.messages[2]?.blocks).toMatchObject([
    { callId: 'a', tool: 'bash', content: { text: 'exit 1' }, isError: true },
    { callId: 'b', tool: 'view', content: { text: 'let a' } },
  ])
  expect(read.times[1]).toBe(Date.UTC(2026, 5, 25, 1, 50, 15))
  expect(textOf(read.system ?? { role: 'system', blocks: [] })).toBe('Be brief.')
})

test('instructions that Codex sends again take the place of the older ones', () => {
  const developer = (...texts: string[]) => ({
    type: 'response_item',
    payload: { type: 'message', role: 'developer', content: texts.map((text) => ({ type: 'input_text', text })) },
  })
  const codex = readTranscript(
    lines(
      { type: 'session_meta', payload: { id: 'c' } },
      developer('<skills>one</skills>', '<mode>plan</mode>'),
      {
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      },
      developer('<skills>one, two</skills>'),
    ),
  )
  expect(textOf(codex.system ?? { role: 'system', blocks: [] })).toBe('<mode>plan</mode>\n\n<skills>one, two</skills>')
})

test('G-109: bills of Codex, Gemini CLI and OpenCode come with their models', () => {
  const item = (payload: object) => ({ type: 'response_item', payload })
  const codex = readTranscript(
    lines(
      { type: 'session_meta', payload: { id: 'c' } },
      { type: 'turn_context', payload: { model: 'gpt-5.5' } },
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] }),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }),
      {
        type: 'event_msg',
        payload: {
          type: 'token_count',
          info: { last_token_usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 5 } },
        },
      },
    ),
  )
  const billed = { input: 40, cacheRead: 60, cacheWrite: 0, output: 5 }
  expect(codex.usage).toEqual([{ at: 1, billed: { ...billed, model: 'gpt-5.5' } }])
  const gemini = readTranscript(
    bytes({
      sessionId: 'g',
      messages: [
        { type: 'user', content: 'go' },
        {
          type: 'gemini',
          content: 'done',
          model: 'gemini-3-pro',
          tokens: { input: 100, cached: 60, output: 3, thoughts: 2 },
        },
      ],
    }),
  )
  expect(gemini).toMatchObject({ model: 'gemini-3-pro', usage: [{ at: 1, billed }] })
  const opencode = readTranscript(
    bytes({
      info: { id: 'o' },
      messages: [
        { info: { role: 'user' }, parts: [{ type: 'text', text: 'go' }] },
        {
          info: { role: 'assistant', modelID: 'm', tokens: { input: 40, output: 5, cache: { read: 60, write: 0 } } },
          parts: [{ type: 'text', text: 'done' }],
        },
      ],
    }),
  )
  expect(opencode).toMatchObject({ model: 'm', usage: [{ at: 1, billed }] })
})
