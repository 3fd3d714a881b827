import { expect, test } from 'vitest'
import { codecSuite } from '../../../../daypack-testing/src/codec-suite.ts'
import { arbRequest, bareRequests } from '../../../../daypack-testing/test/wire-arbitraries.ts'
import { validate } from '../../wire/validate.ts'
import { openaiResponses, type ResponsesRequest } from './index.ts'

const request = (input: unknown, more: object = {}): ResponsesRequest => ({ model: 'gpt-5.2', input, ...more })
const said = (fields: object) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  ...fields,
})
const reasoning = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: 'gAAA' })
const call = (id: string, text = '{}') => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'f',
  arguments: text,
  status: 'completed',
})
const output = (id: string, value: unknown = 'ok') => ({ type: 'function_call_output', call_id: id, output: value })

const odd: [string, ResponsesRequest][] = [
  ['nothing', request([])],
  ['no input at all', { model: 'x' }],
  ['a string', request('hello')],
  [
    'messages in every form',
    request([
      { role: 'user', content: 'x' },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'a' },
          { type: 'input_text', text: 'b', prompt_cache_breakpoint: {} },
        ],
      },
      { content: 'late', role: 'developer' },
      { role: 'assistant', content: 'y' },
      { role: 'user', content: [] },
      { role: 'user' },
      7,
      null,
    ]),
  ],
  [
    'instructions in front',
    request(
      [
        { role: 'developer', content: 'd' },
        { role: 'system', content: [{ type: 'input_text', text: 's' }] },
        { role: 'user', content: 'x' },
      ],
      { instructions: 'i' },
    ),
  ],
  [
    'a run of the model',
    request([
      { role: 'user', content: 'x' },
      reasoning('rs_1'),
      said({
        phase: 'commentary',
        content: [
          { type: 'output_text', text: 'a', annotations: [], logprobs: [] },
          { type: 'refusal', refusal: 'no' },
          { type: 'output_text', text: 'b', annotations: [] },
        ],
      }),
      call('1', '{"a": 1}'),
      call('2', '{"n":12345678901234567890}'),
      output('1'),
      output('2', [
        { type: 'input_text', text: 'p' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
        { type: 'input_file', file_id: 'f' },
        { type: 'input_text', text: '' },
      ]),
    ]),
  ],
  ['reasoning that was cut', request([{ role: 'user', content: 'x' }, call('1'), reasoning('rs_1')])],
  [
    'hosted items',
    request([
      {
        role: 'user',
        content: [
          { type: 'input_image', file_id: 'f', detail: 'auto' },
          { type: 'input_file', filename: 'x.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
        ],
      },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'mcp_approval_request', id: 'mcpr_1', arguments: '{}', name: 'n', server_label: 's' },
      { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'x' },
      { type: 'hologram' },
    ]),
  ],
  [
    'tools the caller runs',
    request([
      { role: 'user', content: 'x' },
      { type: 'custom_tool_call', id: 'ctc_1', call_id: '1', name: 'g', input: 'free' },
      { type: 'custom_tool_call_output', call_id: '1', output: 'y' },
      {
        type: 'local_shell_call',
        id: 'lsh_1',
        call_id: '2',
        status: 'completed',
        action: { type: 'exec', command: ['ls'], env: {} },
      },
      { type: 'local_shell_call_output', id: 'o', call_id: '2', output: '{}' },
      { type: 'shell_call', id: 'sh_1', call_id: '3', action: { commands: ['ls'] }, status: 'completed' },
      {
        type: 'shell_call_output',
        call_id: '3',
        output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
        max_output_length: 9,
      },
      {
        type: 'computer_call',
        id: 'cu_1',
        call_id: '4',
        action: { type: 'screenshot' },
        pending_safety_checks: [],
        status: 'completed',
      },
      {
        type: 'computer_call_output',
        call_id: '4',
        output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AA==' },
      },
    ]),
  ],
]

codecSuite({
  codec: openaiResponses,
  requests: odd,
  arb: arbRequest('openai-responses'),
  bare: bareRequests['openai-responses'],
  rejects: (body) => validate(openaiResponses, body),
})

test('where reasoning is left out, what it made goes without its id', () => {
  const like = request([
    { role: 'user', content: 'x' },
    reasoning('rs_1'),
    said({ content: [{ type: 'output_text', text: 'a' }] }),
    call('1'),
    output('1'),
  ])
  const { messages } = openaiResponses.decode(like)
  const rendered = messages.map((message, source) =>
    message.role === 'assistant'
      ? { ...message, blocks: message.blocks.filter((block) => block.type !== 'opaque') }
      : { ...message, source },
  )
  const next = openaiResponses.encode({ messages: rendered }, like)
  expect(JSON.stringify(next.input)).not.toMatch(/rs_1|msg_1|fc_1/)
  expect(validate(openaiResponses, next)).toEqual([])
})

test('reasoning goes with what it produced', () => {
  const like = request([{ role: 'user', content: 'x' }, reasoning('rs_1'), call('1'), output('1')])
  const { messages } = openaiResponses.decode(like)
  const rendered = messages
    .slice(0, 2)
    .map((message) => ({ ...message, blocks: message.blocks.filter((block) => block.type !== 'tool-call') }))
  const kept = openaiResponses.encode(
    { messages: [...rendered, { role: 'user', blocks: [{ type: 'text', text: 'y' }] }] },
    like,
  )
  expect(kept.input).toMatchObject([{ role: 'user', content: 'x' }, { role: 'user' }])
})

test('a conversation the server holds goes through untouched', () => {
  const like = request([output('1')], { previous_response_id: 'resp_1' })
  expect(openaiResponses.encode({ messages: [] }, like)).toBe(like)
  expect(openaiResponses.encode({ messages: [] }, request([{ type: 'item_reference', id: 'msg_1' }]))).toEqual(
    request([{ type: 'item_reference', id: 'msg_1' }]),
  )
})

test('what an SDK parsed for its caller is no part of the reply', () => {
  const output = [
    { ...call('1'), parsed_arguments: null },
    { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'x', parsed: { a: 1 } }] },
  ]
  expect(JSON.stringify(openaiResponses.reply({ output }))).not.toContain('parsed')
})

test('results and empty words of another wire make no message without content', () => {
  const foreign = { codec: 'anthropic' }
  const { input } = openaiResponses.encode(
    {
      messages: [
        { role: 'user', blocks: [{ type: 'text', text: 'Look.' }], ...foreign },
        { role: 'user', blocks: [{ type: 'text', text: '' }], ...foreign },
        { role: 'assistant', blocks: [{ type: 'tool-call', callId: 'c1', tool: 'look', input: {} }], ...foreign },
        {
          role: 'tool',
          blocks: [{ type: 'tool-result', callId: 'c1', tool: 'look', content: { text: 'seen' } }],
          ...foreign,
        },
      ],
    },
    { model: 'gpt-5.2', input: [] },
  )
  expect(
    (input as { type?: string; role?: string; content?: unknown }[]).map(({ type, role }) => type ?? role),
  ).toEqual(['user', 'function_call', 'function_call_output'])
})
