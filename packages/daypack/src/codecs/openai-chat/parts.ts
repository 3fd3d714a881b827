import type { MediaBlock, OpaqueBlock, TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json } from '../../model/json.ts'
import { blockWriter } from '../shared/block-writer.ts'
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

/** Calls and results are no parts here. */
export const encodePart = blockWriter<Json | undefined>({
  text: textPart,
  call: () => undefined,
  result: () => undefined,
  media: IMAGE.write,
})
