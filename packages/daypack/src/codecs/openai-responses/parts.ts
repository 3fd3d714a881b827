import type { MediaBlock, OpaqueBlock, TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { mediaOf, urlOf } from '../openai-chat/parts.ts'
import { asResidue, kept, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'

type Wrapped = { readonly part: Json; readonly item?: Json; readonly more?: true }
type Role = 'user' | 'assistant'

const TEXT_TYPE = { user: 'input_text', assistant: 'output_text' } as const

export function decodePart(wire: Json, role: Role | number = 'user'): TextBlock | MediaBlock | OpaqueBlock {
  const text = stringAt(wire, 'text')
  const url = stringAt(wire, 'image_url')
  if (isObject(wire) && text !== undefined && (wire['type'] === 'input_text' || wire['type'] === 'output_text')) {
    const type = role === 'assistant' ? 'output_text' : 'input_text'
    return { type: 'text', text, ...kept(residueOf(wire, { type, text }, ['text'])) }
  }
  if (isObject(wire) && wire['type'] === 'input_image' && url !== undefined)
    return { ...mediaOf(url), ...kept(residueOf(wire, { type: 'input_image', image_url: url }, ['image_url'])) }
  return { type: 'opaque', purpose: 'other', wire: { part: wire } }
}

export function encodePart(block: TextBlock | MediaBlock | OpaqueBlock, role: Role): Json {
  switch (block.type) {
    case 'text':
      return textPart(block.text, role, asResidue(block.wire))
    case 'media':
      return rebuildWire({ type: 'input_image', image_url: urlOf(block) }, asResidue(block.wire), ['image_url'])
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
