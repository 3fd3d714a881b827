import type { JsonObject } from 'daypack/internal'
import type { Codec, Json } from 'daypack'
import { anthropic, gemini, openaiChat, openaiResponses } from 'daypack/codecs'
import fc from 'fast-check'
import { enrich, type Roll, type WireName } from './wire-extras.ts'
import { arbHistory, type HistoryOptions } from '../src/arbitraries.ts'

export const codecsByWire = {
  anthropic,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  gemini,
} as unknown as { readonly [W in WireName]: Codec<JsonObject, JsonObject> }

export const bareRequests: { readonly [W in WireName]: JsonObject } = {
  anthropic: {
    model: 'claude-opus-4-5',
    max_tokens: 1000,
    messages: [],
    tools: [{ name: 'read_file', description: 'Read a file', input_schema: { type: 'object' } }],
  },
  'openai-chat': {
    model: 'gpt-5.2',
    messages: [],
    tools: [{ type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }],
  },
  'openai-responses': {
    model: 'gpt-5.2',
    input: [],
    store: false,
    tools: [{ type: 'function', name: 'read_file', parameters: { type: 'object' } }],
  },
  gemini: { model: 'gemini-2.5-pro', contents: [], tools: [{ functionDeclarations: [{ name: 'read_file' }] }] },
}

/** Valid requests of a wire, decorated with what real callers do: unknown fields, other key orders, strings for lists. */
export function arbRequest(wire: WireName, options: HistoryOptions = {}): fc.Arbitrary<JsonObject> {
  const codec = codecsByWire[wire]
  const history = arbHistory({ reasoning: wire === 'anthropic', foreignIds: false, ...options })
  return fc.tuple(history, fc.array(fc.nat(9), { minLength: 8, maxLength: 40 })).map(([{ system, messages }, dice]) => {
    const rendered = { ...(system ? { system } : {}), messages }
    let throws = 0
    const roll = () => dice[throws++ % dice.length] ?? 0
    return decorate(enrich(wire, codec.encode(rendered, bareRequests[wire]), roll), roll)
  })
}

const WALKED = ['content', 'messages', 'tool_calls', 'input', 'contents', 'parts']

function decorate(request: JsonObject, roll: Roll): JsonObject {
  const visit = (value: Json, depth: number): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => visit(item, depth))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, field]): [string, Json] => {
      const walk = depth < 3 && WALKED.includes(key)
      return [key, walk && !isSigned(value as JsonObject) ? visit(field, depth + 1) : field]
    })
    const changed = isSigned(value as JsonObject) ? entries : twist(entries, roll())
    return Object.fromEntries(changed)
  }
  return visit(request, 0) as JsonObject
}

function isSigned(value: JsonObject): boolean {
  return value['type'] === 'thinking' || value['type'] === 'redacted_thinking'
}

function twist(entries: [string, Json][], die: number): [string, Json][] {
  switch (die) {
    case 0:
      return entries.toReversed()
    case 1:
      return [...entries, ['x_unknown', { nested: [1, null, 'é😀'] }]]
    case 2:
      return entries.map(([key, value]) => [key, oneText(key, value)])
    default:
      return entries
  }
}

/** A list with one plain text part may as well be a string. */
function oneText(key: string, value: Json): Json {
  if (key !== 'content' || !Array.isArray(value) || value.length !== 1) return value
  const [part] = value as readonly Json[]
  const plain = typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as JsonObject) : {}
  return Object.keys(plain).join() === 'type,text' && typeof plain['text'] === 'string' ? plain['text'] : value
}
