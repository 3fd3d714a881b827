import { defined, stringAt } from '../../model/json.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { isReasoning } from '../../model/message.ts'
import { mayBindReasoning } from '../anthropic/rules/models.ts'
import { decoderOf, leadingCount, sameList, unchangedWire } from '../shared/wire.ts'
import { unpack } from '../shared/pack.ts'
import { decodeMessage, encodeForeign, encodeOwn, NAME, type Fields } from './message.ts'
import { readUsage, type UsageFields } from '../shared/usage.ts'

export type LangchainRequest = {
  readonly messages: readonly unknown[]
  readonly systemMessage?: unknown
  readonly model?: unknown
  readonly maxTokens?: unknown
  /** Tool schemas as text: counted only. */
  readonly tools?: string
}

const USAGE: UsageFields = {
  input: 'input_tokens',
  output: 'output_tokens',
  details: 'input_token_details',
  cacheRead: 'cache_read',
  cacheWrite: 'cache_creation',
}

/** Build a message from its type and fields: `coerceMessageLikeToMessage` of @langchain/core. */
export type Build = (fields: Fields) => unknown

/**
 * LangChain's messages. Without `build`, messages we rewrote are plain message-like objects, which models accept too.
 *
 * @example
 * import { langchain } from 'daypack/hosts/langchain'
 *
 * const { messages } = langchain().decode({ messages: [{ type: 'human', content: 'Hello.' }] })
 * if (messages.length !== 1) throw new Error('it is read')
 */
export function langchain(build: Build = (fields) => fields): Codec<LangchainRequest> {
  const decodeAll = decoderOf(decodeMessage)
  return {
    name: NAME,
    decode: (request) => decode(request, decodeAll),
    encode: (rendered, like) => encode(rendered, like, build),
    reply,
    wrap: (message) => ({ messages: [message] }),
  }
}

function decode(request: LangchainRequest, decodeAll: ReturnType<typeof decoderOf>): Decoded {
  const tools = new Map<string, string>()
  const leading = leadingSystem(request.messages)
  const first = [
    ...(request.systemMessage === undefined ? [] : [request.systemMessage]),
    ...request.messages.slice(0, leading),
  ]
  const blocks = first.flatMap((one) => decodeMessage(one, tools).blocks)
  const messages = decodeAll(request.messages.slice(leading), tools)
  const model = typeof request.model === 'string' ? request.model : undefined
  const signed = messages.some((message) => message.blocks.some(isReasoning))
  return defined<Decoded>({
    system: blocks.length > 0 ? { role: 'system', blocks, codec: NAME } : undefined,
    messages,
    model,
    maxOutput: typeof request.maxTokens === 'number' ? request.maxTokens : undefined,
    extra: request.tools,
    bindsReasoning: signed && mayBindReasoning({ model }),
    requiresReasoning: signed,
  })
}

function encode(rendered: Rendered, like: LangchainRequest, build: Build): LangchainRequest {
  const leading = leadingSystem(like.messages)
  const system =
    leading === 0 && like.systemMessage === undefined && rendered.system ? [{ ...rendered.system, codec: 'none' }] : []
  const messages = [
    ...like.messages.slice(0, leading),
    ...[...system, ...rendered.messages].flatMap((message) => encodeMessage(message, like.messages, leading, build)),
  ]
  return sameList(messages, like.messages) ? like : { ...like, messages }
}

function encodeMessage(message: RenderedMessage, list: readonly unknown[], leading: number, build: Build): unknown[] {
  const source = unchangedWire(message, list, leading)
  if (source !== undefined) return [source]
  const own = message.codec === NAME ? encodeOwn(message) : undefined
  return (own ? [own] : encodeForeign(message)).map((fields) => build(unpack(fields) as Fields))
}

function reply(response: unknown): Reply {
  const message = decodeMessage(response, new Map())
  return defined<Reply>({
    messages: message.role === 'assistant' ? [message] : [],
    billed: readUsage(USAGE, (response as { usage_metadata?: unknown } | null)?.usage_metadata),
    stop: stopOf(response),
  })
}

function stopOf(response: unknown): string | undefined {
  const metadata = (response as { response_metadata?: unknown } | null)?.response_metadata
  return stringAt(metadata, 'finish_reason') ?? stringAt(metadata, 'stop_reason')
}

function leadingSystem(list: readonly unknown[]): number {
  return leadingCount(list, (one) => decodeMessage(one, new Map()).role === 'system')
}
