import { isList, type Json, type JsonObject } from '../../model/json.ts'
import type { Block, Message } from '../../model/message.ts'
import { asResidue, rebuildWire, residueOf, wireField, type Residue } from './wire.ts'

const SLOTS = ['role', 'content']
/** `string`: content was a string. `content`: empty or odd content, kept while there are no blocks for it. */
type ContentResidue = Residue & { readonly string?: true; readonly content?: Json }

/** The blocks of a message whose content is a string or a list of parts, and what else the message has. */
export function readMessage(wire: JsonObject, decode: (part: Json) => Block): { blocks: Block[]; wire?: JsonObject } {
  const { content } = wire
  const isString = typeof content === 'string'
  const blocks: Block[] = isString ? [{ type: 'text', text: content }] : isList(content) ? content.map(decode) : []
  const residue: ContentResidue = {
    ...residueOf(wire, { role: null, content: null }, SLOTS),
    ...(isString ? { string: true } : {}),
    ...(blocks.length === 0 && content !== undefined ? { content } : {}),
  }
  return { blocks, ...wireField(residue) }
}

/** Undefined: nothing is left of it to send. */
export function writeMessage(message: Message, role: string, encode: (block: Block) => Json): JsonObject | undefined {
  const residue = asResidue<ContentResidue>(message.wire)
  const [first] = message.blocks
  if (first) {
    const isPlain = residue?.string && message.blocks.length === 1 && first.type === 'text'
    return rebuildWire({ role, content: isPlain ? first.text : message.blocks.map(encode) }, residue, SLOTS)
  }
  if (residue?.content !== undefined) return rebuildWire({ role, content: residue.content }, residue, SLOTS)
  return residue?.shape && !('content' in residue.shape) ? rebuildWire({ role }, residue, SLOTS) : undefined
}
