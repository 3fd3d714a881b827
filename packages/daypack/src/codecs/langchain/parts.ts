import { inlineText, type MediaBlock, type OpaqueBlock, type TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { blockWriter } from '../shared/block-writer.ts'
import { readMediaAt, writeMediaAt } from '../shared/media-at.ts'
import { urlOf } from '../shared/portable.ts'
import { decodeText, opaque, rebuildWire, type Residue } from '../shared/wire.ts'

const REASONING = ['thinking', 'redacted_thinking', 'reasoning']
const MEDIA = ['image', 'image_url', 'file', 'document']
const PATHS = [['image_url', 'url'], ['image_url'], ['source', 'data'], ['source', 'url'], ['data'], ['url']]

export function decodePart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (typeof wire === 'string') return { type: 'text', text: wire, wire: { string: true } }
  if (!isObject(wire)) return opaque(wire)
  const type = stringAt(wire, 'type') ?? ''
  const text = type === 'text' ? decodeText(wire, 'text') : undefined
  if (text) return text
  if (REASONING.includes(type)) return opaque(wire, 'reasoning')
  if (MEDIA.includes(type)) return decodeMedia(wire)
  return opaque(wire, /^server_tool|_tool_result$|^compaction$/.test(type) ? 'hosted' : 'other')
}

export const encodePart = blockWriter<Json>({
  text: textPart,
  call: ({ callId: id, tool: name, input: args }) => ({ type: 'tool_call', id, name, args }),
  result: ({ content }) => textPart(inlineText(content)),
  media: encodeMedia,
})

export function textPart(text: string, residue?: Residue & { readonly string?: true }): Json {
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
