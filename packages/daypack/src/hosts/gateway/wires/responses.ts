import { isHeldByServer, openaiResponses } from '../../../codecs/openai-responses/index.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import { responsesCollector } from '../../support/collect.ts'
import { isFilled, stringAt, type GatewayWire } from './wire.ts'

/** OpenAI Responses. */
export const responsesWire: GatewayWire = {
  name: 'openai-responses',
  codec: openaiResponses,
  upstream: 'https://api.openai.com/v1',
  kind(path) {
    if (path.endsWith('/responses')) return 'turn'
    if (path.endsWith('/responses/input_tokens')) return 'count'
    return /\/responses\/[^/]/.test(path) ? 'other' : undefined
  },
  list: 'input',
  read: (body) => body,
  write: (request) => request,
  hasTools: (body) =>
    isFilled(body['tools']) || itemsOf(body).some((item) => stringAt(item, 'type') === 'additional_tools'),
  isHeld: (body) => isHeldByServer(body) || body['generate'] === false,
  collector: responsesCollector,
  ping: ': ping\n\n',
  isReasoningRefusal: (text) =>
    /reasoning|encrypted_content/.test(text) && /invalid|not found|could not be|without its/i.test(text),
  withoutReasoning(body) {
    const items = itemsOf(body)
    const input = items.filter((item) => stringAt(item, 'type') !== 'reasoning')
    return input.length < items.length ? { ...body, input } : undefined
  },
}

function itemsOf(body: JsonObject): readonly Json[] {
  return Array.isArray(body['input']) ? (body['input'] as readonly Json[]) : []
}
