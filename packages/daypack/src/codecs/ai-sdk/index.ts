import { isReasoning, type Block, type Message, type Role } from '../../model/message.ts'
import type { Codec, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, stringAt, stringOf, numberAt, parsedJson } from '../../model/json.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { mayBindReasoning } from '../anthropic/rules/models.ts'
import { pack, unpack } from '../shared/pack.ts'
import { paragraphs } from '../shared/portable.ts'
import { decoderOf, rowCodec, type Portable } from '../shared/rows.ts'
import { extraText, opaque, readMessage, writeMessage } from '../shared/wire.ts'
import { decodePart, encodePart } from './parts.ts'
import type { Billed } from '../../model/entry.ts'

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

const rows = rowCodec<AiSdkRequest>({
  name: NAME,
  rows: ({ prompt, messages }) => prompt ?? messages ?? [],
  withRows: (like, rows) => (like.prompt ? { ...like, prompt: rows } : { ...like, messages: rows }),
  read: decoderOf(decodeMessage),
  write: encodeMessage,
  adopt,
  isSystem: (row) => stringAt(row, 'role') === 'system',
  systemRows: (system) => [{ role: 'system', content: paragraphs(system.blocks) }],
  facts(request, messages) {
    const model = stringAt(request.model, 'modelId') ?? (stringOf(request.model) || undefined)
    return {
      model,
      maxOutput: typeof request.maxOutputTokens === 'number' ? request.maxOutputTokens : undefined,
      extra: extraText(request, ['tools', 'toolChoice', 'responseFormat']),
      bindsReasoning: mayBindReasoning({ model }) && messages.some(isSigned),
      requiresReasoning: isThinkingOn(request.providerOptions),
    }
  },
})

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
  ...rows,
  reply(response) {
    const content = isList(response.content) ? response.content : []
    const blocks = content.flatMap((part) => replyPart(pack(part))).map(decodePart)
    return defined<Reply>({
      messages: blocks.length > 0 ? [{ role: 'assistant', blocks, codec: NAME }] : [],
      billed: usageOf(response),
      stop: stringAt(response.finishReason, 'unified') ?? (stringOf(response.finishReason) || undefined),
    })
  },
  wrap: (message) => ({ messages: [message] }),
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

function encodeMessage(message: Message): unknown[] {
  const odd = isObject(message.wire) ? message.wire['odd'] : undefined
  return (odd === undefined ? writeMessage(message, message.role, encodePart) : [odd]).map(unpack)
}

/** A tool message holds results only; what the user said with them follows as a separate message. */
function adopt({ role, blocks }: Portable): readonly Message[] {
  if (role === 'system') return [{ role, blocks: [{ type: 'text', text: paragraphs(blocks) }], wire: { string: true } }]
  const isResult = (block: Block) => block.type === 'tool-result'
  return [
    { role: 'tool', blocks: blocks.filter(isResult) },
    { role: role === 'tool' ? 'user' : role, blocks: blocks.filter((block) => !isResult(block)) },
  ]
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

function replyPart(part: Json): Json[] {
  if (!isObject(part)) return []
  switch (part['type']) {
    case 'source':
    case 'tool-approval-request':
      return []
    case 'text':
      return part['text'] === '' && part['providerMetadata'] === undefined ? [] : [asPrompt(part)]
    case 'tool-call':
      return [{ ...asPrompt(part), input: parseInput(stringAt(part, 'input') ?? '') }]
    default:
      return [asPrompt(part)]
  }
}

function usageOf({ usage }: AiSdkResponse): Billed | undefined {
  if (!isObject(usage)) return undefined
  const tokens = usage['inputTokens']
  const total = numberAt(tokens, 'total')
  if (total === undefined) return undefined
  const cacheRead = numberAt(tokens, 'cacheRead') ?? 0
  const cacheWrite = numberAt(tokens, 'cacheWrite') ?? 0
  const input = numberAt(tokens, 'noCache') ?? Math.max(0, total - cacheRead - cacheWrite)
  return { input, cacheRead, cacheWrite, output: numberAt(usage['outputTokens'], 'total') ?? 0 }
}

function asPrompt(part: JsonObject): JsonObject {
  const { providerMetadata, ...rest } = part
  return providerMetadata === undefined ? rest : { ...rest, providerOptions: providerMetadata }
}

function parseInput(text: string): Json {
  return text === '' ? {} : ((parsedJson(text) ?? text) as Json)
}
