import { inlineText, type Block, type MediaBlock, type ToolResultBlock, type Message } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { idRewriter } from '../shared/ids.ts'
import { extraText, withoutParsed, isUntouched } from '../shared/wire.ts'
import { encodeCall, isModelItem, OUTPUT } from './items.ts'
import { decodeRun, encodeOwn, NAME } from './message.ts'
import { encodePart, textPart } from './parts.ts'
import { responsesRules as rules } from './rules.ts'
import { paragraphs } from '../shared/text.ts'
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
  wrap,
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
  const reasons = messages.some((message) =>
    message.blocks.some((block) => block.type === 'opaque' && block.purpose === 'reasoning'),
  )
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
  const bare =
    like.instructions === undefined && lead.length === 0 && rendered.system ? paragraphs(rendered.system.blocks) : ''
  if (bare === '' && isUntouched(rendered.messages, sources)) return like
  const items = [...lead, ...encodeMessages(rendered.messages, sources)]
  const before = Array.isArray(like.input)
    ? (like.input as readonly Json[])
    : typeof like.input === 'string'
      ? [like.input]
      : []
  const same = items.length === before.length && items.every((item, index) => item === before[index])
  if (same && bare === '') return like
  const [only] = items
  const input =
    items.length === 1 && typeof only === 'string'
      ? only
      : items.map((item) => (typeof item === 'string' ? userItem([textPart(item, 'user')]) : item))
  return { ...like, ...(bare === '' ? {} : { instructions: bare }), input }
}

function wrap(message: unknown): ResponsesRequest {
  return { input: [message] }
}

function reply(response: ResponsesResponse): Reply {
  const tools = new Map<string, string>()
  return defined<Reply>({
    messages: runsOf(
      (isList(response.output) ? response.output : []).map((item) => withoutParsed(item, ['content'])),
    ).map((run) => decodeRun(run, tools)),
    billed: readUsage(USAGE, response.usage, response.model),
    stop: stringAt(response, 'status'),
  })
}

/** What the server holds cannot be trimmed here: such requests go out as they came. */
export function isHeldByServer(request: ResponsesRequest): boolean {
  const items = Array.isArray(request.input) ? (request.input as readonly Json[]) : []
  const named = (value: unknown) => value !== undefined && value !== null
  return (
    named(request.previous_response_id) ||
    named(request.conversation) ||
    items.some((item) => stringAt(item, 'type') === 'item_reference')
  )
}

function segments(request: ResponsesRequest): { lead: readonly Json[]; runs: readonly (readonly Json[])[] } {
  const items = Array.isArray(request.input) ? (request.input as readonly Json[]) : []
  const end = items.findIndex((item) => !['system', 'developer'].includes(stringAt(item, 'role') ?? ''))
  const lead = items.slice(0, end < 0 ? items.length : end)
  return { lead, runs: runsOf(items.slice(lead.length)) }
}

function runsOf(items: readonly Json[]): Json[][] {
  const runs: Json[][] = []
  let kind: string | undefined
  for (const item of items) {
    const next =
      isObject(item) && isModelItem(item)
        ? 'produced'
        : OUTPUT.test(stringAt(item, 'type') ?? '')
          ? 'output'
          : undefined
    const last = runs.at(-1)
    if (last && next !== undefined && next === kind) last.push(item)
    else runs.push([item])
    kind = next
  }
  return runs
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
    const source = message.source === undefined ? undefined : sources[message.source]
    if (source) result.push(...source)
    else if (message.codec === NAME) result.push(...ownItems(message))
    else if (message.role === 'tool') {
      result.push(
        ...message.blocks.flatMap((block) => (block.type === 'tool-result' ? [foreignOutput(block, id)] : [])),
      )
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
  const calls = message.blocks.flatMap((block) => {
    if (block.type !== 'tool-call') return []
    const { wire: _, ...call } = block
    return [encodeCall({ ...call, callId: id(call.callId) })]
  })
  return [...(text === '' ? [] : [{ role: 'assistant', content: text }]), ...calls]
}

function foreignUser(blocks: readonly Block[], role: 'user' | 'system' = 'user'): Json[] {
  const parts = blocks.flatMap((block): Json[] => {
    if (block.type === 'text') return block.text === '' ? [] : [textPart(block.text, 'user')]
    return block.type === 'media' ? [foreignMedia(block)] : []
  })
  return parts.length > 0 ? [userItem(parts, role)] : []
}

function userItem(content: readonly Json[], role = 'user'): JsonObject {
  return { role, content }
}

function foreignOutput(block: ToolResultBlock, id: (callId: string) => string): JsonObject {
  const text = inlineText(block.content)
  const media = (block.attachments ?? []).flatMap((part) => (part.type === 'media' ? [foreignMedia(part)] : []))
  const output = media.length === 0 ? text : [...(text === '' ? [] : [textPart(text, 'user')]), ...media]
  return { type: 'function_call_output', call_id: id(block.callId), output }
}

function foreignMedia(block: MediaBlock): Json {
  const { wire: _, ...media } = block
  if (media.mediaType === '' || media.mediaType.startsWith('image/')) return encodePart(media, 'user')
  return textPart(`(${media.mediaType} attachment left out)`, 'user')
}
