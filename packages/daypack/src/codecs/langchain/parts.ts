import { inlineText, type Block, type MediaBlock, type OpaqueBlock, type TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { encodeContentPart } from '../shared/content-part.ts'
import { mediaWithSize, urlOf } from '../shared/portable.ts'
import { asResidue, decodeText, opaque, rebuildWire, type Residue } from '../shared/wire.ts'

/** Path to the data of an image: `['image_url', 'url']`, `['data']`, `['url']`, `['source', 'data']` … */
type MediaResidue = Residue & { readonly path?: readonly string[] }

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

export function encodePart(block: Block): Json {
  if (block.type === 'tool-call') return { type: 'tool_call', id: block.callId, name: block.tool, args: block.input }
  if (block.type === 'tool-result') return textPart(inlineText(block.content))
  return encodeContentPart(block, textPart, encodeMedia)
}

export function textPart(text: string, residue?: Residue & { readonly string?: true }): Json {
  return residue?.string ? text : rebuildWire({ type: 'text', text }, residue, ['text'])
}

function decodeMedia(wire: JsonObject): MediaBlock | OpaqueBlock {
  const path = PATHS.find((candidate) => at(wire, candidate) !== undefined)
  const found = path && at(wire, path)
  if (!path || found === undefined) return opaque(wire)
  const source = isObject(wire['source']) ? wire['source'] : wire
  const inline = /^data:([^;,]+);base64,/.exec(found)
  const mediaType =
    inline?.[1] ?? stringAt(source, 'media_type') ?? stringAt(source, 'mimeType') ?? stringAt(source, 'mime_type') ?? ''
  const text = inline ? found.slice(inline[0].length) : found
  const residue: MediaResidue = { shape: put(wire, path, inline ? inline[0] : ''), path }
  return { ...mediaWithSize(mediaType, text), wire: residue as JsonObject }
}

function encodeMedia(block: MediaBlock): Json {
  const { shape, path } = asResidue<MediaResidue>(block.wire) ?? {}
  if (shape && path) return put(shape, path, (at(shape, path) ?? '') + inlineText(block.content))
  return { type: 'image_url', image_url: { url: urlOf(block) } }
}

function at(wire: JsonObject, path: readonly string[]): string | undefined {
  const found = path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), wire)
  return typeof found === 'string' ? found : undefined
}

function put(wire: JsonObject, [key = '', ...rest]: readonly string[], value: string): JsonObject {
  const inner = wire[key]
  return { ...wire, [key]: rest.length > 0 && isObject(inner) ? put(inner, rest, value) : value }
}
