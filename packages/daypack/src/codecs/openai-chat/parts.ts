import type { Block, MediaBlock, OpaqueBlock, TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json } from '../../model/json.ts'
import { encodeContentPart } from '../shared/content-part.ts'
import { mediaOf, urlOf } from '../shared/portable.ts'
import { decodeText, formOf, opaque, textPartOf } from '../shared/wire.ts'

const IMAGE = formOf<MediaBlock>([['image_url', ['url']]], (block) => {
  return { type: 'image_url', image_url: { url: urlOf(block) } }
})

export const textPart = textPartOf('text')

export function decodePart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(wire)) return opaque(wire)
  const url = wire['type'] === 'image_url' ? stringAt(wire['image_url'], 'url') : undefined
  if (url !== undefined) return IMAGE.read(wire, mediaOf(url))
  return (wire['type'] === 'text' ? decodeText(wire, 'text') : undefined) ?? opaque(wire)
}

export function encodePart(block: Block): Json | undefined {
  if (block.type === 'tool-call' || block.type === 'tool-result') return undefined
  return encodeContentPart(block, textPart, IMAGE.write)
}
