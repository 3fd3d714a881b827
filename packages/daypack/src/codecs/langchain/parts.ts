import { inlineText, type Block, type MediaBlock, type OpaqueBlock, type TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { imageSize } from '../shared/image-size.ts'
import { encodeContentPart } from '../shared/content-part.ts'
import { asResidue, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'

/** Path to the data of an image: `['image_url', 'url']`, `['data']`, `['url']`, `['source', 'data']` … */
type MediaResidue = Residue & { readonly path?: readonly string[] }

const REASONING = ['thinking', 'redacted_thinking', 'reasoning']
const PATHS = [['image_url', 'url'], ['image_url'], ['source', 'data'], ['source', 'url'], ['data'], ['url']]

export function decodePart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (typeof wire === 'string') return { type: 'text', text: wire, wire: { string: true } }
  if (!isObject(wire)) return { type: 'opaque', purpose: 'other', wire }
  const type = stringAt(wire, 'type') ?? ''
  const text = wire['text']
  if (type === 'text' && typeof text === 'string') {
    const residue = residueOf(wire, { type: 'text', text }, ['text'])
    return { type: 'text', text, ...(residue ? { wire: residue as JsonObject } : {}) }
  }
  if (REASONING.includes(type)) return { type: 'opaque', purpose: 'reasoning', wire }
  if (type === 'image' || type === 'image_url' || type === 'file' || type === 'document') return decodeMedia(wire)
  return { type: 'opaque', purpose: /^server_tool|_tool_result$|^compaction$/.test(type) ? 'hosted' : 'other', wire }
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
  if (!path || found === undefined) return { type: 'opaque', purpose: 'other', wire }
  const source = isObject(wire['source']) ? wire['source'] : wire
  const inline = /^data:([^;,]+);base64,/.exec(found)
  const mediaType =
    inline?.[1] ?? stringAt(source, 'media_type') ?? stringAt(source, 'mimeType') ?? stringAt(source, 'mime_type') ?? ''
  const text = inline ? found.slice(inline[0].length) : found
  const size = mediaType.startsWith('image/') && !/^https?:/.test(text) ? imageSize(text) : undefined
  const residue: MediaResidue = { shape: put(wire, path, inline ? inline[0] : ''), path }
  return { type: 'media', mediaType, content: { text }, ...size, wire: residue as JsonObject }
}

function encodeMedia(block: MediaBlock): Json {
  const text = inlineText(block.content)
  const { shape, path } = asResidue<MediaResidue>(block.wire) ?? {}
  if (shape && path) return put(shape, path, (at(shape, path) ?? '') + text)
  const url = block.mediaType === '' || /^https?:/.test(text) ? text : `data:${block.mediaType};base64,${text}`
  return { type: 'image_url', image_url: { url } }
}

function at(wire: JsonObject, path: readonly string[]): string | undefined {
  const found = path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), wire)
  return typeof found === 'string' ? found : undefined
}

function put(wire: JsonObject, [key = '', ...rest]: readonly string[], value: string): JsonObject {
  const inner = wire[key]
  return { ...wire, [key]: rest.length > 0 && isObject(inner) ? put(inner, rest, value) : value }
}
