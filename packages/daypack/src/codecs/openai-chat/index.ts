import { isReasoning, toolResults, type Message } from '../../model/message.ts'
import type { Codec, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type JsonObject } from '../../model/json.ts'
import { asPicture, joinedText, paragraphs } from '../shared/portable.ts'
import { decoderOf, rowCodec } from '../shared/rows.ts'
import type { Portable } from '../shared/rows.ts'
import { extraText, readUsage, type UsageFields, withoutParsed } from '../shared/wire.ts'
import { decodeMessage, ECHOED, encodeMessage, NAME } from './message.ts'
import { chatRules as rules } from './rules.ts'

export type ChatRequest = {
  readonly messages: readonly unknown[]
  readonly model?: unknown
  readonly tools?: unknown
  readonly max_tokens?: unknown
  readonly max_completion_tokens?: unknown
}
export type ChatResponse = { readonly choices: readonly unknown[]; readonly usage?: unknown; readonly model?: unknown }

const USAGE: UsageFields = {
  input: ['prompt_tokens'],
  output: ['completion_tokens'],
  cacheRead: 'prompt_tokens_details.cached_tokens',
  cacheWrite: 'prompt_tokens_details.cache_write_tokens',
}

const rows = rowCodec<ChatRequest>({
  name: NAME,
  ids: { pattern: /^[\x21-\x7e]+$/, maxLength: 40 },
  rows: (request) => request.messages,
  withRows: (like, messages) => ({ ...like, messages }),
  read: decoderOf(decodeMessage),
  write: encodeMessage,
  adopt,
  isSystem: (row) => ['system', 'developer'].includes(stringAt(row, 'role') ?? ''),
  systemRows: (system) => [{ role: 'system', content: paragraphs(system.blocks) }],
  facts(request, messages) {
    const effort = stringAt(request, 'reasoning_effort')
    const reasons = effort !== undefined && effort !== 'none'
    return {
      maxOutput: numberAt(request, 'max_completion_tokens') ?? numberAt(request, 'max_tokens'),
      extra: extraText(request, ['tools', 'functions', 'tool_choice', 'response_format']),
      requiresReasoning: reasons && messages.some((message) => message.blocks.some(isReasoning)),
    }
  },
})

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
  ...rows,
  reply(response) {
    const [choice] = isList(response.choices) ? response.choices : []
    const message = isObject(choice) && isObject(choice['message']) ? choice['message'] : undefined
    return defined<Reply>({
      messages: message ? [decodeMessage(echoOf(message), new Map())] : [],
      billed: readUsage(USAGE, response.usage, response.model),
      stop: stringAt(choice, 'finish_reason'),
    })
  },
  wrap: (message) => ({ messages: [message] }),
  misread({ messages }) {
    const content = (messages.at(-1) as { content?: unknown } | undefined)?.content
    const isAnthropic =
      isList(content) && content.some((part) => ['tool_use', 'tool_result'].includes(stringAt(part, 'type') ?? ''))
    return isAnthropic ? 'its last message is one of Anthropic Messages' : undefined
  },
  rules,
}

function echoOf(message: JsonObject): JsonObject {
  const fields = Object.entries(message).filter(
    ([key, value]) => key === 'content' || (ECHOED.includes(key) && value !== null),
  )
  const whole = { role: 'assistant', content: null, ...Object.fromEntries(fields) }
  return withoutParsed(whole, ['tool_calls', 'function']) as JsonObject
}

/** A row for each result; what else the message has, pictures of results too, the user says (C-03). */
function adopt({ role, blocks }: Portable): readonly Message[] {
  if (role !== 'tool') return [{ role, blocks: joinedText(role, blocks).map(asPicture) }]
  const results = toolResults({ role, blocks })
  const attached = results.flatMap(({ attachments = [], tool }) =>
    attachments.length === 0
      ? []
      : [{ type: 'text' as const, text: `(attached to the result of ${tool || 'the tool'})` }, ...attachments],
  )
  const said = [...attached, ...blocks.filter((block) => block.type !== 'tool-result')].map(asPicture)
  return [
    ...results.map(({ attachments: _, ...block }): Message => ({ role, blocks: [block] })),
    { role: 'user', blocks: said },
  ]
}
