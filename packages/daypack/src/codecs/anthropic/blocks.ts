import { inlineText } from '../../model/message.ts'
import type { Block, MediaBlock, OpaqueBlock, ToolCallBlock, ToolResultBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { isAddress, mediaWithSize } from '../shared/portable.ts'
import { writeParts, type Layout } from '../shared/layout.ts'
import { blockWriter, decodeText, formOf, opaque, textPartOf, readContent, type Residue } from '../shared/wire.ts'
import type { ToolNames } from '../shared/rows.ts'

/** `content`: absent or null content, kept while there is no text. */
type ResultResidue = Residue & { readonly parts?: Layout; readonly content?: 'absent' | null }

const textPart = textPartOf('text')
const CALL = formOf<ToolCallBlock>(['id', 'name', 'input'], ({ callId: id, tool: name, input }) => {
  return { type: 'tool_use', id, name, input }
})
const RESULT = formOf<ToolResultBlock, ResultResidue>(['tool_use_id', 'content'], (block, residue) => ({
  type: 'tool_result',
  tool_use_id: block.callId,
  ...contentOf(block, residue),
  ...(block.isError ? { is_error: true } : {}),
}))
const MEDIA = formOf<MediaBlock>([['source', ['data', 'url', 'media_type']]], canonicalMedia)

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

export const encodeBlock = blockWriter<Json>({
  text: textPart,
  call: CALL.write,
  result: RESULT.write,
  media: MEDIA.write,
})

function decodeCall(wire: JsonObject, tools: ToolNames): ToolCallBlock | OpaqueBlock {
  const callId = stringAt(wire, 'id')
  const tool = stringAt(wire, 'name')
  const input = wire['input']
  if (callId === undefined || tool === undefined || input === undefined) return opaque(wire)
  tools.set(callId, tool)
  return CALL.read(wire, { type: 'tool-call', callId, tool, input })
}

function decodeResult(wire: JsonObject, tools: ToolNames): ToolResultBlock | OpaqueBlock {
  const callId = stringAt(wire, 'tool_use_id')
  const content = wire['content'] ?? null
  if (callId === undefined || !(content === null || typeof content === 'string' || isList(content))) return opaque(wire)
  const { parts, ...said } = readContent(content, (part) => decodeBlock(part, tools))
  const isError = wire['is_error'] === true
  const block = {
    type: 'tool-result' as const,
    callId,
    tool: tools.get(callId) ?? '',
    ...said,
    ...(isError && { isError }),
  }
  const empty = wire['content'] === undefined ? ('absent' as const) : null
  return RESULT.read(wire, block, { ...(parts && { parts }), ...(content === null && { content: empty }) })
}

function contentOf(block: ToolResultBlock, residue: ResultResidue | undefined): { content?: Json } {
  const text = inlineText(block.content)
  const { attachments = [] } = block
  const isSplit = residue?.parts !== undefined || attachments.length > 0
  const parts = isSplit ? writeParts(text, attachments.map(encodeBlock), residue?.parts, textPart) : undefined
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
  return block ? MEDIA.read(wire, block) : opaque(wire)
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
