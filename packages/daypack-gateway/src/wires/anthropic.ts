import { placeBreakpoints, type Json } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { anthropicCollector, type JsonObject } from 'daypack/internal'
import { isFilled, isObject, MESSAGES, stringAt, unescaped, type GatewayWire } from './wire.ts'

/** Vertex AI and Bedrock name the model in the path; `count-tokens` there is no model. */
const HOSTED = [
  /\/publishers\/anthropic\/models\/([^/:]+):(?:rawPredict|streamRawPredict)$/,
  /\/model\/([^/]+)\/(?:invoke|invoke-with-response-stream)$/,
]
/** Amazon's signature covers the body and the host: nothing but the client can change either. */
const SIGNED = /^AWS4-HMAC/

export const anthropicWire: GatewayWire = {
  name: 'anthropic',
  codec: anthropic,
  upstream: 'https://api.anthropic.com',
  keyHeader: (key) => ({ 'x-api-key': key }),
  kind(path, headers) {
    const hosted = hostedModel(path)
    if (hosted !== undefined && !SIGNED.test(headers['authorization'] ?? ''))
      return hosted === 'count-tokens' ? 'count' : 'turn'
    if (path.endsWith('/v1/messages')) return 'turn'
    if (path.endsWith('/v1/messages/count_tokens')) return 'count'
    return hosted !== undefined || 'anthropic-version' in headers || 'x-api-key' in headers || path.startsWith('/api/')
      ? 'other'
      : undefined
  },
  ...MESSAGES,
  read: (body, path) => ('model' in body ? body : { ...body, model: hostedModel(path) ?? '' }),
  write({ model = '', ...request }, came) {
    return endMarked('model' in came ? { ...request, model } : request, came)
  },
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

function hostedModel(path: string): string | undefined {
  for (const form of HOSTED) {
    const name = form.exec(path)?.[1]
    if (name !== undefined) return unescaped(name)
  }
  return undefined
}

/** A client that marks the end of its conversation for the cache wants it marked when that end was told anew, too. */
function endMarked(request: JsonObject, came: JsonObject): JsonObject {
  const messages = listOf(request['messages'])
  const [marker] = listOf(came['messages']).slice(-2).flatMap(markersOf)
  if (!marker || messages.some((message) => markersOf(message).length > 0)) return request
  const elsewhere =
    markersOf({ content: request['system'] ?? null }).length + markersOf({ content: request['tools'] ?? null }).length
  return placeBreakpoints(
    { ...request, messages },
    { max: elsewhere + 1, ttl: stringAt(marker, 'ttl') === '1h' ? '1h' : '5m' },
  )
}

function markersOf(message: Json): Json[] {
  const blocks = isObject(message) ? listOf(message['content']) : []
  return blocks.flatMap((block) =>
    isObject(block) && isObject(block['cache_control']) ? [block['cache_control']] : [],
  )
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** With thinking on, the loop that is open must keep its own; all older thinking may go. */
function withoutReasoning(body: JsonObject): JsonObject | undefined {
  const messages = (body['messages'] ?? []) as readonly Json[]
  const isOn = isObject(body['thinking']) && body['thinking']['type'] === 'enabled'
  const open = isOn ? messages.findLastIndex((message) => isObject(message) && asks(message)) : messages.length
  const next = messages.map((message, index) => (index < open ? bare(message) : message))
  return next.some((message, index) => message !== messages[index]) ? { ...body, messages: next } : undefined
}

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
