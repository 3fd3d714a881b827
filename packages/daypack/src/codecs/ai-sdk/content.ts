import { inlineText, type MediaBlock, type OpaqueBlock, type TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { readMediaAt, writeMediaAt } from '../shared/media-at.ts'
import { isAddress } from '../shared/portable.ts'
import { decodeText, opaque, textPartOf } from '../shared/wire.ts'

/** Data is a text, or bytes or an address tagged by `pack`, alone or in an object that says which. */
const PATHS = ['image', 'data'].flatMap((key) =>
  [[], ['data'], ['url']].flatMap((inner) => [
    [key, ...inner],
    [key, ...inner, 'value'],
  ]),
)

export const textPart = textPartOf('text')

export function decodeContentPart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(wire)) return opaque(wire)
  const text = wire['type'] === 'text' ? decodeText(wire, 'text') : undefined
  if (text) return text
  if (wire['type'] === 'file' || wire['type'] === 'image') return readMediaAt(wire, PATHS, stringAt(wire, 'mediaType'))
  return opaque(wire, wire['type'] === 'custom' ? 'hosted' : 'other')
}

export function encodeMedia(block: MediaBlock): JsonObject {
  const text = inlineText(block.content)
  const data = isAddress(block) ? { type: 'url', url: { $daypack: 'url', value: text } } : { type: 'data', data: text }
  return writeMediaAt(block) ?? { type: 'file', mediaType: block.mediaType || 'image/*', data }
}
