import { inlineText, type Block, type MediaBlock, type OpaqueBlock, type TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { imageSize } from '../shared/image-size.ts'
import { encodeContentPart } from '../shared/content-part.ts'
import { asResidue, kept, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'

type MediaResidue = Residue & { readonly image?: Residue }

export function decodePart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (isObject(wire)) {
    const text = wire['text']
    if (wire['type'] === 'text' && typeof text === 'string')
      return { type: 'text', text, ...kept(residueOf(wire, { type: 'text', text }, ['text'])) }
    const image = wire['image_url']
    const url = stringAt(image, 'url')
    if (wire['type'] === 'image_url' && isObject(image) && url !== undefined) return decodeImage(wire, image, url)
  }
  return { type: 'opaque', purpose: 'other', wire }
}

export function encodePart(block: Block): Json | undefined {
  if (block.type === 'tool-call' || block.type === 'tool-result') return undefined
  return encodeContentPart(block, textPart, encodeImage)
}

export function textPart(text: string, residue?: Residue): JsonObject {
  return rebuildWire({ type: 'text', text }, residue, ['text'])
}

function decodeImage(wire: JsonObject, image: JsonObject, url: string): MediaBlock {
  const block = mediaOf(url)
  const outer = residueOf(wire, { type: 'image_url', image_url: null }, ['image_url'])
  const inner = residueOf(image, { url }, ['url'])
  const residue: MediaResidue = { ...outer, ...(inner ? { image: inner } : {}) }
  return { ...block, ...kept(Object.keys(residue).length > 0 ? residue : undefined) }
}

export function mediaOf(url: string): MediaBlock {
  const data = /^data:([^;,]+);base64,/.exec(url)
  if (!data) return { type: 'media', mediaType: '', content: { text: url } }
  const text = url.slice(data[0].length)
  const mediaType = data[1] ?? ''
  return { type: 'media', mediaType, content: { text }, ...(mediaType.startsWith('image/') && imageSize(text)) }
}

export function urlOf(block: MediaBlock): string {
  const text = inlineText(block.content)
  const address = block.mediaType === '' || /^https?:/.test(text)
  return address ? text : `data:${block.mediaType};base64,${text}`
}

function encodeImage(block: MediaBlock): JsonObject {
  const residue = asResidue<MediaResidue>(block.wire)
  const image = rebuildWire({ url: urlOf(block) }, residue?.image, ['url'])
  return rebuildWire({ type: 'image_url', image_url: image }, residue, ['image_url'])
}
