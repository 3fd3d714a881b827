import { inlineText, isReasoning, toolCalls, toolResults } from '../../model/message.ts'
import type { Block, Message, ToolResultBlock } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { idRewriter } from '../shared/ids.ts'
import { mediaIn, paragraphs, picture, withoutWire } from '../shared/portable.ts'
import {
  decoderOf,
  extraText,
  isUntouched,
  leadingCount,
  sameList,
  unchangedWire,
  withoutParsed,
} from '../shared/wire.ts'
import { encodeCall } from './calls.ts'
import { decodeMessage, ECHOED, encodeOwn, NAME } from './message.ts'
import { encodePart } from './parts.ts'
import { chatRules as rules } from './rules.ts'
import { readUsage, type UsageFields } from '../shared/usage.ts'

export type ChatRequest = {
  readonly messages: readonly unknown[]
  readonly model?: unknown
  readonly tools?: unknown
  readonly max_tokens?: unknown
  readonly max_completion_tokens?: unknown
}
export type ChatResponse = { readonly choices: readonly unknown[]; readonly usage?: unknown; readonly model?: unknown }

const USAGE: UsageFields = {
  input: 'prompt_tokens',
  output: 'completion_tokens',
  details: 'prompt_tokens_details',
  cacheRead: 'cached_tokens',
  cacheWrite: 'cache_write_tokens',
}
const IDS = { codec: NAME, pattern: /^[\x21-\x7e]+$/, maxLength: 40 }

/**
 * The OpenAI Chat Completions API, and the many servers that speak it.
 *
 * @example
 * import { validate } from 'daypack'
 * import { openaiChat } from 'daypack/codecs'
 *
 * const request = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello.' }] }
 * const { messages } = openaiChat.decode(request)
 * if (messages.length !== 1 || validate(openaiChat, request).length > 0) throw new Error('it is read and accepted')
 */
export const openaiChat: Codec<ChatRequest, ChatResponse> = {
  name: NAME,
  decode,
  encode,
  reply,
  wrap: (message) => ({ messages: [message] }),
  misread,
  rules,
}

const decodeAll = decoderOf(decodeMessage)

function misread({ messages }: ChatRequest): string | undefined {
  const content = (messages.at(-1) as { content?: unknown } | undefined)?.content
  const isAnthropic =
    Array.isArray(content) &&
    content.some((part) => ['tool_use', 'tool_result'].includes(stringAt(part as Json, 'type') ?? ''))
  return isAnthropic ? 'its last message is one of Anthropic Messages' : undefined
}

function decode(request: ChatRequest): Decoded {
  const tools = new Map<string, string>()
  const all = decodeAll(request.messages, tools)
  const lead = leadingSystem(request)
  const effort = stringAt(request, 'reasoning_effort')
  return defined<Decoded>({
    system:
      lead > 0
        ? { role: 'system', blocks: all.slice(0, lead).flatMap((message) => message.blocks), codec: NAME }
        : undefined,
    messages: all.slice(lead),
    model: stringAt(request, 'model'),
    maxOutput: numberAt(request, 'max_completion_tokens') ?? numberAt(request, 'max_tokens'),
    extra: extraText(request, ['tools', 'functions', 'tool_choice', 'response_format']),
    bindsReasoning: false,
    requiresReasoning:
      effort !== undefined && effort !== 'none' && all.some((message) => message.blocks.some(isReasoning)),
  })
}

function encode(rendered: Rendered, like: ChatRequest): ChatRequest {
  const lead = leadingSystem(like)
  const sources = like.messages.slice(lead) as readonly Json[]
  if ((lead > 0 || !rendered.system) && isUntouched(rendered.messages, sources)) return like
  const head = lead > 0 ? like.messages.slice(0, lead) : rendered.system ? [systemMessage(rendered.system)] : []
  const messages = [...head, ...encodeMessages(rendered.messages, sources)]
  return sameList(messages, like.messages) ? like : { ...like, messages }
}

function reply(response: ChatResponse): Reply {
  const [choice] = isList(response.choices) ? response.choices : []
  const message = isObject(choice) && isObject(choice['message']) ? choice['message'] : undefined
  return defined<Reply>({
    messages: message ? [decodeMessage(echoOf(message), new Map())] : [],
    billed: readUsage(USAGE, response.usage, response.model),
    stop: stringAt(choice, 'finish_reason'),
  })
}

function echoOf(message: JsonObject): JsonObject {
  const fields = Object.entries(message).filter(
    ([key, value]) => key === 'content' || (ECHOED.includes(key) && value !== null),
  )
  const whole = { role: 'assistant', content: null, ...Object.fromEntries(fields) }
  return withoutParsed(whole, ['tool_calls', 'function']) as JsonObject
}

function leadingSystem(request: ChatRequest): number {
  return leadingCount(request.messages, (wire) => ['system', 'developer'].includes(stringAt(wire, 'role') ?? ''))
}

function systemMessage(system: Message): Json {
  return { role: 'system', content: paragraphs(system.blocks) }
}

/** Wire messages, in order. Other content of a foreign tool message waits until all its results are written (C-03). */
function encodeMessages(messages: readonly RenderedMessage[], sources: readonly Json[]): Json[] {
  const id = idRewriter(messages, IDS)
  const result: Json[] = []
  let later: Json[] = []
  for (const message of messages) {
    if (message.role !== 'tool') {
      result.push(...asUser(later))
      later = []
    }
    const own = unchangedWire(message, sources) ?? (message.codec === NAME ? encodeOwn(message) : undefined)
    if (own !== undefined) result.push(own)
    else if (message.codec === NAME) continue
    else if (message.role === 'tool') {
      const results = toolResults(message)
      result.push(...results.map((block) => foreignResult(block, id)))
      later.push(
        ...results.flatMap(attachmentParts),
        ...foreignParts(message.blocks.filter((block) => block.type !== 'tool-result')),
      )
    } else result.push(...foreignMessage(message, id))
  }
  return [...result, ...asUser(later)]
}

function foreignMessage(message: Message, id: (callId: string) => string): Json[] {
  if (message.role !== 'assistant') {
    const parts = foreignParts(message.blocks)
    if (parts.length === 0) return []
    const plain = message.blocks.every((block) => block.type === 'text' || block.type === 'opaque')
    return [
      { role: message.role === 'system' ? 'system' : 'user', content: plain ? paragraphs(message.blocks) : parts },
    ]
  }
  const calls = toolCalls(message).map((call) => encodeCall({ ...withoutWire(call), callId: id(call.callId) }))
  const text = paragraphs(message.blocks)
  if (text === '' && calls.length === 0) return []
  return [{ role: 'assistant', content: text === '' ? null : text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }]
}

function foreignResult(block: ToolResultBlock, id: (callId: string) => string): Json {
  return { role: 'tool', tool_call_id: id(block.callId), content: inlineText(block.content) }
}

function attachmentParts(block: ToolResultBlock): Json[] {
  const images = mediaIn(block)
  if (images.length === 0) return []
  return [{ type: 'text', text: `(attached to the result of ${block.tool || 'the tool'})` }, ...foreignParts(images)]
}

function foreignParts(blocks: readonly Block[]): Json[] {
  return blocks.flatMap((block) => {
    if (block.type === 'opaque' || (block.type === 'text' && block.text === '')) return []
    return encodePart(block.type === 'media' ? picture(block) : withoutWire(block)) ?? []
  })
}

function asUser(content: readonly Json[]): Json[] {
  return content.length === 0 ? [] : [{ role: 'user', content }]
}
