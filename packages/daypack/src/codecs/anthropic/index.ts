import { isReasoning, type Message } from '../../model/message.ts'
import type { Codec, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type Json } from '../../model/json.ts'
import { objectInput } from '../shared/arguments.ts'
import { paragraphs } from '../shared/portable.ts'
import { decoderOf, rowCodec, type ToolNames } from '../shared/rows.ts'
import { extraText, opaque, readMessage, readUsage, type UsageFields, writeMessage } from '../shared/wire.ts'
import { decodeBlock, encodeBlock } from './blocks.ts'
import { flattenLoops } from './flatten.ts'
import { fewerMarkers } from './rules/markers.ts'
import { mayBindReasoning } from './rules/models.ts'
import { anthropicRules as rules } from './rules.ts'

export type AnthropicRequest = {
  readonly messages: readonly unknown[]
  readonly system?: unknown
  readonly model?: unknown
  readonly max_tokens?: unknown
  readonly tools?: unknown
  readonly thinking?: unknown
}
export type AnthropicResponse = {
  readonly content: readonly unknown[]
  readonly usage?: unknown
  readonly model?: unknown
  readonly stop_reason?: unknown
}

const NAME = 'anthropic'
const USAGE: UsageFields = {
  uncached: 'input_tokens',
  output: ['output_tokens'],
  cacheRead: 'cache_read_input_tokens',
  cacheWrite: 'cache_creation_input_tokens',
}

const rows = rowCodec<AnthropicRequest>({
  name: NAME,
  ids: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  countsTurns: true,
  rows: (request) => request.messages,
  withRows: (like, messages) => ({ ...like, messages }),
  read: decoderOf(decodeMessage),
  write: encodeMessage,
  prepare: (messages, like) => flattenLoops(messages, like, NAME),
  adopt: ({ role, blocks }) => [{ role: role === 'system' ? 'user' : role, blocks: blocks.map(objectInput) }],
  // All results that answer one assistant message go into one message.
  join: (row, more, role) =>
    role === 'tool' && isObject(row) ? { ...row, content: [...partsOf(row), ...partsOf(more)] } : undefined,
  system: (request) => decodeSystem(request.system as Json | undefined),
  withSystem(like, given) {
    const system = systemText(given)
    return system === undefined ? like : { ...like, system }
  },
  facts(request, messages) {
    const mode = stringAt(request.thinking, 'type')
    return {
      maxOutput: numberAt(request, 'max_tokens'),
      extra: extraText(request, ['tools', 'tool_choice', 'mcp_servers', 'output_format', 'output_config']),
      bindsReasoning: messages.some((message) => message.blocks.some(isReasoning)) && mayBindReasoning(request),
      requiresReasoning: mode === 'enabled' || mode === 'adaptive',
    }
  },
})

/**
 * The Anthropic Messages API.
 *
 * @example
 * import { validate } from 'daypack'
 * import { anthropic } from 'daypack/codecs'
 *
 * const request = { model: 'claude-opus-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello.' }] }
 * const { messages } = anthropic.decode(request)
 * if (messages.length !== 1 || validate(anthropic, request).length > 0) throw new Error('it is read and accepted')
 */
export const anthropic: Codec<AnthropicRequest, AnthropicResponse> = {
  ...rows,
  encode(rendered, like) {
    const request = rows.encode(rendered, like)
    const ordered = request.messages.map(withResultsFirst)
    if (ordered.some((row, at) => row !== request.messages[at]))
      return fewerMarkers({ ...request, messages: ordered }, like)
    return request === like ? like : fewerMarkers(request, like)
  },
  reply: (response) =>
    defined<Reply>({
      messages: [decodeMessage({ role: 'assistant', content: response.content as readonly Json[] }, new Map())],
      billed: readUsage(USAGE, response.usage, response.model),
      stop: stringAt(response, 'stop_reason'),
    }),
  wrap: (message) => ({ messages: [message] }),
  misread({ messages }) {
    const last: unknown = messages.at(-1)
    const isChat = isObject(last) && (last['role'] === 'tool' || 'tool_calls' in last)
    return isChat ? 'its last message is one of OpenAI Chat Completions' : undefined
  },
  rules,
}

function decodeMessage(wire: Json, tools: ToolNames): Message {
  const role = stringAt(wire, 'role')
  if (!isObject(wire) || (role !== 'user' && role !== 'assistant' && role !== 'system'))
    return { role: 'user', blocks: [opaque(wire)], codec: NAME, wire: { odd: true } }
  const said = readMessage(wire, (part) => decodeBlock(part, tools))
  const answers = role === 'user' && said.blocks.some((block) => block.type === 'tool-result')
  return { role: answers ? 'tool' : role, codec: NAME, ...said }
}

function encodeMessage(message: Message): Json[] {
  const [first] = message.blocks
  const isOdd = isObject(message.wire) && message.wire['odd'] === true
  if (isOdd) return first ? [encodeBlock(first)] : []
  return writeMessage(message, message.role === 'tool' ? 'user' : message.role, encodeBlock)
}

function decodeSystem(system: Json | undefined): Message | undefined {
  if (typeof system === 'string')
    return { role: 'system', blocks: [{ type: 'text', text: system }], codec: NAME, wire: { string: true } }
  if (!isList(system)) return undefined
  return { role: 'system', blocks: system.map((part) => decodeBlock(part, new Map())), codec: NAME }
}

function systemText(system: Message): Json | undefined {
  const isString = isObject(system.wire) && system.wire['string'] === true
  if (system.codec === NAME && !isString) return system.blocks.map(encodeBlock)
  return paragraphs(system.blocks) || undefined
}

/** A result that is not first in its message is refused. */
function withResultsFirst(row: unknown): unknown {
  const parts = partsOf(row)
  const results = parts.filter(isResult)
  const isOrdered = results.every((part, at) => part === parts[at])
  if (isOrdered || !isObject(row) || row['role'] !== 'user') return row
  return { ...row, content: [...results, ...parts.filter((part) => !isResult(part))] }
}

function isResult(part: Json): boolean {
  return stringAt(part, 'type') === 'tool_result'
}

function partsOf(row: unknown): readonly Json[] {
  return isObject(row) && isList(row['content']) ? row['content'] : []
}
