import { isReasoning, type Block, type Message, type Role } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, stringAt, type Json } from '../../model/json.ts'
import { mayBindReasoning } from '../anthropic/rules/models.ts'
import { paragraphs, portableBlocks } from '../shared/portable.ts'
import {
  decoderOf,
  extraText,
  leadingCount,
  opaque,
  sameList,
  unchangedWire,
  readMessage,
  writeMessage,
} from '../shared/wire.ts'
import { pack, unpack } from '../shared/pack.ts'
import { decodePart, encodePart } from './parts.ts'
import { usageOf, replyPart } from './reply.ts'

/** `LanguageModelV4CallOptions` (`prompt`), or what `generateText` takes (`messages`), with the model's name where known. */
export type AiSdkRequest = {
  readonly prompt?: readonly unknown[]
  readonly messages?: readonly unknown[]
  readonly model?: unknown
  readonly maxOutputTokens?: unknown
  readonly tools?: unknown
  readonly providerOptions?: unknown
}
/** `LanguageModelV4GenerateResult`. */
export type AiSdkResponse = {
  readonly content: readonly unknown[]
  readonly usage?: unknown
  readonly finishReason?: unknown
}

const NAME = 'ai-sdk'

/**
 * Messages of the AI SDK: provider prompts and ModelMessages.
 *
 * @example
 * import { aiSdk } from 'daypack/hosts/ai-sdk'
 *
 * const { messages } = aiSdk.decode({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }] })
 * if (messages.length !== 1) throw new Error('it is read')
 */
export const aiSdk: Codec<AiSdkRequest, AiSdkResponse> = {
  name: NAME,
  decode,
  encode,
  reply,
  wrap: (message) => ({ messages: [message] }),
}

const decodeAll = decoderOf(decodeMessage)

function decode(request: AiSdkRequest): Decoded {
  const list = conversation(request)
  const leading = leadingSystem(list)
  const messages = decodeAll(list.slice(leading), new Map())
  const model = stringAt(request.model, 'modelId') ?? (typeof request.model === 'string' ? request.model : undefined)
  return defined<Decoded>({
    system:
      leading > 0
        ? { role: 'system', blocks: list.slice(0, leading).flatMap((one) => decodeMessage(one).blocks), codec: NAME }
        : undefined,
    messages,
    model,
    maxOutput: typeof request.maxOutputTokens === 'number' ? request.maxOutputTokens : undefined,
    extra: extraText(request, ['tools', 'toolChoice', 'responseFormat']),
    bindsReasoning: mayBindReasoning({ model }) && messages.some(isSigned),
    requiresReasoning: isThinkingOn(request.providerOptions),
  })
}

function encode(rendered: Rendered, like: AiSdkRequest): AiSdkRequest {
  const list = conversation(like)
  const leading = leadingSystem(list)
  const system = leading > 0 ? list.slice(0, leading) : systemOf(rendered.system)
  const messages = [...system, ...rendered.messages.flatMap((message) => encodeMessage(message, list, leading))]
  if (sameList(messages, list)) return like
  return like.prompt ? { ...like, prompt: messages } : { ...like, messages }
}

function reply(response: AiSdkResponse): Reply {
  const content = isList(response.content) ? response.content : []
  const blocks = content.flatMap((part) => replyPart(pack(part))).map(decodePart)
  const stop =
    stringAt(response.finishReason, 'unified') ??
    (typeof response.finishReason === 'string' ? response.finishReason : undefined)
  return defined<Reply>({
    messages: blocks.length > 0 ? [{ role: 'assistant', blocks, codec: NAME }] : [],
    billed: usageOf(response),
    stop,
  })
}

function conversation(request: AiSdkRequest): readonly unknown[] {
  return request.prompt ?? request.messages ?? []
}

function leadingSystem(list: readonly unknown[]): number {
  return leadingCount(list, (wire) => stringAt(wire, 'role') === 'system')
}

function decodeMessage(value: unknown): Message {
  const wire = pack(value)
  const role = stringAt(wire, 'role')
  if (!isObject(wire) || !isRole(role)) return { role: 'user', blocks: [], codec: NAME, wire: { odd: wire } }
  return { role, codec: NAME, ...readMessage(wire, (part) => asHosted(decodePart(part), role)) }
}

function asHosted(block: Block, role: Role): Block {
  return block.type === 'tool-result' && role === 'assistant' ? opaque(encodePart(block), 'hosted') : block
}

function encodeMessage(message: RenderedMessage, list: readonly unknown[], leading: number): unknown[] {
  const source = unchangedWire(message, list, leading)
  if (source !== undefined) return [source]
  return (message.codec === NAME ? encodeOwn(message) : encodeForeign(message)).map(unpack)
}

function encodeOwn(message: Message): Json[] {
  const odd = isObject(message.wire) ? message.wire['odd'] : undefined
  const own = odd ?? writeMessage(message, message.role, encodePart)
  return own === undefined ? [] : [own]
}

/** A tool message holds results only; what the user said with them follows as a separate message. */
function encodeForeign(message: Message): Json[] {
  const blocks = portableBlocks(message.blocks)
  if (message.role === 'system') return [{ role: 'system', content: paragraphs(blocks) }]
  const results = blocks.filter((block) => block.type === 'tool-result')
  const said = blocks.filter((block) => block.type !== 'tool-result')
  return [
    ...(results.length > 0 ? [{ role: 'tool', content: results.map(encodePart) }] : []),
    ...(said.length > 0
      ? [{ role: message.role === 'assistant' ? 'assistant' : 'user', content: said.map(encodePart) }]
      : []),
  ]
}

function systemOf(system: Message | undefined): unknown[] {
  return system ? [{ role: 'system', content: paragraphs(system.blocks) }] : []
}

function isRole(role: string | undefined): role is Role {
  return role === 'system' || role === 'user' || role === 'assistant' || role === 'tool'
}

function isSigned(message: Message): boolean {
  return message.blocks.some(
    (block) => isReasoning(block) && /"(signature|redactedData)"/.test(JSON.stringify(block.wire)),
  )
}

function isThinkingOn(options: unknown): boolean {
  const anthropic = isObject(options) ? options['anthropic'] : undefined
  const mode = isObject(anthropic) ? stringAt(anthropic['thinking'], 'type') : undefined
  return mode === 'enabled' || mode === 'adaptive'
}
