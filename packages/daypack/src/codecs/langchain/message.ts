import { inlineText, toolCalls, toolResults } from '../../model/message.ts'
import type { Block, Message, Role, ToolCallBlock, ToolResultBlock, MediaBlock } from '../../model/message.ts'
import type { OpaqueBlock, TextBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { writeParts, type Layout } from '../shared/layout.ts'
import type { Portable, ToolNames } from '../shared/rows.ts'
import { asResidue, wireField, readContent, decodeText, opaque, rebuildWire, blockWriter } from '../shared/wire.ts'
import type { Residue } from '../shared/wire.ts'
import { pack } from '../shared/pack.ts'
import { readMediaAt, writeMediaAt, urlOf } from '../shared/portable.ts'

export const NAME = 'langchain'

export type Fields = { readonly type: string } & JsonObject

type MessageResidue = Residue & {
  readonly type: string
  readonly fields: JsonObject
  readonly string?: true
  readonly parts?: Layout
}
/** `part`: the call as repeated in the content. `call`: what its entry has besides name, arguments and id. */
type CallResidue = Residue & { readonly part?: Json; readonly call?: JsonObject }

const FIELDS = [
  'id',
  'name',
  'additional_kwargs',
  'response_metadata',
  'invalid_tool_calls',
  'usage_metadata',
  'tool_call_id',
  'status',
  'role',
]
const ROLES: Readonly<Record<string, Role>> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
}
const TYPES: Readonly<Record<Role, string>> = { user: 'human', assistant: 'ai', system: 'system', tool: 'tool' }
const CALL_PARTS = ['tool_use', 'tool_call', 'function_call']

export function decodeMessage(value: unknown, tools: ToolNames): Message {
  const source = isObject(value) ? value : {}
  const type = typeOf(source)
  const fields = pack(
    Object.fromEntries(FIELDS.flatMap((key) => (source[key] === undefined ? [] : [[key, source[key]]]))),
  ) as JsonObject
  const content = pack(source['content'])
  const residue: MessageResidue = { type, fields, ...(typeof content === 'string' ? { string: true } : {}) }
  const role = ROLES[type] ?? 'user'
  if (role === 'tool') return decodeTool(content, residue, tools)
  const parts = typeof content === 'string' ? (content === '' ? [] : [content]) : isList(content) ? content : []
  const calls = (Array.isArray(source['tool_calls']) ? source['tool_calls'] : [])
    .map((call) => pack(call))
    .filter(isObject)
  const blocks = withCalls(parts, calls, typeof content === 'string')
  for (const block of blocks) if (block.type === 'tool-call') tools.set(block.callId, block.tool)
  return { role, blocks, codec: NAME, wire: residue }
}

export function encodeMessage(message: Message): Fields[] {
  const { type, fields, string, parts } = asResidue<MessageResidue>(message.wire) ?? bare(message)
  const [first] = message.blocks
  if (message.role === 'tool' && first?.type === 'tool-result')
    return [{ type, ...fields, content: resultContent(first, string, parts) }]
  const calls = toolCalls(message)
  const said = message.blocks.flatMap((block): Json[] => {
    if (block.type !== 'tool-call') return [encodePart(block)]
    const part = asResidue<CallResidue>(block.wire)?.part
    return part === undefined ? [] : [part]
  })
  const content = string
    ? said.map((part) => (typeof part === 'string' ? part : (stringAt(part, 'text') ?? ''))).join('\n')
    : said
  return [{ type, ...fields, content, ...(type === 'ai' ? { tool_calls: calls.map(callOf) } : {}) }]
}

export function adopt({ role, blocks }: Portable): readonly Message[] {
  const results = toolResults({ role, blocks }).map((block): Message => {
    const fields = { tool_call_id: block.callId, name: block.tool, ...(block.isError ? { status: 'error' } : {}) }
    return { role: 'tool', blocks: [block], wire: { type: 'tool', fields, string: true } }
  })
  const said = blocks.filter((block) => block.type !== 'tool-result')
  return [...results, ...(said.length > 0 ? [{ role: role === 'tool' ? ('user' as const) : role, blocks: said }] : [])]
}

/** One text is a string; more, or media, is a list. */
function bare({ role, blocks }: Message): MessageResidue {
  const [first, ...others] = blocks.filter((block) => block.type !== 'tool-call')
  const isString = others.length === 0 && (first === undefined || first.type === 'text')
  return { type: TYPES[role], fields: {}, ...(isString && { string: true }) }
}

function decodeTool(content: Json, residue: MessageResidue, tools: ToolNames): Message {
  const { parts, ...said } = readContent(content, decodePart)
  const callId = stringAt(residue.fields, 'tool_call_id') ?? ''
  const block: ToolResultBlock = {
    type: 'tool-result',
    callId,
    tool: stringAt(residue.fields, 'name') ?? tools.get(callId) ?? '',
    ...said,
    ...(residue.fields['status'] === 'error' ? { isError: true } : {}),
  }
  return { role: 'tool', blocks: [block], codec: NAME, wire: { ...residue, ...(parts && { parts }) } }
}

function resultContent(block: ToolResultBlock, string?: boolean, parts?: Layout): Json {
  const text = inlineText(block.content)
  const written = writeParts(text, (block.attachments ?? []).map(encodePart), parts, textPart)
  return written ?? (string ? text : text === '' ? [] : [textPart(text)])
}

function withCalls(parts: readonly Json[], calls: readonly JsonObject[], plain: boolean): Block[] {
  const open = new Map(calls.map((call) => [stringAt(call, 'id') ?? '', call]))
  const blocks = parts.map((part): Block => {
    const id =
      isObject(part) && CALL_PARTS.includes(stringAt(part, 'type') ?? '')
        ? (stringAt(part, 'id') ?? stringAt(part, 'call_id'))
        : undefined
    const call = id === undefined ? undefined : open.get(id)
    if (id !== undefined) open.delete(id)
    if (call) return decodeCall(call, { part })
    const block = decodePart(part)
    if (!plain || block.type !== 'text') return block
    return { type: 'text', text: block.text }
  })
  return [...blocks, ...[...open.values()].map((call) => decodeCall(call, {}))]
}

function decodeCall(call: JsonObject, residue: CallResidue): ToolCallBlock {
  const { id: _, name: __, args, ...rest } = call
  const isUsual = rest['type'] === 'tool_call' && Object.keys(rest).length === 1
  return {
    type: 'tool-call',
    callId: stringAt(call, 'id') ?? '',
    tool: stringAt(call, 'name') ?? '',
    input: args ?? {},
    ...wireField({ ...residue, ...(isUsual ? {} : { call: rest }) }),
  }
}

function callOf(block: ToolCallBlock): Json {
  const extra = asResidue<CallResidue>(block.wire)?.call ?? { type: 'tool_call' }
  return { name: block.tool, args: block.input, id: block.callId, ...extra }
}

function typeOf(source: Readonly<Record<string, unknown>>): string {
  const type = source['type'] ?? source['role']
  return typeof type === 'string' ? ({ user: 'human', assistant: 'ai' }[type] ?? type) : 'human'
}

const REASONING = ['thinking', 'redacted_thinking', 'reasoning']
const MEDIA = ['image', 'image_url', 'file', 'document']
const PATHS = [['image_url', 'url'], ['image_url'], ['source', 'data'], ['source', 'url'], ['data'], ['url']]

function decodePart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (typeof wire === 'string') return { type: 'text', text: wire, wire: { string: true } }
  if (!isObject(wire)) return opaque(wire)
  const type = stringAt(wire, 'type') ?? ''
  const text = type === 'text' ? decodeText(wire, 'text') : undefined
  if (text) return text
  if (REASONING.includes(type)) return opaque(wire, 'reasoning')
  if (MEDIA.includes(type)) return decodeMedia(wire)
  return opaque(wire, /^server_tool|_tool_result$|^compaction$/.test(type) ? 'hosted' : 'other')
}

const encodePart = blockWriter<Json>({
  text: textPart,
  call: ({ callId: id, tool: name, input: args }) => ({ type: 'tool_call', id, name, args }),
  result: ({ content }) => textPart(inlineText(content)),
  media: encodeMedia,
})

function textPart(text: string, residue?: Residue & { readonly string?: true }): Json {
  return residue?.string ? text : rebuildWire({ type: 'text', text }, residue, ['text'])
}

function decodeMedia(wire: JsonObject): MediaBlock | OpaqueBlock {
  const source = isObject(wire['source']) ? wire['source'] : wire
  const named = ['media_type', 'mimeType', 'mime_type'].map((key) => stringAt(source, key))
  return readMediaAt(
    wire,
    PATHS,
    named.find((type) => type !== undefined),
  )
}

function encodeMedia(block: MediaBlock): Json {
  return writeMediaAt(block) ?? { type: 'image_url', image_url: { url: urlOf(block) } }
}
