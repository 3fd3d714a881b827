import type { Block, MediaBlock, OpaqueBlock, TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { encodeContentPart } from '../shared/content-part.ts'
import { mediaOf, urlOf } from '../shared/foreign.ts'
import {
  asResidue,
  decodeText,
  opaque,
  rebuildWire,
  residueOf,
  textPartOf,
  wireField,
  type Slots,
} from '../shared/wire.ts'

const IMAGE: Slots = [['image_url', ['url']]]

export const textPart = textPartOf('text')

export function decodePart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(wire)) return opaque(wire)
  const url = wire['type'] === 'image_url' ? stringAt(wire['image_url'], 'url') : undefined
  if (url !== undefined) {
    const block = mediaOf(url)
    return { ...block, ...wireField(residueOf(wire, canonicalImage(block), IMAGE)) }
  }
  return (wire['type'] === 'text' ? decodeText(wire, 'text') : undefined) ?? opaque(wire)
}

export function encodePart(block: Block): Json | undefined {
  if (block.type === 'tool-call' || block.type === 'tool-result') return undefined
  return encodeContentPart(block, textPart, (media) => rebuildWire(canonicalImage(media), asResidue(media.wire), IMAGE))
}

function canonicalImage(block: MediaBlock): JsonObject {
  return { type: 'image_url', image_url: { url: urlOf(block) } }
}
