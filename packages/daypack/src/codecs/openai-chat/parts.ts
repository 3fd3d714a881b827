import type { MediaBlock, OpaqueBlock, TextBlock, ToolCallBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json } from '../../model/json.ts'
import { blockWriter, decodeText, formOf, opaque, textPartOf, type Residue, type Slots } from '../shared/wire.ts'
import { mediaOf, urlOf } from '../shared/portable.ts'
import { parseArguments, writeArguments, type Arguments } from '../shared/arguments.ts'

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

/** `plain`: the input is not written as a JSON string. `custom`: a call of a tool without a schema. */
type CallResidue = Residue & {
  readonly args?: Pick<Arguments, 'raw'>
  readonly plain?: true
  readonly custom?: true
}

const SLOTS: Slots = ['id', ['function', ['name', 'arguments']], ['custom', ['name', 'input']]]
const CALL = formOf<ToolCallBlock, CallResidue>(SLOTS, ({ callId: id, tool: name, input }, residue) => {
  if (residue?.custom) return { id, type: 'custom', custom: { name, input } }
  const written = residue?.plain ? input : writeArguments({ input, ...residue?.args })
  return { id, type: 'function', function: { name, arguments: written } }
})

export const encodeCall = CALL.write

export function decodeCall(wire: Json): ToolCallBlock | undefined {
  const isCustom = isObject(wire) && wire['type'] === 'custom'
  const inner = isObject(wire) ? wire[isCustom ? 'custom' : 'function'] : undefined
  const callId = stringAt(wire, 'id')
  const tool = stringAt(inner, 'name')
  const written = isObject(inner) ? inner[isCustom ? 'input' : 'arguments'] : undefined
  const isPlain = isObject(written) || (isCustom && typeof written === 'string')
  if (!isObject(wire) || callId === undefined || tool === undefined) return undefined
  if (!isPlain && typeof written !== 'string') return undefined
  const { input, ...args } = isPlain ? { input: written } : parseArguments(written)
  const residue: CallResidue = {
    ...(Object.keys(args).length > 0 ? { args } : {}),
    ...(isPlain ? { plain: true } : {}),
    ...(isCustom ? { custom: true } : {}),
  }
  return CALL.read(wire, { type: 'tool-call', callId, tool, input }, residue)
}
