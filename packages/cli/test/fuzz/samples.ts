import type { JsonObject } from 'daypack/internal'

/** One good answer of each wire as its events, and a good request to it. */
export type Sample = {
  readonly path: string
  readonly request: JsonObject
  readonly events: readonly JsonObject[]
  readonly reply: JsonObject
}

const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } }
const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }
const usage = { input_tokens: 10, output_tokens: 3 }
const done = { id: 'resp_1', output: [item], usage }

export const SAMPLES: readonly Sample[] = [
  {
    path: '/v1/messages',
    request: {
      model: 'claude-opus-4-5',
      max_tokens: 100,
      stream: true,
      system: 'Be brief.',
      tools: [{ name: 'read', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'Read a.ts.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.ts' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'const a = 1' }] },
      ],
    },
    events: [
      { type: 'message_start', message: { id: 'm1', role: 'assistant', model: 'claude-opus-4-5', content: [], usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'c2', name: 'read', input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"path":"b.ts"}' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ],
    reply: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn', usage },
  },
  {
    path: '/v1/chat/completions',
    request: {
      model: 'gpt-5',
      stream: true,
      tools: [{ type: 'function', function: { name: 'read' } }],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Read a.ts.' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'const a = 1' },
      ],
    },
    events: [
      {
        id: 'x',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { role: 'assistant', content: 'Do' } }],
      },
      { choices: [{ index: 0, delta: { content: 'ne.' } }] },
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
      { choices: [], usage: { prompt_tokens: 10, completion_tokens: 3 } },
    ],
    reply: {
      id: 'x',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' }],
    },
  },
  {
    path: '/v1/responses',
    request: {
      model: 'gpt-5',
      stream: true,
      store: false,
      input: [
        { role: 'user', content: 'Read a.ts.' },
        { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'const a = 1' },
      ],
    },
    events: [
      { type: 'response.created', response: { id: 'resp_1' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ],
    reply: done,
  },
  {
    path: '/v1beta/models/gemini-2.5-pro:streamGenerateContent',
    request: {
      contents: [
        { role: 'user', parts: [{ text: 'Read a.ts.' }] },
        { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'const a = 1' } } }] },
      ],
    },
    events: [
      { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Do' }] } }] },
      { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'ne.' }] }, finishReason: 'STOP' }] },
      { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 3 } },
    ],
    reply: { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Done.' }] }, finishReason: 'STOP' }] },
  },
]

/** Turns over a websocket: what the client and what the provider sends. */
export const FRAMES: readonly { readonly by: 'client' | 'provider'; readonly frame: JsonObject }[] = [
  { by: 'client', frame: { type: 'response.create', model: 'gpt-5', input: [{ role: 'user', content: 'Hello.' }] } },
  { by: 'provider', frame: { type: 'response.output_item.done', output_index: 0, item } },
  { by: 'provider', frame: { type: 'response.completed', response: done } },
  {
    by: 'client',
    frame: { type: 'response.create', previous_response_id: 'resp_1', input: [{ role: 'user', content: 'And?' }] },
  },
  { by: 'provider', frame: { type: 'error', error: { type: 'invalid_request_error', message: 'no' } } },
]
