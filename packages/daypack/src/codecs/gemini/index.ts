import type { Block, Message } from '../../model/message.ts'
import type { Codec, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, numberAt, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { objectInput } from '../shared/arguments.ts'
import { paragraphs } from '../shared/portable.ts'
import { rowCodec, type Portable } from '../shared/rows.ts'
import { asResidue, extraText, opaque, readUsage, rebuildWire, residueOf, wireField } from '../shared/wire.ts'
import type { Residue, UsageFields } from '../shared/wire.ts'
import { decodePart, encodePart, unnamed, type Calls } from './parts.ts'
import { geminiRules as rules, isGemini3 } from './rules.ts'

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

const USAGE: UsageFields = {
  input: ['promptTokenCount', 'toolUsePromptTokenCount'],
  output: ['candidatesTokenCount', 'thoughtsTokenCount'],
  cacheRead: 'cachedContentTokenCount',
}

const rows = rowCodec<GeminiRequest>({
  name: NAME,
  countsTurns: true,
  /** The SDK also takes a string or one content. */
  rows: ({ contents }) => (isList(contents) ? contents : contents === undefined ? [] : [contents]),
  withRows(like, contents) {
    if (!isList(like.contents) && contents.length === 1) return { ...like, contents: contents[0] }
    const asContent = (row: unknown) => (typeof row === 'string' ? { role: 'user', parts: [{ text: row }] } : row)
    return { ...like, contents: contents.map(asContent) }
  },
  read(contents) {
    const calls = noCalls()
    return contents.map((wire) => decodeContent(wire as Json, calls))
  },
  write: encodeContent,
  adopt,
  // One content per model turn (G-01), all responses in the next (G-02).
  join: (row, more, role) =>
    role === 'user' || !isObject(row) ? undefined : { ...row, parts: [...partsOf(row), ...partsOf(more)] },
  system: decodeSystem,
  withSystem(like, { blocks }) {
    const text = paragraphs(blocks)
    return text === '' ? like : { ...like, systemInstruction: { parts: [{ text }] } }
  },
  facts(request) {
    const settings = [request.config, request.generationConfig].find(isObject) ?? {}
    const all = { ...settings, ...request }
    return {
      maxOutput: numberAt(settings, 'maxOutputTokens'),
      extra: extraText(all, ['tools', 'toolConfig', 'responseSchema', 'responseJsonSchema']),
    }
  },
})

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
  ...rows,
  reply(response) {
    const [candidate] = isList(response.candidates) ? response.candidates : []
    const content = isObject(candidate) && isObject(candidate['content']) ? candidate['content'] : undefined
    return defined<Reply>({
      messages: content ? [decodeContent({ role: 'model', ...content }, noCalls())] : [],
      billed: readUsage(USAGE, response.usageMetadata, response.modelVersion),
      stop: stringAt(candidate, 'finishReason'),
    })
  },
  wrap: (message) => ({ contents: [message] }),
  rules,
}

function decodeSystem(request: GeminiRequest): Message | undefined {
  const config = isObject(request.config) ? request.config : {}
  const own = request.systemInstruction ?? (request as JsonObject)['system_instruction']
  const system = own ?? config['systemInstruction']
  if (system === undefined || system === null) return undefined
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

/** Text and attachments of a tool message come after its responses (G-03). */
function adopt({ role, blocks }: Portable, like: GeminiRequest): readonly Message[] {
  if (role !== 'tool') {
    const isSigned = role === 'assistant' && isGemini3(stringAt(like, 'model') ?? '')
    return [{ role: role === 'assistant' ? role : 'user', blocks: unnamed(blocks.map(objectInput), isSigned) }]
  }
  const results = blocks.filter((block) => block.type === 'tool-result')
  const others = blocks.flatMap((block): readonly Block[] =>
    block.type === 'tool-result' ? (block.attachments ?? []) : [block],
  )
  return [
    { role, blocks: unnamed(results) },
    { role: 'user', blocks: others },
  ]
}

function partsOf(row: unknown): readonly Json[] {
  return isObject(row) && isList(row['parts']) ? row['parts'] : []
}

function encodeContent(message: Message): Json[] {
  const residue = asResidue<MessageResidue>(message.wire)
  const [first] = message.blocks
  if (residue?.odd) return first ? [encodePart(first)] : []
  if (residue?.string && message.blocks.length === 1 && first?.type === 'text') return [first.text]
  const usual = message.role === 'assistant' ? 'model' : 'user'
  const named = residue?.shape !== undefined && !('role' in residue.shape) ? {} : { role: residue?.role ?? usual }
  if (first) return [rebuildWire({ ...named, parts: message.blocks.map(encodePart) }, residue, CONTENT)]
  if (residue?.parts !== undefined) return [rebuildWire({ ...named, parts: residue.parts }, residue, CONTENT)]
  return residue?.shape && !('parts' in residue.shape) ? [rebuildWire(named, residue, CONTENT)] : []
}
