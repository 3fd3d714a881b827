import { isReasoning, toolResults, type Message } from '../../model/message.ts'
import type { Codec, Reply } from '../../model/codec.ts'
import { defined, isList, numberAt, stringAt, type Json } from '../../model/json.ts'
import { asPicture, joinedText, paragraphs } from '../shared/portable.ts'
import { rowCodec, runsOf, type Portable, type ToolNames } from '../shared/rows.ts'
import { extraText, readUsage, withoutParsed, type UsageFields } from '../shared/wire.ts'
import { kindOf, asPart, textPart } from './items.ts'
import { asOneItem, decodeRun, encodeRun, NAME } from './message.ts'
import { isHeldByServer, responsesRules as rules } from './rules.ts'

export { isHeldByServer } from './rules.ts'

export type ResponsesRequest = {
  readonly input?: unknown
  readonly instructions?: unknown
  readonly model?: unknown
  readonly tools?: unknown
  readonly max_output_tokens?: unknown
  readonly reasoning?: unknown
  readonly previous_response_id?: unknown
  readonly conversation?: unknown
}
export type ResponsesResponse = {
  readonly output: readonly unknown[]
  readonly usage?: unknown
  readonly model?: unknown
  readonly status?: unknown
}

const USAGE: UsageFields = {
  input: ['input_tokens'],
  output: ['output_tokens'],
  cacheRead: 'input_tokens_details.cached_tokens',
  cacheWrite: 'input_tokens_details.cache_write_tokens',
}

/** Input that was one string is written as a string. */
const rows = rowCodec<ResponsesRequest>({
  name: NAME,
  ids: { pattern: /^[\x21-\x7e]+$/, maxLength: 64 },
  rows: ({ input }) => (isList(input) ? input : typeof input === 'string' ? [input] : []),
  withRows(like, items) {
    const [only] = items
    if (items.length === 1 && typeof only === 'string') return { ...like, input: only }
    const asItem = (item: unknown) =>
      typeof item === 'string' ? { role: 'user', content: [textPart(item, 'user')] } : item
    return { ...like, input: items.map(asItem) }
  },
  kindOf: (row) => kindOf(row as Json),
  read,
  write: encodeRun,
  adopt,
  isSystem: (row) => ['system', 'developer'].includes(stringAt(row, 'role') ?? ''),
  system({ instructions }) {
    if (typeof instructions !== 'string') return undefined
    return { role: 'system', blocks: [{ type: 'text', text: instructions }], codec: NAME }
  },
  withSystem(like, { blocks }) {
    const instructions = paragraphs(blocks)
    return instructions === '' ? like : { ...like, instructions }
  },
  facts: (request, messages) => ({
    maxOutput: numberAt(request, 'max_output_tokens'),
    extra: extraText(request, ['tools', 'tool_choice', 'text', 'prompt']),
    requiresReasoning: messages.some((message) => message.blocks.some(isReasoning)),
  }),
})

/**
 * The OpenAI Responses API.
 *
 * @example
 * import { validate } from 'daypack'
 * import { openaiResponses } from 'daypack/codecs'
 *
 * const request = { model: 'gpt-5', input: [{ role: 'user', content: 'Hello.' }], store: false }
 * const { messages } = openaiResponses.decode(request)
 * if (messages.length !== 1 || validate(openaiResponses, request).length > 0) throw new Error('it is read and accepted')
 */
export const openaiResponses: Codec<ResponsesRequest, ResponsesResponse> = {
  ...rows,
  // What the server holds cannot be trimmed here: such requests go out as they came.
  encode: (rendered, like) => (isHeldByServer(like) ? like : rows.encode(rendered, like)),
  reply(response) {
    const output = isList(response.output) ? response.output : []
    const items = output.map((item) => withoutParsed(item, ['content']))
    return defined<Reply>({
      messages: read(items, new Map()),
      billed: readUsage(USAGE, response.usage, response.model),
      stop: stringAt(response, 'status'),
    })
  },
  wrap: (message) => ({ input: [message] }),
  rules,
}

function read(items: readonly unknown[], tools: ToolNames): Message[] {
  return runsOf(items as readonly Json[], kindOf).map((run) => decodeRun(run, tools))
}

function adopt({ role, blocks }: Portable): readonly Message[] {
  if (role === 'assistant') return [{ role, blocks: joinedText(role, blocks) }]
  const results = toolResults({ role, blocks }).map(({ attachments = [], ...block }) => {
    return {
      ...block,
      attachments: attachments.map(asPicture).map((part) => (part.type === 'text' ? asPart(part) : part)),
    }
  })
  const said = blocks.filter((block) => block.type !== 'tool-result').map(asPicture)
  return [
    { role: 'tool', blocks: results },
    { role: role === 'tool' ? 'user' : role, blocks: asOneItem(said) },
  ]
}
