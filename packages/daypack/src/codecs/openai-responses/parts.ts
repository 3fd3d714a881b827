import type { MediaBlock, OpaqueBlock, TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { mediaOf, urlOf } from '../shared/portable.ts'
import { asResidue, decodeText, formOf, opaque, rebuildWire, type Residue } from '../shared/wire.ts'

type Wrapped = { readonly part: Json; readonly item?: Json; readonly more?: true }
type Role = 'user' | 'assistant'

const TEXT_TYPE = { user: 'input_text', assistant: 'output_text' } as const
const IMAGE = formOf<MediaBlock>(['image_url'], (block) => ({ type: 'input_image', image_url: urlOf(block) }))

export function decodePart(wire: Json, role: Role = 'user'): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(wire)) return opaque({ part: wire })
  const isText = wire['type'] === 'input_text' || wire['type'] === 'output_text'
  const url = wire['type'] === 'input_image' ? stringAt(wire, 'image_url') : undefined
  if (url !== undefined) return IMAGE.read(wire, mediaOf(url))
  return (isText ? decodeText(wire, TEXT_TYPE[role]) : undefined) ?? opaque({ part: wire })
}

export function encodePart(block: TextBlock | MediaBlock | OpaqueBlock, role: Role): Json {
  switch (block.type) {
    case 'text':
      return textPart(block.text, role, asResidue(block.wire))
    case 'media':
      return IMAGE.write(block)
    case 'opaque':
      return wrappedPart(block)?.part ?? block.wire
  }
}

export function textPart(text: string, role: Role, residue?: Residue): JsonObject {
  return rebuildWire({ type: TEXT_TYPE[role], text }, residue, ['text'])
}

export function wrappedPart(block: OpaqueBlock): Wrapped | undefined {
  return isObject(block.wire) && 'part' in block.wire && !('type' in block.wire)
    ? (block.wire as unknown as Wrapped)
    : undefined
}

/** A part of ours where only media and the caller's own parts are expected. */
export function asPart({ text }: TextBlock): OpaqueBlock {
  return opaque({ part: textPart(text, 'user') })
}
