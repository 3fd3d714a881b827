import { inlineText } from '../../model/message.ts'
import type { Block, MediaBlock, OpaqueBlock, TextBlock, ToolCallBlock, ToolResultBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { parseArguments, writeArguments, type Arguments } from '../shared/arguments.ts'
import { mediaOf, urlOf } from '../shared/foreign.ts'
import { joinParts, writeParts, type Layout } from '../shared/layout.ts'
import { asResidue, decodeText, opaque, rebuildWire, residueOf, textPartOf, wireField } from '../shared/wire.ts'
import type { Residue, Slots } from '../shared/wire.ts'

type CallResidue = Residue & { readonly arguments?: Omit<Arguments, 'input'> }
type SayingResidue = Residue & { readonly part?: Residue }
/** How the output was given: a string, one text, or parts; anything else is an attachment. */
type ResultResidue = Residue & { readonly form?: 'string' | 'parts'; readonly parts?: Layout }

const CALL: Slots = ['callId', 'name', 'arguments']
const RESULT: Slots = ['callId', 'name', ['output', ['text']]]
const SAYING: Slots = ['content']
const IMAGE: Slots = ['image']
const textPart = textPartOf('input_text')

export function decodeItem(item: Json): TextBlock | ToolCallBlock | OpaqueBlock {
  const whole = opaque(item, stringAt(item, 'type') === 'reasoning' ? 'reasoning' : 'hosted')
  if (!isObject(item)) return whole
  if (item['role'] === 'assistant') return decodeSaying(item) ?? opaque(item)
  const callId = stringAt(item, 'callId')
  const tool = stringAt(item, 'name')
  const text = stringAt(item, 'arguments')
  if (item['type'] !== 'function_call' || callId === undefined || tool === undefined || text === undefined) return whole
  const { input, ...style } = parseArguments(text)
  const residue: CallResidue = {
    ...residueOf(item, callItem(callId, tool, text), CALL),
    ...(Object.keys(style).length > 0 ? { arguments: style } : {}),
  }
  return { type: 'tool-call', callId, tool, input, ...wireField(residue) }
}

export function encodeItem(block: Block): Json {
  switch (block.type) {
    case 'text': {
      const residue = asResidue<SayingResidue>(block.wire)
      const part = rebuildWire({ type: 'output_text', text: block.text }, residue?.part, ['text'])
      return rebuildWire(sayingItem(part), residue, SAYING)
    }
    case 'tool-call': {
      const residue = asResidue<CallResidue>(block.wire)
      const text = writeArguments({ input: block.input, ...residue?.arguments })
      return rebuildWire(callItem(block.callId, block.tool, text), residue, CALL)
    }
    case 'tool-result': {
      const residue = asResidue<ResultResidue>(block.wire)
      return rebuildWire(resultItem(block.callId, block.tool, outputOf(block, residue)), residue, RESULT)
    }
    case 'media':
      return { type: 'message', role: 'user', content: [encodePart(block)] }
    case 'opaque':
      return block.wire
  }
}

function callItem(callId: string, name: string, text: string): JsonObject {
  return { type: 'function_call', callId, name, status: 'completed', arguments: text }
}

function sayingItem(part: Json): JsonObject {
  return { type: 'message', role: 'assistant', status: 'completed', content: [part] }
}

function resultItem(callId: string, name: string, output: Json): JsonObject {
  return { type: 'function_call_result', name, callId, status: 'completed', output }
}

function decodeSaying(item: JsonObject): TextBlock | undefined {
  const content = item['content']
  const [part] = isList(content) && content.length === 1 ? content : []
  const text = isObject(part) && part['type'] === 'output_text' ? decodeText(part, 'output_text') : undefined
  if (!text) return undefined
  const residue = { ...residueOf(item, sayingItem(null), SAYING), ...(text.wire ? { part: text.wire } : {}) }
  return { type: 'text', text: text.text, ...wireField(residue) }
}

export function decodeResult(item: JsonObject): ToolResultBlock {
  const output = item['output'] ?? null
  const callId = stringAt(item, 'callId') ?? ''
  const tool = stringAt(item, 'name') ?? ''
  const text =
    typeof output === 'string' ? output : stringAt(output, 'type') === 'text' ? stringAt(output, 'text') : undefined
  const isObjectText = text !== undefined && typeof output !== 'string'
  const outer = residueOf(item, resultItem(callId, tool, isObjectText ? { type: 'text', text } : null), RESULT)
  const joined = text === undefined ? joinParts(isList(output) ? output : [output], decodePart) : undefined
  const form = typeof output === 'string' ? 'string' : isList(output) ? 'parts' : undefined
  const residue: ResultResidue = { ...outer, ...(joined ? { parts: joined.layout } : {}), ...(form ? { form } : {}) }
  return {
    type: 'tool-result',
    callId,
    tool,
    content: { text: text ?? joined?.text ?? '' },
    ...(joined ? { attachments: joined.attachments } : {}),
    ...wireField(residue),
  }
}

function outputOf(block: ToolResultBlock, residue: ResultResidue | undefined): Json {
  const text = inlineText(block.content)
  const parts = writeParts(text, (block.attachments ?? []).map(encodePart), residue?.parts, textPart)
  if (!parts) return residue?.form === 'string' ? text : { type: 'text', text }
  const isSingle = residue?.parts !== undefined && residue.form !== 'parts' && parts.length === 1
  return isSingle ? (parts[0] ?? '') : parts
}

export function decodePart(part: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(part)) return opaque(part)
  const { type, image } = part
  if (type === 'input_image' && typeof image === 'string')
    return { ...mediaOf(image), ...wireField(residueOf(part, { type, image }, IMAGE)) }
  return (type === 'input_text' ? decodeText(part, type) : undefined) ?? opaque(part)
}

export function encodePart(block: Block): Json {
  switch (block.type) {
    case 'text':
      return textPart(block.text, asResidue(block.wire))
    case 'media':
      return rebuildWire({ type: 'input_image', image: urlOf(block) }, asResidue(block.wire), IMAGE)
    case 'opaque':
      return block.wire
    default:
      return encodeItem(block)
  }
}
