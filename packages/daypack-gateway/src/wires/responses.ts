import type { Json } from 'daypack'
import { openaiResponses } from 'daypack/codecs'
import { isHeldByServer, responsesCollector, type JsonObject } from 'daypack/internal'
import { isFilled, isObject, stringAt, type Frames, type GatewayWire } from './wire.ts'

/** Frames are request bodies with a type; with `generate: false` they only warm the cache. */
const frames: Frames = {
  asked(frame) {
    if (frame['type'] !== 'response.create' || !Array.isArray(frame['input'])) return undefined
    const after = frame['previous_response_id']
    const list = frame['input'] as readonly Json[]
    return { list, isTurn: frame['generate'] !== false, ...(typeof after === 'string' && { after }) }
  },
  whole: ({ previous_response_id: _, ...frame }, input) => ({ ...frame, input }),
  onward: (frame, after, input) => ({ ...frame, previous_response_id: after, input }),
  request: ({ type: _, ...request }) => request,
  refusal: (status, message) => ({ type: 'error', status, error: { type: 'rate_limit_error', code: null, message } }),
  said(event) {
    const type = stringAt(event, 'type')
    if (type === 'response.output_item.done') return event['item'] === undefined ? {} : { item: event['item'] }
    const response = event['response']
    if (type === 'response.completed' || type === 'response.incomplete') return isObject(response) ? { response } : {}
    const error = type === 'error' ? (event['error'] ?? event) : isObject(response) ? response['error'] : undefined
    const isRefusal = /invalid_request|context_length|previous_response_not_found/.test(JSON.stringify(error ?? ''))
    return isRefusal ? { refused: stringAt(error, 'message') } : {}
  },
}

export const responsesWire: GatewayWire = {
  name: 'openai-responses',
  codec: openaiResponses,
  upstream: 'https://api.openai.com/v1',
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  kind(path) {
    if (path.endsWith('/responses')) return 'turn'
    if (path.endsWith('/responses/input_tokens')) return 'count'
    if (path.endsWith('/responses/compact')) return 'compact'
    return /\/responses\/[^/]/.test(path) ? 'other' : undefined
  },
  list: 'input',
  read: (body) => body,
  write: (request) => request,
  sharesWindow: false,
  hasTools: (body) =>
    isFilled(body['tools']) || itemsOf(body).some((item) => isToolList(item) && isFilled(item['tools'])),
  isHeld: (body) => isHeldByServer(body) || body['generate'] === false,
  collector: responsesCollector,
  isSummary: (body) => stringAt(itemsOf(body).at(-1), 'type') === 'compaction_trigger',
  withToolsOf(body, sent) {
    const tools = itemsOf(sent).find(isToolList)
    const input = itemsOf(body).map((item) => (tools && isToolList(item) ? tools : item))
    return { ...body, ...(sent['tools'] !== undefined && { tools: sent['tools'] }), tool_choice: 'none', input }
  },
  isFormatted: (body) => isObject(body['text']) && stringAt(body['text']['format'], 'type') === 'json_schema',
  ping: ': ping\n\n',
  isReasoningRefusal: (text) =>
    /reasoning|encrypted_content/.test(text) && /invalid|not found|could not be|without its/i.test(text),
  withoutReasoning(body) {
    const items = itemsOf(body)
    const input = items.filter((item) => stringAt(item, 'type') !== 'reasoning')
    return input.length < items.length ? { ...body, input } : undefined
  },
  frames,
}

function isToolList(item: Json): item is JsonObject {
  return stringAt(item, 'type') === 'additional_tools'
}

function itemsOf(body: JsonObject): readonly Json[] {
  return Array.isArray(body['input']) ? (body['input'] as readonly Json[]) : []
}
