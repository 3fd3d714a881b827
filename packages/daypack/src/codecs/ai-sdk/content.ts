import { inlineText, type MediaBlock, type OpaqueBlock, type TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { imageSize } from '../shared/image-size.ts'
import { encodeContentPart } from '../shared/content-part.ts'
import { asResidue, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'

type MediaResidue = Residue & { readonly data?: Json }

export function decodeContentPart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(wire)) return { type: 'opaque', purpose: 'other', wire }
  const text = wire['text']
  if (wire['type'] === 'text' && typeof text === 'string') {
    return { type: 'text', text, ...wireField(residueOf(wire, { type: 'text', text }, ['text'])) }
  }
  if (wire['type'] === 'file' || wire['type'] === 'image') return decodeMedia(wire)
  return { type: 'opaque', purpose: wire['type'] === 'custom' ? 'hosted' : 'other', wire }
}

export function encodeContent(block: TextBlock | MediaBlock | OpaqueBlock): Json {
  return encodeContentPart(block, textPart, encodeMedia)
}

export function textPart(text: string, residue?: Residue): Json {
  return rebuildWire({ type: 'text', text }, residue, ['text'])
}

function decodeMedia(wire: JsonObject): MediaBlock | OpaqueBlock {
  const slot = 'image' in wire ? 'image' : 'data'
  const data = wire[slot] ?? null
  const found = textIn(data)
  if (found === undefined) return { type: 'opaque', purpose: 'other', wire }
  const mediaType = stringAt(wire, 'mediaType') ?? ''
  const address = /^(https?|data):/.test(found)
  const size = !address && mediaType.startsWith('image/') ? imageSize(found) : undefined
  const residue: MediaResidue = { shape: { ...wire, [slot]: null }, data: blankData(data) }
  return { type: 'media', mediaType, content: { text: found }, ...size, wire: residue as JsonObject }
}

function encodeMedia(block: MediaBlock): JsonObject {
  const text = inlineText(block.content)
  const residue = asResidue<MediaResidue>(block.wire)
  if (residue?.shape && residue.data !== undefined) {
    const slot = 'image' in residue.shape ? 'image' : 'data'
    return { ...residue.shape, [slot]: fillData(residue.data, text) }
  }
  const address = block.mediaType === '' || /^https?:/.test(text)
  const data = address ? { type: 'url', url: { $daypack: 'url', value: text } } : { type: 'data', data: text }
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

function blankData(data: Json): Json {
  if (!isObject(data)) return ''
  if ('$daypack' in data) return { ...data, value: '' }
  const key = data['type'] === 'url' ? 'url' : 'data'
  return { ...data, [key]: blankData(data[key] ?? '') }
}

function fillData(form: Json, text: string): Json {
  if (!isObject(form)) return text
  if ('$daypack' in form) return { ...form, value: text }
  const key = form['type'] === 'url' ? 'url' : 'data'
  return { ...form, [key]: fillData(form[key] ?? '', text) }
}

export function wireField(residue: Residue | undefined): { wire?: Residue & JsonObject } {
  return residue ? { wire: residue } : {}
}
