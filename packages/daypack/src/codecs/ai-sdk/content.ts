import { inlineText, type MediaBlock, type OpaqueBlock, type TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { encodeContentPart } from '../shared/content-part.ts'
import { isAddress, mediaWithSize } from '../shared/portable.ts'
import { asResidue, decodeText, opaque, textPartOf, type Residue } from '../shared/wire.ts'

type MediaResidue = Residue & { readonly data?: Json }

export const textPart = textPartOf('text')

export function decodeContentPart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(wire)) return opaque(wire)
  const text = wire['type'] === 'text' ? decodeText(wire, 'text') : undefined
  if (text) return text
  if (wire['type'] === 'file' || wire['type'] === 'image') return decodeMedia(wire)
  return opaque(wire, wire['type'] === 'custom' ? 'hosted' : 'other')
}

export function encodeContent(block: TextBlock | MediaBlock | OpaqueBlock): Json {
  return encodeContentPart(block, textPart, encodeMedia)
}

function decodeMedia(wire: JsonObject): MediaBlock | OpaqueBlock {
  const slot = 'image' in wire ? 'image' : 'data'
  const data = wire[slot] ?? null
  const found = textIn(data)
  if (found === undefined) return opaque(wire)
  const mediaType = stringAt(wire, 'mediaType') ?? ''
  const residue: MediaResidue = { shape: { ...wire, [slot]: null }, data: withText(data, '') }
  const isElsewhere = /^(https?|data):/.test(found)
  const block: MediaBlock = isElsewhere
    ? { type: 'media', mediaType, content: { text: found } }
    : mediaWithSize(mediaType, found)
  return { ...block, wire: residue as JsonObject }
}

function encodeMedia(block: MediaBlock): JsonObject {
  const text = inlineText(block.content)
  const residue = asResidue<MediaResidue>(block.wire)
  if (residue?.shape && residue.data !== undefined) {
    const slot = 'image' in residue.shape ? 'image' : 'data'
    return { ...residue.shape, [slot]: withText(residue.data, text) }
  }
  const data = isAddress(block) ? { type: 'url', url: { $daypack: 'url', value: text } } : { type: 'data', data: text }
  return { type: 'file', mediaType: block.mediaType || 'image/*', data }
}

function textIn(data: Json): string | undefined {
  if (typeof data === 'string') return data
  if (!isObject(data)) return undefined
  if ('$daypack' in data) return stringAt(data, 'value')
  if (data['type'] === 'data') return textIn(data['data'] ?? null)
  if (data['type'] === 'url') return textIn(data['url'] ?? null)
  return undefined
}

/** The same form of data around another text. */
function withText(form: Json, text: string): Json {
  if (!isObject(form)) return text
  if ('$daypack' in form) return { ...form, value: text }
  const key = form['type'] === 'url' ? 'url' : 'data'
  return { ...form, [key]: withText(form[key] ?? '', text) }
}
