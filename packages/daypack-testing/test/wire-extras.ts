import type { JsonObject } from 'daypack/internal'
import type { Json } from 'daypack'

export type WireName = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini'

export type Roll = () => number

export function enrich(wire: WireName, request: JsonObject, roll: Roll): JsonObject {
  const key = wire === 'gemini' ? 'contents' : wire === 'openai-responses' ? 'input' : 'messages'
  let count = 0
  const next = () => ++count
  const list = (request[key] ?? []) as readonly JsonObject[]
  const extras = EXTRAS[wire]
  return {
    ...request,
    [key]: list.flatMap((item, index) => (roll() < 6 ? [item] : extras(item, { next, before: list[index - 1] }))),
  }
}

type Place = { readonly next: () => number; readonly before: JsonObject | undefined }
type Extras = (item: JsonObject, place: Place) => JsonObject[]

const EXTRAS: { readonly [W in WireName]: Extras } = {
  anthropic(message, { next }) {
    if (message['role'] !== 'assistant' || !Array.isArray(message['content'])) return [message]
    const id = `srvtoolu_${next()}`
    const search: Json[] = [
      { type: 'server_tool_use', id, name: 'web_search', input: { query: 'q' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: id,
        content: [{ type: 'web_search_result', url: 'https://example.com', title: 't', encrypted_content: 'e' }],
      },
    ]
    const content = message['content'] as readonly JsonObject[]
    const lead = content.filter((block) => JSON.stringify(block['type']).includes('thinking'))
    return [{ ...message, content: [...lead, ...search, ...content.slice(lead.length)] }]
  },
  'openai-chat'(message, { next }) {
    if (message['role'] !== 'assistant') return [message]
    return [next() % 2 === 0 ? { ...message, refusal: null, annotations: [] } : { reasoning_content: 'hm', ...message }]
  },
  'openai-responses'(item, { next, before }) {
    const starts = item['type'] === 'function_call' && before?.['type'] !== 'function_call'
    if (!starts) return [item]
    const n = next()
    const reasoning = { type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: 'gAAA' }
    const search = {
      type: 'web_search_call',
      id: `ws_${n}`,
      status: 'completed',
      action: { type: 'search', query: 'q' },
    }
    return [reasoning, ...(n % 2 === 0 ? [search] : []), { ...item, id: `fc_${n}`, status: 'completed' }]
  },
  gemini(content, { next }) {
    if (content['role'] !== 'model') return [content]
    const parts = content['parts'] as readonly JsonObject[]
    const signed = parts.map((part) => ('functionCall' in part ? { ...part, thoughtSignature: `s${next()}` } : part))
    return [{ ...content, parts: [{ text: 'hm', thought: true }, ...signed] }]
  },
}
