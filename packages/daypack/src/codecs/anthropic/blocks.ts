import { inlineText } from '../../model/message.ts'
import type { Block, MediaBlock, OpaqueBlock, ToolCallBlock, ToolResultBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { objectInput } from '../shared/arguments.ts'
import { isAddress, mediaIn, mediaWithSize, withoutWire } from '../shared/foreign.ts'
import { joinParts, writeParts, type Layout } from '../shared/layout.ts'
import {
  asResidue,
  decodeText,
  opaque,
  rebuildWire,
  residueOf,
  textPartOf,
  wireField,
  type Residue,
  type Slots,
  type ToolNames,
} from '../shared/wire.ts'

/** `content`: absent or null content, kept while there is no text. */
type ResultResidue = Residue & { readonly parts?: Layout; readonly content?: 'absent' | null }

const CALL: Slots = ['id', 'name', 'input']
const RESULT: Slots = ['tool_use_id', 'content']
const MEDIA: Slots = [['source', ['data', 'url', 'media_type']]]
const textPart = textPartOf('text')

/** `tools`: names by call id, because the wire does not name the tool of a result. */
export function decodeBlock(wire: Json, tools: ToolNames): Block {
  if (!isObject(wire)) return opaque(wire)
  switch (wire['type']) {
    case 'text':
      return decodeText(wire, 'text') ?? opaque(wire)
    case 'tool_use':
      return decodeCall(wire, tools)
    case 'tool_result':
      return decodeResult(wire, tools)
    case 'image':
    case 'document':
      return decodeMedia(wire)
    case 'thinking':
    case 'redacted_thinking':
      return opaque(wire, 'reasoning')
    default:
      return opaque(wire, isHosted(wire) ? 'hosted' : 'other')
  }
}

export function encodeBlock(block: Block): Json {
  switch (block.type) {
    case 'text':
      return textPart(block.text, asResidue(block.wire))
    case 'tool-call':
      return rebuildWire(canonicalCall(block), asResidue(block.wire), CALL)
    case 'tool-result':
      return encodeResult(block)
    case 'media':
      return rebuildWire(canonicalMedia(block), asResidue(block.wire), MEDIA)
    case 'opaque':
      return block.wire
  }
}

export function encodeForeign(block: Block, id: (callId: string) => string): Json | undefined {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? undefined : { type: 'text', text: block.text }
    case 'tool-call':
      return { type: 'tool_use', id: id(block.callId), name: block.tool, input: objectInput(block.input) }
    case 'tool-result':
      return encodeResult({ ...withoutWire(block), callId: id(block.callId), attachments: mediaIn(block) })
    case 'media':
      return canonicalMedia(block)
    case 'opaque':
      return undefined
  }
}

function decodeCall(wire: JsonObject, tools: ToolNames): ToolCallBlock | OpaqueBlock {
  const callId = stringAt(wire, 'id')
  const tool = stringAt(wire, 'name')
  const input = wire['input']
  if (callId === undefined || tool === undefined || input === undefined) return opaque(wire)
  tools.set(callId, tool)
  const block: ToolCallBlock = { type: 'tool-call', callId, tool, input }
  return { ...block, ...wireField(residueOf(wire, canonicalCall(block), CALL)) }
}

function canonicalCall(block: ToolCallBlock): JsonObject {
  return { type: 'tool_use', id: block.callId, name: block.tool, input: block.input }
}

function decodeResult(wire: JsonObject, tools: ToolNames): ToolResultBlock | OpaqueBlock {
  const callId = stringAt(wire, 'tool_use_id')
  const content = wire['content'] ?? null
  if (callId === undefined || !(content === null || typeof content === 'string' || isList(content))) return opaque(wire)
  const joined = isList(content) ? joinParts(content, (part) => decodeBlock(part, tools)) : undefined
  const isError = wire['is_error'] === true
  const canonical = { type: 'tool_result', tool_use_id: callId, content: null, ...(isError ? { is_error: true } : {}) }
  const residue: ResultResidue = {
    ...residueOf(wire, canonical, RESULT),
    ...(joined ? { parts: joined.layout } : {}),
    ...(content === null ? { content: wire['content'] === undefined ? ('absent' as const) : null } : {}),
  }
  return {
    type: 'tool-result',
    callId,
    tool: tools.get(callId) ?? '',
    content: { text: joined?.text ?? (typeof content === 'string' ? content : '') },
    ...(joined && joined.attachments.length > 0 ? { attachments: joined.attachments } : {}),
    ...(isError ? { isError } : {}),
    ...wireField(residue),
  }
}

function encodeResult(block: ToolResultBlock): JsonObject {
  const residue = asResidue<ResultResidue>(block.wire)
  const canonical: JsonObject = {
    type: 'tool_result',
    tool_use_id: block.callId,
    ...contentOf(block, residue),
    ...(block.isError ? { is_error: true } : {}),
  }
  return rebuildWire(canonical, residue, RESULT)
}

function contentOf(block: ToolResultBlock, residue: ResultResidue | undefined): { content?: Json } {
  const text = inlineText(block.content)
  const parts = writeParts(text, (block.attachments ?? []).map(encodeBlock), residue?.parts, textPart)
  if (parts) return { content: parts }
  if (text !== '' || residue?.content === undefined) return { content: text }
  return residue.content === null ? { content: null } : {}
}

function decodeMedia(wire: JsonObject): MediaBlock | OpaqueBlock {
  const source = wire['source']
  const url = stringAt(source, 'url')
  const data = stringAt(source, 'data')
  const mediaType = stringAt(source, 'media_type')
  const type = stringAt(source, 'type')
  const block =
    type === 'url' && url !== undefined
      ? mediaWithSize('', url)
      : type === 'base64' && data !== undefined && mediaType !== undefined
        ? mediaWithSize(mediaType, data)
        : undefined
  return block ? { ...block, ...wireField(residueOf(wire, canonicalMedia(block), MEDIA)) } : opaque(wire)
}

function canonicalMedia(block: MediaBlock): JsonObject {
  const text = inlineText(block.content)
  const source = isAddress(block)
    ? { type: 'url', url: text }
    : { type: 'base64', media_type: block.mediaType, data: text }
  const isImage = block.mediaType === '' || block.mediaType.startsWith('image/')
  return { type: isImage ? 'image' : 'document', source }
}

function isHosted(wire: JsonObject): boolean {
  const type = wire['type']
  return typeof type === 'string' && /tool_use$|tool_result$|^compaction$|^container_upload$/.test(type)
}
