import type { JsonObject } from 'daypack/internal'
import { arrayOf, objectOf, textOf, without } from './json.ts'
import type { StreamShape } from './script.ts'
import { deltas, type StreamEvent } from './wire.ts'

export function anthropicEvents(response: JsonObject, shape: StreamShape): StreamEvent[] {
  const usage = objectOf(response['usage'])
  const events: StreamEvent[] = []
  const push = (data: JsonObject) => void events.push({ event: textOf(data['type']), data })
  push({
    type: 'message_start',
    message: {
      ...without(response, 'context_management'),
      content: [],
      stop_reason: null,
      usage: { ...usage, output_tokens: 1 },
    },
  })
  push({ type: 'ping' })
  arrayOf(response['content']).forEach((value, index) => {
    const block = objectOf(value)
    push({ type: 'content_block_start', index, content_block: blockStart(block) })
    for (const delta of blockDeltas(block, shape)) push({ type: 'content_block_delta', index, delta })
    push({ type: 'content_block_stop', index })
  })
  const managed = response['context_management']
  push({
    type: 'message_delta',
    delta: { stop_reason: response['stop_reason'] ?? null, stop_sequence: null },
    usage,
    ...(managed ? { context_management: managed } : {}),
  })
  push({ type: 'message_stop' })
  return events
}

function blockStart(block: JsonObject): JsonObject {
  switch (block['type']) {
    case 'text':
      return { ...block, text: '' }
    case 'thinking':
      return { ...block, thinking: '', signature: '' }
    case 'tool_use':
      return { ...block, input: {} }
    default:
      return block
  }
}

function blockDeltas(block: JsonObject, shape: StreamShape): JsonObject[] {
  const pieces = (text: string) => deltas(text, shape.deltaChars)
  switch (block['type']) {
    case 'text':
      return pieces(textOf(block['text'])).map((text) => ({ type: 'text_delta', text }))
    case 'thinking':
      return [
        ...pieces(textOf(block['thinking'])).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block['signature'] ?? '' },
      ]
    case 'tool_use':
      return pieces(JSON.stringify(block['input'] ?? {})).map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }))
    default:
      return []
  }
}
