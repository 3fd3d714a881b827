import { defined, stringAt } from '../../model/json.ts'
import type { Codec, Reply } from '../../model/codec.ts'
import { isReasoning, type Message } from '../../model/message.ts'
import { mayBindReasoning } from '../anthropic/rules/models.ts'
import { unpack } from '../shared/pack.ts'
import { portableBlocks } from '../shared/portable.ts'
import { decoderOf, rowCodec } from '../shared/rows.ts'
import { readUsage, type UsageFields } from '../shared/wire.ts'
import { adopt, decodeMessage, encodeMessage, NAME, type Fields } from './message.ts'

export type LangchainRequest = {
  readonly messages: readonly unknown[]
  readonly systemMessage?: unknown
  readonly model?: unknown
  readonly maxTokens?: unknown
  /** Tool schemas as text: counted only. */
  readonly tools?: string
}

const USAGE: UsageFields = {
  input: ['input_tokens'],
  output: ['output_tokens'],
  cacheRead: 'input_token_details.cache_read',
  cacheWrite: 'input_token_details.cache_creation',
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
  const write = (message: Message) => encodeMessage(message).map((fields) => build(unpack(fields) as Fields))
  const rows = rowCodec<LangchainRequest>({
    name: NAME,
    rows: (request) => request.messages,
    withRows: (like, messages) => ({ ...like, messages }),
    read: decoderOf(decodeMessage),
    write,
    adopt,
    isSystem: (row) => decodeMessage(row, new Map()).role === 'system',
    system({ systemMessage }) {
      const blocks = systemMessage === undefined ? [] : decodeMessage(systemMessage, new Map()).blocks
      return blocks.length > 0 ? { role: 'system', blocks, codec: NAME } : undefined
    },
    systemRows: ({ blocks }) => adopt({ role: 'system', blocks: portableBlocks(blocks) }).flatMap(write),
    facts({ model, maxTokens, tools }, messages) {
      const isSigned = messages.some((message) => message.blocks.some(isReasoning))
      return {
        maxOutput: typeof maxTokens === 'number' ? maxTokens : undefined,
        extra: tools,
        bindsReasoning: isSigned && mayBindReasoning({ model }),
        requiresReasoning: isSigned,
      }
    },
  })
  return { ...rows, reply, wrap: (message) => ({ messages: [message] }) }
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
