import { inlineText } from '../../model/message.ts'
import type { Block, MediaBlock, OpaqueBlock, TextBlock, ToolCallBlock, ToolResultBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { objectInput } from '../shared/arguments.ts'
import { imageSize } from '../shared/image-size.ts'
import { asResidue, kept, rebuildWire, residueOf, type Residue, type ToolNames } from '../shared/wire.ts'
import { joinParts, splitParts, type Joined, type Layout } from '../shared/layout.ts'

/** `content`: absent or null content, kept while there is no text. */
type ResultResidue = Residue & { readonly parts?: Layout; readonly content?: 'absent' | null }
type MediaResidue = Residue & { readonly source?: Residue }

/** Tool names by call id: the wire does not name the tool of a result. */
export type Tools = ToolNames

export function decodeBlock(wire: Json, tools: Tools): Block {
  if (!isObject(wire)) return { type: 'opaque', purpose: 'other', wire }
  switch (wire['type']) {
    case 'text':
      return decodeText(wire)
    case 'tool_use':
      return decodeCall(wire, tools)
    case 'tool_result':
      return decodeResult(wire, tools)
    case 'image':
    case 'document':
      return decodeMedia(wire)
    case 'thinking':
    case 'redacted_thinking':
      return { type: 'opaque', purpose: 'reasoning', wire }
    default:
      return { type: 'opaque', purpose: isHosted(wire) ? 'hosted' : 'other', wire }
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
      return encodeMedia(block)
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
    case 'tool-result': {
      const media = (block.attachments ?? []).flatMap((part) => (part.type === 'media' ? [bare(part)] : []))
      return encodeResult({ ...bare(block), callId: id(block.callId), attachments: media })
    }
    case 'media':
      return encodeMedia(bare(block))
    case 'opaque':
      return undefined
  }
}

function bare<B extends MediaBlock | ToolResultBlock>(block: B): B {
  const { wire: _, ...rest } = block
  return rest as B
}

const CALL = ['id', 'name', 'input']
const RESULT = ['tool_use_id', 'content']

function decodeText(wire: JsonObject): TextBlock | OpaqueBlock {
  const text = wire['text']
  if (typeof text !== 'string') return { type: 'opaque', purpose: 'other', wire }
  return { type: 'text', text, ...kept(residueOf(wire, { type: 'text', text }, ['text'])) }
}

function decodeCall(wire: JsonObject, tools: Tools): ToolCallBlock | OpaqueBlock {
  const callId = stringAt(wire, 'id')
  const tool = stringAt(wire, 'name')
  const input = wire['input']
  if (callId === undefined || tool === undefined || input === undefined)
    return { type: 'opaque', purpose: 'other', wire }
  tools.set(callId, tool)
  const block: ToolCallBlock = { type: 'tool-call', callId, tool, input }
  return { ...block, ...kept(residueOf(wire, canonicalCall(block), CALL)) }
}

function canonicalCall(block: ToolCallBlock): JsonObject {
  return { type: 'tool_use', id: block.callId, name: block.tool, input: block.input }
}

function decodeResult(wire: JsonObject, tools: Tools): ToolResultBlock | OpaqueBlock {
  const callId = stringAt(wire, 'tool_use_id')
  const content = wire['content']
  const known = content === undefined || content === null || typeof content === 'string' || isList(content)
  if (callId === undefined || !known) return { type: 'opaque', purpose: 'other', wire }
  const { text, attachments, ...how } = readContent(content, tools)
  const isError = wire['is_error'] === true
  const canonical = { type: 'tool_result', tool_use_id: callId, content: null, ...(isError ? { is_error: true } : {}) }
  const residue: ResultResidue = { ...residueOf(wire, canonical, RESULT), ...how }
  return {
    type: 'tool-result',
    callId,
    tool: tools.get(callId) ?? '',
    content: { text },
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(isError ? { isError } : {}),
    ...kept(Object.keys(residue).length > 0 ? residue : undefined),
  }
}

type Read = Pick<Joined, 'text' | 'attachments'> & Pick<ResultResidue, 'parts' | 'content'>

function readContent(content: Json | undefined, tools: Tools): Read {
  if (typeof content === 'string') return { text: content, attachments: [] }
  if (!isList(content)) return { text: '', attachments: [], content: content === undefined ? 'absent' : null }
  const { text, attachments, layout } = joinParts(content, (part) => decodeBlock(part, tools))
  return { text, attachments, parts: layout }
}

function encodeResult(block: ToolResultBlock): JsonObject {
  const residue = asResidue<ResultResidue>(block.wire)
  const canonical: JsonObject = {
    type: 'tool_result',
    tool_use_id: block.callId,
    ...content(block, residue),
    ...(block.isError ? { is_error: true } : {}),
  }
  return rebuildWire(canonical, residue, RESULT)
}

function content(block: ToolResultBlock, residue: ResultResidue | undefined): { content?: Json } {
  const text = textOf(block)
  const attachments = (block.attachments ?? []).map(encodeBlock)
  const laid = residue?.parts && splitParts(text, attachments, residue.parts, textPart)
  if (laid) return { content: laid }
  if (attachments.length > 0) return { content: [...(text === '' ? [] : [textPart(text)]), ...attachments] }
  if (text !== '' || residue?.content === undefined) return { content: text }
  return residue.content === null ? { content: null } : {}
}

function textPart(text: string, residue?: Residue): JsonObject {
  return rebuildWire({ type: 'text', text }, residue, ['text'])
}

function textOf(block: ToolResultBlock | MediaBlock): string {
  return inlineText(block.content)
}

function decodeMedia(wire: JsonObject): MediaBlock | OpaqueBlock {
  const source = wire['source']
  const form = isObject(source) ? mediaForm(source) : undefined
  if (!isObject(source) || !form) return { type: 'opaque', purpose: 'other', wire }
  const block: MediaBlock = { type: 'media', mediaType: form.mediaType, content: { text: form.text }, ...form.size }
  const canonical = canonicalMedia(block)
  const inner = isObject(canonical['source']) ? residueOf(source, canonical['source'], SOURCE) : undefined
  const residue: MediaResidue = { ...residueOf(wire, canonical, ['source']), ...(inner ? { source: inner } : {}) }
  return { ...block, ...kept(Object.keys(residue).length > 0 ? residue : undefined) }
}

const SOURCE = ['data', 'url', 'media_type']

function mediaForm(source: JsonObject): { mediaType: string; text: string; size: object } | undefined {
  const url = stringAt(source, 'url')
  const data = stringAt(source, 'data')
  const mediaType = stringAt(source, 'media_type')
  if (source['type'] === 'url' && url !== undefined) return { mediaType: '', text: url, size: {} }
  if (source['type'] !== 'base64' || data === undefined || mediaType === undefined) return undefined
  return { mediaType, text: data, size: (mediaType.startsWith('image/') && imageSize(data)) || {} }
}

function encodeMedia(block: MediaBlock): JsonObject {
  const residue = asResidue<MediaResidue>(block.wire)
  const canonical = canonicalMedia(block)
  const source = isObject(canonical['source']) ? rebuildWire(canonical['source'], residue?.source, SOURCE) : {}
  return rebuildWire({ ...canonical, source }, residue, ['source'])
}

function canonicalMedia(block: MediaBlock): JsonObject {
  const text = textOf(block)
  const address = block.mediaType === '' || /^https?:/.test(text)
  const source = address ? { type: 'url', url: text } : { type: 'base64', media_type: block.mediaType, data: text }
  const isImage = block.mediaType === '' || block.mediaType.startsWith('image/')
  return { type: isImage ? 'image' : 'document', source }
}

function isHosted(wire: JsonObject): boolean {
  const type = wire['type']
  return typeof type === 'string' && /tool_use$|tool_result$|^compaction$|^container_upload$/.test(type)
}
