import { inlineText, isReasoning, toolCalls, toolResults } from '../../model/message.ts'
import type { Block, Message, ToolResultBlock } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { idRewriter } from '../shared/ids.ts'
import { mediaIn, paragraphs, picture, withoutWire } from '../shared/portable.ts'
import { extraText, isUntouched, leadingCount, sameList, unchangedWire, withoutParsed } from '../shared/wire.ts'
import { encodeCall, kindOf, runsOf } from './items.ts'
import { decodeRun, encodeOwn, NAME } from './message.ts'
import { encodePart, textPart } from './parts.ts'
import { responsesRules as rules } from './rules.ts'
import { readUsage, type UsageFields } from '../shared/usage.ts'

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
  input: 'input_tokens',
  output: 'output_tokens',
  details: 'input_tokens_details',
  cacheRead: 'cached_tokens',
  cacheWrite: 'cache_write_tokens',
}
const IDS = { codec: NAME, pattern: /^[\x21-\x7e]+$/, maxLength: 64 }

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
  name: NAME,
  decode,
  encode,
  reply,
  wrap: (message) => ({ input: [message] }),
  rules,
}

function decode(request: ResponsesRequest): Decoded {
  const tools = new Map<string, string>()
  const { lead, runs } = segments(request)
  const messages = typeof request.input === 'string' ? [plain(request.input)] : runs.map((run) => decodeRun(run, tools))
  const instructions = stringAt(request, 'instructions')
  const system: Block[] = [
    ...(instructions === undefined ? [] : [{ type: 'text', text: instructions } as const]),
    ...lead.flatMap((item) => decodeRun([item], tools).blocks),
  ]
  const reasons = messages.some((message) => message.blocks.some(isReasoning))
  return defined<Decoded>({
    system: system.length > 0 ? { role: 'system', blocks: system, codec: NAME } : undefined,
    messages,
    model: stringAt(request, 'model'),
    maxOutput: numberAt(request, 'max_output_tokens'),
    extra: extraText(request, ['tools', 'tool_choice', 'text', 'prompt']),
    bindsReasoning: false,
    requiresReasoning: reasons,
  })
}

function encode(rendered: Rendered, like: ResponsesRequest): ResponsesRequest {
  if (isHeldByServer(like)) return like
  const { lead, runs } = segments(like)
  const sources = typeof like.input === 'string' ? [[like.input]] : runs
  const added =
    like.instructions === undefined && lead.length === 0 && rendered.system ? paragraphs(rendered.system.blocks) : ''
  if (added === '' && isUntouched(rendered.messages, sources)) return like
  const items = [...lead, ...encodeMessages(rendered.messages, sources)]
  const before = isList(like.input) ? like.input : typeof like.input === 'string' ? [like.input] : []
  if (added === '' && sameList(items, before)) return like
  const [only] = items
  const input =
    items.length === 1 && typeof only === 'string'
      ? only
      : items.map((item) => (typeof item === 'string' ? { role: 'user', content: [textPart(item, 'user')] } : item))
  return { ...like, ...(added === '' ? {} : { instructions: added }), input }
}

function reply(response: ResponsesResponse): Reply {
  const tools = new Map<string, string>()
  const output = isList(response.output) ? response.output : []
  return defined<Reply>({
    messages: runsOf(
      output.map((item) => withoutParsed(item, ['content'])),
      kindOf,
    ).map((run) => decodeRun(run, tools)),
    billed: readUsage(USAGE, response.usage, response.model),
    stop: stringAt(response, 'status'),
  })
}

/** What the server holds cannot be trimmed here: such requests go out as they came. */
export function isHeldByServer(request: ResponsesRequest): boolean {
  const items = isList(request.input) ? request.input : []
  const named = (value: unknown) => value !== undefined && value !== null
  return (
    named(request.previous_response_id) ||
    named(request.conversation) ||
    items.some((item) => stringAt(item, 'type') === 'item_reference')
  )
}

function segments(request: ResponsesRequest): { lead: readonly Json[]; runs: readonly (readonly Json[])[] } {
  const items = isList(request.input) ? request.input : []
  const end = leadingCount(items, (item) => ['system', 'developer'].includes(stringAt(item, 'role') ?? ''))
  return { lead: items.slice(0, end), runs: runsOf(items.slice(end), kindOf) }
}

function plain(text: string): Message {
  return { role: 'user', blocks: [{ type: 'text', text }], codec: NAME, wire: { string: true } }
}

/** Input that was one string is written as a string. */
function encodeMessages(messages: readonly RenderedMessage[], sources: readonly (readonly Json[])[]): Json[] {
  const id = idRewriter(messages, IDS)
  const result: Json[] = []
  let later: Json[] = []
  for (const message of messages) {
    if (message.role !== 'tool') {
      result.push(...later)
      later = []
    }
    const source = unchangedWire(message, sources)
    if (source) result.push(...source)
    else if (message.codec === NAME) result.push(...ownItems(message))
    else if (message.role === 'tool') {
      result.push(...toolResults(message).map((block) => foreignOutput(block, id)))
      later.push(...foreignUser(message.blocks.filter((block) => block.type !== 'tool-result')))
    } else if (message.role === 'assistant') result.push(...foreignAssistant(message, id))
    else result.push(...foreignUser(message.blocks, message.role))
  }
  return [...result, ...later]
}

function ownItems(message: Message): Json[] {
  const [first] = message.blocks
  const isString = isObject(message.wire) && message.wire['string'] === true && message.blocks.length === 1
  return isString && first?.type === 'text' ? [first.text] : encodeOwn(message)
}

function foreignAssistant(message: Message, id: (callId: string) => string): Json[] {
  const text = paragraphs(message.blocks)
  const calls = toolCalls(message).map((call) => encodeCall({ ...withoutWire(call), callId: id(call.callId) }))
  return [...(text === '' ? [] : [{ role: 'assistant', content: text }]), ...calls]
}

function foreignUser(blocks: readonly Block[], role: 'user' | 'system' = 'user'): Json[] {
  const content = blocks.flatMap(foreignPart)
  return content.length > 0 ? [{ role, content }] : []
}

function foreignPart(block: Block): Json[] {
  const shown = block.type === 'media' ? picture(block) : block
  if (shown.type === 'text') return shown.text === '' ? [] : [textPart(shown.text, 'user')]
  return shown.type === 'media' ? [encodePart(shown, 'user')] : []
}

function foreignOutput(block: ToolResultBlock, id: (callId: string) => string): JsonObject {
  const text = inlineText(block.content)
  const media = mediaIn(block).flatMap(foreignPart)
  const output = media.length === 0 ? text : [...(text === '' ? [] : [textPart(text, 'user')]), ...media]
  return { type: 'function_call_output', call_id: id(block.callId), output }
}
