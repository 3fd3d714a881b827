// What an editor is told of a chat: updates of its session, and questions with their choices.
import type { AgentContext, ContentBlock } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import type { View } from 'daypack'
import { textOfPrompt, updatesOf, callUpdate, editorUi } from './show.ts'

/** An editor that keeps what it is told, and answers questions with this. */
function editor(answer: () => Promise<unknown> = async () => ({ outcome: { outcome: 'selected', optionId: 'a' } })) {
  const told: unknown[] = []
  const client = {
    notify: async (_method: string, { update }: { update: unknown }) => void told.push(update),
    request: (_method: string, asked: unknown) => {
      told.push(asked)
      return answer()
    },
  }
  return { told, ui: editorUi(client as unknown as AgentContext, 's') }
}
const quiet = new AbortController().signal

test('text is the answer or a remark; escapes and empty lines are left out', async () => {
  const { told, ui } = editor()
  ui.write('Hi')
  ui.line('\u001B[1mbold\u001B[0m')
  ui.line('  ')
  ui.line()
  ui.unfolding('long', '')
  ui.isAnswer = true
  ui.line('so it is')
  ui.meter({ short: '', long: '' })
  await ui.sent()
  expect(told).toEqual([
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } },
    { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'bold\n' } },
    { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'long\n' } },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'so it is\n' } },
  ])
})

test('a call and its result', async () => {
  const { told, ui } = editor()
  ui.called?.({ callId: 'c', tool: 'read_file', input: { file_path: 'a.ts', start_line: 3 } })
  ui.answered?.({ callId: 'c', text: 'one', isError: false })
  ui.answered?.({ callId: 'd', text: 'no', isError: true })
  await ui.sent()
  expect(told).toEqual([
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'read_file a.ts 3',
      kind: 'read',
      status: 'in_progress',
      rawInput: { file_path: 'a.ts', start_line: 3 },
      locations: [{ path: 'a.ts' }],
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: 'one' } }],
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'd',
      status: 'failed',
      content: [{ type: 'content', content: { type: 'text', text: 'no' } }],
    },
  ])
})

test('what each tool does, in words for the editor', () => {
  const kindOf = (tool: string) => (callUpdate('c', tool, {}, 'completed') as { kind?: string }).kind
  expect(['read_ref', 'edit_file', 'grep_search', 'recall', 'run_shell', 'mcp__x'].map(kindOf)).toEqual([
    'read',
    'edit',
    'search',
    'search',
    'execute',
    'other',
  ])
  expect(
    [
      callUpdate('c', 'x', 'plain', 'completed'),
      callUpdate('c', 'x', null, 'completed'),
      callUpdate('c', 'x', { file_path: 3, long: 'y'.repeat(200) }, 'completed'),
    ].map((update) => ({ ...update, rawInput: 0 })),
  ).toEqual([
    { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x plain', kind: 'other', status: 'completed', rawInput: 0 },
    { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x null', kind: 'other', status: 'completed', rawInput: 0 },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'x 3 yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…',
      kind: 'other',
      status: 'completed',
      rawInput: 0,
    },
  ])
})

test('a question is asked with its choices; no answer is a no', async () => {
  const { told, ui } = editor()
  ui.called?.({ callId: 'c', tool: 'run_shell', input: { command: 'ls' } })
  expect(await ui.ask('Run: ls\n[y]es?', quiet)).toBe('a')
  expect(told.at(-1)).toEqual({
    sessionId: 's',
    toolCall: { toolCallId: 'c', title: 'Run: ls' },
    options: [
      { optionId: 'y', name: 'Run it', kind: 'allow_once' },
      { optionId: 'a', name: 'Always in this chat', kind: 'allow_always' },
      { optionId: 'n', name: 'Do not run it', kind: 'reject_once' },
    ],
  })
  const stopping = new AbortController()
  const never = editor(() => new Promise(() => {})).ui.ask('x', stopping.signal)
  stopping.abort()
  expect([
    await editor(() => Promise.reject(new Error('gone'))).ui.ask('x', quiet),
    await editor(async () => ({ outcome: { outcome: 'cancelled' } })).ui.ask('x', quiet),
    await never,
  ]).toEqual(['n', 'n', 'n'])
})

test('a session that is opened again is told from its beginning: what was said and called', () => {
  const slot = (role: string, blocks: object[], origin = 'caller') => ({ origin, message: { role, blocks } })
  const text = (words: string) => ({ type: 'text', text: words })
  const slots = [
    slot('user', [text('Hi')]),
    slot('user', [text('noted')], 'memory'),
    slot('assistant', [
      text('Ho'),
      { type: 'tool-call', callId: 'c', tool: 'list_files', input: {} },
      { type: 'opaque' },
    ]),
    slot('tool', [{ type: 'tool-result', callId: 'c', content: { text: 'x' } }]),
    slot('assistant', [text('Hm')], 'daypack'),
  ]
  expect(updatesOf({ slots } as unknown as View)).toEqual([
    { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hi' } },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Ho' } },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'list_files',
      kind: 'search',
      status: 'completed',
      rawInput: {},
    },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hm' } },
  ])
})

test('a prompt as text: files marked as such, links with their address, names on one line', () => {
  const blocks = [
    { type: 'text', text: 'Sum up.' },
    { type: 'resource_link', name: 'a\nb', uri: 'file:///a b' },
    { type: 'resource', resource: { uri: 'file:///c', text: 'content' } },
    { type: 'resource', resource: { uri: 'file:///d\u0085e', blob: '' } },
    { type: 'image', mimeType: 'image/png', data: '' },
    { type: 'audio', mimeType: 'audio/wav', data: '' },
  ] as ContentBlock[]
  expect(textOfPrompt(blocks).split('\n\n')).toEqual([
    'Sum up.',
    '[a b](file:///a b)',
    '<attached-file uri="file:///c">\ncontent\n</attached-file>',
    '[file:///d e]',
    '[image/png, not shown]',
    '[audio/wav, not shown]',
  ])
})
