import { isReasoning, type Message } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type Json } from '../../model/json.ts'
import type { Billed } from '../../model/usage.ts'
import { paragraphs } from '../shared/portable.ts'
import { decoderOf, extraText, isUntouched, opaque, unchangedWire, readMessage, writeMessage } from '../shared/wire.ts'
import type { ToolNames } from '../shared/wire.ts'
import { idRewriter } from '../shared/ids.ts'
import { decodeBlock, encodeBlock, encodeForeign } from './blocks.ts'
import { flattenLoops } from './flatten.ts'
import { fewerMarkers } from './markers.ts'
import { mayBindReasoning } from './rules/models.ts'
import { anthropicRules as rules } from './rules.ts'

export { ledger, noteReply } from './rules/binding.ts'

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
const IDS = { codec: NAME, pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 }

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
  name: NAME,
  decode,
  encode,
  reply,
  wrap: (message) => ({ messages: [message] }),
  misread,
  rules,
}

const decodeAll = decoderOf(decodeMessage)

function misread({ messages }: AnthropicRequest): string | undefined {
  const last: unknown = messages.at(-1)
  const isChat = isObject(last) && (last['role'] === 'tool' || 'tool_calls' in last)
  return isChat ? 'its last message is one of OpenAI Chat Completions' : undefined
}

function decode(request: AnthropicRequest): Decoded {
  const tools: ToolNames = new Map()
  const messages = decodeAll(request.messages, tools)
  const mode = stringAt(request.thinking, 'type')
  return defined<Decoded>({
    system: decodeSystem(request.system as Json | undefined, tools),
    messages,
    model: stringAt(request, 'model'),
    maxOutput: numberAt(request, 'max_tokens'),
    extra: extraText(request, ['tools', 'tool_choice', 'mcp_servers', 'output_format', 'output_config']),
    bindsReasoning: mayBindReasoning(request) && messages.some((message) => message.blocks.some(isReasoning)),
    requiresReasoning: mode === 'enabled' || mode === 'adaptive',
  })
}

function encode(rendered: Rendered, like: AnthropicRequest): AnthropicRequest {
  const same = isUntouched(rendered.messages, like.messages) && !rendered.messages.some(hasLateResult)
  const messages = same
    ? like.messages
    : encodeMessages(flattenLoops(rendered.messages, like, NAME), like.messages as readonly Json[])
  const system = like.system === undefined && rendered.system ? systemText(rendered.system) : undefined
  if (same && system === undefined) return like
  return fewerMarkers({ ...like, ...(system === undefined ? {} : { system }), messages }, like)
}

/** A result is not first in its message: the provider would refuse the request. */
function hasLateResult({ role, blocks }: Message): boolean {
  if (role !== 'tool') return false
  const other = blocks.findIndex((block) => block.type !== 'tool-result')
  return other >= 0 && blocks.some((block, index) => index > other && block.type === 'tool-result')
}

function reply(response: AnthropicResponse): Reply {
  const message = decodeMessage({ role: 'assistant', content: response.content as readonly Json[] }, new Map())
  return defined<Reply>({ messages: [message], billed: billedOf(response), stop: stringAt(response, 'stop_reason') })
}

function billedOf({ usage, model }: AnthropicResponse): Billed | undefined {
  const input = numberAt(usage, 'input_tokens')
  if (input === undefined) return undefined
  return {
    input,
    cacheRead: numberAt(usage, 'cache_read_input_tokens') ?? 0,
    cacheWrite: numberAt(usage, 'cache_creation_input_tokens') ?? 0,
    output: numberAt(usage, 'output_tokens') ?? 0,
    ...(typeof model === 'string' ? { model } : {}),
  }
}

function decodeMessage(wire: Json, tools: ToolNames): Message {
  const role = stringAt(wire, 'role')
  if (!isObject(wire) || (role !== 'user' && role !== 'assistant' && role !== 'system'))
    return { role: 'user', blocks: [opaque(wire)], codec: NAME, wire: { odd: true } }
  const said = readMessage(wire, (part) => decodeBlock(part, tools))
  const answers = role === 'user' && said.blocks.some((block) => block.type === 'tool-result')
  return { role: answers ? 'tool' : role, codec: NAME, ...said }
}

function decodeSystem(system: Json | undefined, tools: ToolNames): Message | undefined {
  if (typeof system === 'string')
    return { role: 'system', blocks: [{ type: 'text', text: system }], codec: NAME, wire: { string: true } }
  return isList(system)
    ? { role: 'system', blocks: system.map((part) => decodeBlock(part, tools)), codec: NAME }
    : undefined
}

function systemText(system: Message): Json | undefined {
  if (system.codec === NAME)
    return isObject(system.wire) && system.wire['string'] === true
      ? paragraphs(system.blocks)
      : system.blocks.map(encodeBlock)
  return paragraphs(system.blocks) || undefined
}

/** Wire messages, in order. All results that answer one assistant message go into one message. */
function encodeMessages(messages: readonly RenderedMessage[], sources: readonly Json[]): Json[] {
  const id = idRewriter(messages, IDS)
  const result: Json[] = []
  let answering = false
  for (const message of messages) {
    const kept = unchangedWire(message, sources) ?? (message.codec === NAME ? encodeOwn(message) : undefined)
    const own = kept !== undefined && hasLateResult(message) ? joinContent(kept, []) : kept
    if (own === undefined && message.codec === NAME) continue
    const content = own === undefined ? foreignContent(message, id) : []
    if (own !== undefined) result.push(own)
    else if (content.length === 0) continue
    else if (message.role === 'tool' && answering) result.push(joinContent(result.pop(), content))
    else {
      if (result.length === 0 && message.role === 'assistant') result.push(CONTINUED)
      result.push({ role: message.role === 'assistant' ? 'assistant' : 'user', content })
    }
    answering = message.role === 'tool'
  }
  return result
}

function joinContent(message: Json | undefined, more: readonly Json[]): Json {
  const content = isObject(message) && isList(message['content']) ? message['content'] : []
  return { ...(isObject(message) ? message : { role: 'user' }), content: resultsFirst([...content, ...more]) }
}

/** The first message must be the user's. */
const CONTINUED: Json = { role: 'user', content: [{ type: 'text', text: '(The conversation goes on from here.)' }] }

function encodeOwn(message: Message): Json | undefined {
  const [first] = message.blocks
  const isOdd = isObject(message.wire) && message.wire['odd'] === true
  return isOdd
    ? first && encodeBlock(first)
    : writeMessage(message, message.role === 'tool' ? 'user' : message.role, encodeBlock)
}

function foreignContent(message: Message, id: (callId: string) => string): Json[] {
  const content = message.blocks.flatMap((block) => {
    const wire = encodeForeign(block, id)
    return wire === undefined ? [] : [wire]
  })
  if (content.length === 0 && message.role === 'user' && message.blocks.length > 0)
    return [{ type: 'text', text: '(empty)' }]
  return message.role === 'tool' ? resultsFirst(content) : content
}

function resultsFirst(content: readonly Json[]): Json[] {
  const isResult = (wire: Json) => isObject(wire) && wire['type'] === 'tool_result'
  return [...content.filter(isResult), ...content.filter((wire) => !isResult(wire))]
}
