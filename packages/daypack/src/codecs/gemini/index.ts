import { toolResults, type Block, type Message } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import type { Billed } from '../../model/usage.ts'
import { paragraphs } from '../shared/portable.ts'
import {
  asResidue,
  extraText,
  isUntouched,
  opaque,
  rebuildWire,
  residueOf,
  sameList,
  unchangedWire,
  wireField,
} from '../shared/wire.ts'
import type { Residue } from '../shared/wire.ts'
import { decodePart, encodeForeign, encodePart, type Calls } from './parts.ts'
import { geminiRules as rules } from './rules.ts'

export type GeminiRequest = {
  readonly contents?: unknown
  readonly model?: unknown
  readonly systemInstruction?: unknown
  readonly tools?: unknown
  readonly generationConfig?: unknown
  readonly config?: unknown
}
export type GeminiResponse = {
  readonly candidates?: unknown
  readonly usageMetadata?: unknown
  readonly modelVersion?: unknown
}

const NAME = 'gemini'
const CONTENT = ['role', 'parts']
/** `role`: on the wire, when not the usual one. `parts`: empty parts. `odd`: no content as we know it. `string`: text alone. */
type MessageResidue = Residue & {
  readonly role?: Json
  readonly parts?: Json
  readonly odd?: true
  readonly string?: true
}

/**
 * The Gemini API's generateContent.
 *
 * @example
 * import { validate } from 'daypack'
 * import { gemini } from 'daypack/codecs'
 *
 * const request = { model: 'gemini-2.5-pro', contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] }
 * const { messages } = gemini.decode(request)
 * if (messages.length !== 1 || validate(gemini, request).length > 0) throw new Error('it is read and accepted')
 */
export const gemini: Codec<GeminiRequest, GeminiResponse> = {
  name: NAME,
  decode,
  encode,
  reply,
  wrap: (message) => ({ contents: [message] }),
  rules,
}

function decode(request: GeminiRequest): Decoded {
  const calls = noCalls()
  const settings = [request.config, request.generationConfig].find(isObject) ?? {}
  return defined<Decoded>({
    system: decodeSystem(request),
    messages: contentsOf(request).map((wire) => decodeContent(wire, calls)),
    model: stringAt(request, 'model'),
    maxOutput: numberAt(settings, 'maxOutputTokens'),
    extra: extraText({ ...settings, ...request }, ['tools', 'toolConfig', 'responseSchema', 'responseJsonSchema']),
    bindsReasoning: false,
    requiresReasoning: false,
  })
}

function encode(rendered: Rendered, like: GeminiRequest): GeminiRequest {
  const sources = contentsOf(like)
  const added = rendered.system && !systemOf(like) ? paragraphs(rendered.system.blocks) : ''
  if (added === '' && isUntouched(rendered.messages, sources)) return like
  const contents = encodeMessages(rendered.messages, sources, /gemini-([3-9]|\d\d)/.test(stringAt(like, 'model') ?? ''))
  const same = sameList(contents, sources)
  if (same && added === '') return like
  const system = added === '' ? {} : { systemInstruction: { parts: [{ text: added }] } }
  return { ...like, ...system, contents: same ? like.contents : asList(contents, isList(like.contents)) }
}

function asList(contents: readonly Json[], isListed: boolean): Json {
  const [only] = contents
  if (!isListed && contents.length === 1 && only !== undefined) return only
  return contents.map((content) =>
    typeof content === 'string' ? { role: 'user', parts: [{ text: content }] } : content,
  )
}

function reply(response: GeminiResponse): Reply {
  const [candidate] = isList(response.candidates) ? response.candidates : []
  const content = isObject(candidate) && isObject(candidate['content']) ? candidate['content'] : undefined
  return defined<Reply>({
    messages: content ? [decodeContent({ role: 'model', ...content }, noCalls())] : [],
    billed: billedOf(response),
    stop: stringAt(candidate, 'finishReason'),
  })
}

function billedOf({ usageMetadata: usage, modelVersion }: GeminiResponse): Billed | undefined {
  const prompt = numberAt(usage, 'promptTokenCount')
  if (prompt === undefined) return undefined
  const cacheRead = numberAt(usage, 'cachedContentTokenCount') ?? 0
  return {
    input: Math.max(0, prompt + (numberAt(usage, 'toolUsePromptTokenCount') ?? 0) - cacheRead),
    cacheRead,
    cacheWrite: 0,
    output: (numberAt(usage, 'candidatesTokenCount') ?? 0) + (numberAt(usage, 'thoughtsTokenCount') ?? 0),
    ...(typeof modelVersion === 'string' ? { model: modelVersion } : {}),
  }
}

/** The SDK also takes a string or one content. */
function contentsOf(request: GeminiRequest): readonly Json[] {
  if (isList(request.contents)) return request.contents
  return request.contents === undefined ? [] : [request.contents as Json]
}

function systemOf(request: GeminiRequest): Json | undefined {
  const config = isObject(request.config) ? request.config : {}
  const found =
    request.systemInstruction ?? (request as JsonObject)['system_instruction'] ?? config['systemInstruction']
  return found === undefined || found === null ? undefined : (found as Json)
}

function decodeSystem(request: GeminiRequest): Message | undefined {
  const system = systemOf(request)
  if (system === undefined) return undefined
  const parts =
    typeof system === 'string' ? [{ text: system }] : isObject(system) && isList(system['parts']) ? system['parts'] : []
  return { role: 'system', blocks: parts.map((part) => decodePart(part, noCalls())), codec: NAME }
}

function noCalls(): Calls {
  return { open: new Map(), used: new Set() }
}

function decodeContent(wire: Json, calls: Calls): Message {
  if (typeof wire === 'string')
    return { role: 'user', blocks: [{ type: 'text', text: wire }], codec: NAME, wire: { string: true } }
  const role = isObject(wire) ? wire['role'] : undefined
  const parts = isObject(wire) ? wire['parts'] : undefined
  if (!isObject(wire) || (parts !== undefined && !isList(parts)) || !('parts' in wire || 'role' in wire))
    return { role: 'user', blocks: [opaque(wire)], codec: NAME, wire: { odd: true } }
  const blocks = (parts ?? []).map((part) => decodePart(part, calls))
  const isModel = role === 'model'
  if (isModel) forgetOlder(calls, blocks)
  const residue: MessageResidue = {
    ...residueOf(wire, { role: null, parts: null }, CONTENT),
    ...(role === 'user' || isModel || role === undefined ? {} : { role }),
    ...(blocks.length === 0 && parts !== undefined ? { parts } : {}),
  }
  const answers = blocks.some((block) => block.type === 'tool-result')
  return { role: isModel ? 'assistant' : answers ? 'tool' : 'user', blocks, codec: NAME, ...wireField(residue) }
}

/** Responses belong to the turn right before them: calls of earlier turns are no longer open. */
function forgetOlder(calls: Calls, blocks: readonly Block[]): void {
  calls.open.clear()
  for (const block of blocks)
    if (block.type === 'tool-call') calls.open.set(block.tool, [...(calls.open.get(block.tool) ?? []), block.callId])
}

/** One content per model turn (G-01), all responses in the next (G-02), other text after them (G-03). */
function encodeMessages(messages: readonly RenderedMessage[], sources: readonly Json[], signed: boolean): Json[] {
  const result: Json[] = []
  let later: Json[] = []
  let answering = false
  let speaking = false
  for (const message of messages) {
    if (message.role !== 'tool') {
      if (later.length > 0) result.push({ role: 'user', parts: later })
      later = []
    }
    const own = unchangedWire(message, sources) ?? (message.codec === NAME ? encodeOwn(message) : undefined)
    if (own !== undefined) result.push(own)
    else if (message.codec !== NAME && message.role === 'tool') {
      const responses = encodeForeign(toolResults(message), false)
      if (responses.length > 0)
        result.push(answering ? joinParts(result.pop(), responses) : { role: 'user', parts: responses })
      later.push(...encodeForeign(withoutResults(message), false))
    } else if (message.codec !== NAME) {
      const parts = encodeForeign(message.blocks, signed)
      const isModel = message.role === 'assistant'
      if (parts.length === 0 && !isModel && message.blocks.length > 0) parts.push({ text: '(empty)' })
      if (parts.length === 0) continue
      if (isModel && result.length === 0)
        result.push({ role: 'user', parts: [{ text: '(The conversation goes on from here.)' }] })
      result.push(isModel && speaking ? joinParts(result.pop(), parts) : { role: isModel ? 'model' : 'user', parts })
    } else continue
    answering = message.role === 'tool'
    speaking = message.role === 'assistant'
  }
  if (later.length > 0) result.push({ role: 'user', parts: later })
  return result
}

function joinParts(content: Json | undefined, more: readonly Json[]): Json {
  const parts = isObject(content) && isList(content['parts']) ? content['parts'] : []
  return { ...(isObject(content) ? content : { role: 'user' }), parts: [...parts, ...more] }
}

/** The rest of a tool message: attachments of its results, and text of the user. */
function withoutResults(message: Message): Block[] {
  return message.blocks.flatMap((block): readonly Block[] =>
    block.type === 'tool-result' ? (block.attachments ?? []) : [block],
  )
}

function encodeOwn(message: Message): Json | undefined {
  const residue = asResidue<MessageResidue>(message.wire)
  const [first] = message.blocks
  if (residue?.odd) return first && encodePart(first)
  if (residue?.string && message.blocks.length === 1 && first?.type === 'text') return first.text
  const usual = message.role === 'assistant' ? 'model' : 'user'
  const named = residue?.shape !== undefined && !('role' in residue.shape) ? {} : { role: residue?.role ?? usual }
  if (first) return rebuildWire({ ...named, parts: message.blocks.map(encodePart) }, residue, CONTENT)
  if (residue?.parts !== undefined) return rebuildWire({ ...named, parts: residue.parts }, residue, CONTENT)
  return residue?.shape && !('parts' in residue.shape) ? rebuildWire(named, residue, CONTENT) : undefined
}
