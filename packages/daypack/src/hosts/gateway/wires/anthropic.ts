import { anthropic } from '../../../codecs/anthropic/index.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import { anthropicCollector } from '../../support/collect.ts'
import { isFilled, isObject, MESSAGES, stringAt, type GatewayWire } from './wire.ts'

/** Anthropic Messages. */
export const anthropicWire: GatewayWire = {
  name: 'anthropic',
  codec: anthropic,
  upstream: 'https://api.anthropic.com',
  kind(path, headers) {
    if (path.endsWith('/v1/messages')) return 'turn'
    if (path.endsWith('/v1/messages/count_tokens')) return 'count'
    return 'anthropic-version' in headers || 'x-api-key' in headers || path.startsWith('/api/') ? 'other' : undefined
  },
  ...MESSAGES,
  hasTools: (body) => isFilled(body['tools']),
  isHeld: (body) => isObject(body['thread']),
  collector: anthropicCollector,
  isFormatted: (body) =>
    isObject(body['output_format']) || (isObject(body['output_config']) && isObject(body['output_config']['format'])),
  isSummary: (body) => stringAt(body['compaction'], 'type') === 'summarize',
  ping: 'event: ping\ndata: {"type": "ping"}\n\n',
  isReasoningRefusal: (text) => /signature/i.test(text) && /thinking/.test(text),
  withoutReasoning,
}

/** With thinking on, the loop that is open must keep its own; all older thinking may go. */
function withoutReasoning(body: JsonObject): JsonObject | undefined {
  const messages = (body['messages'] ?? []) as readonly Json[]
  const isOn = isObject(body['thinking']) && body['thinking']['type'] === 'enabled'
  const open = isOn ? messages.findLastIndex((message) => isObject(message) && asks(message)) : messages.length
  const next = messages.map((message, index) => (index < open ? bare(message) : message))
  return next.some((message, index) => message !== messages[index]) ? { ...body, messages: next } : undefined
}

/** A message of the user that answers no tool call. */
function asks(message: JsonObject): boolean {
  const { role, content } = message
  return (
    role === 'user' && !(Array.isArray(content) && content.some((part) => stringAt(part, 'type') === 'tool_result'))
  )
}

function bare(message: Json): Json {
  if (!isObject(message) || message['role'] !== 'assistant' || !Array.isArray(message['content'])) return message
  const content = (message['content'] as readonly Json[]).filter(
    (part) => !/^(redacted_)?thinking$/.test(stringAt(part, 'type')),
  )
  if (content.length === message['content'].length) return message
  return { ...message, content: content.length > 0 ? content : [{ type: 'text', text: '(thought)' }] }
}
