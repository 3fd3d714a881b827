import { inlineText } from '../../model/message.ts'
import type { Block, MediaBlock, OpaqueBlock, TextBlock, ToolCallBlock, ToolResultBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { parseArguments, writeArguments, type Arguments } from '../shared/arguments.ts'
import { asResidue, kept, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'
import { joinParts, splitParts, type Layout } from '../shared/layout.ts'

type CallResidue = Residue & { readonly arguments?: Omit<Arguments, 'input'> }
/** How the output was given: a string, one text, or parts; anything else is an attachment. */
type ResultResidue = Residue & {
  readonly form?: 'string' | 'parts'
  readonly output?: Residue
  readonly parts?: Layout
}

const CALL = ['callId', 'name', 'arguments']
const RESULT = ['callId', 'name', 'output']

export function decodeItem(item: Json): TextBlock | ToolCallBlock | OpaqueBlock {
  const opaque: OpaqueBlock = {
    type: 'opaque',
    purpose: stringAt(item, 'type') === 'reasoning' ? 'reasoning' : 'hosted',
    wire: item,
  }
  if (!isObject(item)) return opaque
  if (item['role'] === 'assistant') return decodeSaying(item) ?? { ...opaque, purpose: 'other' }
  const callId = stringAt(item, 'callId')
  const tool = stringAt(item, 'name')
  const text = stringAt(item, 'arguments')
  if (item['type'] !== 'function_call' || callId === undefined || tool === undefined || text === undefined)
    return opaque
  const { input, ...style } = parseArguments(text)
  const residue: CallResidue = {
    ...residueOf(item, { type: 'function_call', callId, name: tool, status: 'completed', arguments: null }, CALL),
    ...(Object.keys(style).length > 0 ? { arguments: style } : {}),
  }
  return { type: 'tool-call', callId, tool, input, ...kept(residue) }
}

export function encodeItem(block: Block): Json {
  switch (block.type) {
    case 'text':
      return encodeSaying(block)
    case 'tool-call': {
      const residue = asResidue<CallResidue>(block.wire)
      const text = writeArguments({ input: block.input, ...residue?.arguments })
      return rebuildWire(
        { type: 'function_call', callId: block.callId, name: block.tool, status: 'completed', arguments: text },
        residue,
        CALL,
      )
    }
    case 'tool-result':
      return encodeResult(block)
    case 'media':
      return { type: 'message', role: 'user', content: [encodePart(block)] }
    case 'opaque':
      return block.wire
  }
}

function decodeSaying(item: JsonObject): TextBlock | undefined {
  const content = item['content']
  const [part] = isList(content) && content.length === 1 ? content : []
  const text = isObject(part) && part['type'] === 'output_text' ? part['text'] : undefined
  if (typeof text !== 'string' || !isObject(part)) return undefined
  const inner = residueOf(part, { type: 'output_text', text: null }, ['text'])
  const outer = residueOf(item, { type: 'message', role: 'assistant', status: 'completed', content: null }, ['content'])
  return { type: 'text', text, ...kept({ ...outer, ...(inner ? { part: inner } : {}) }) }
}

function encodeSaying(block: TextBlock): Json {
  const residue = asResidue<Residue & { part?: Residue }>(block.wire)
  const part = rebuildWire({ type: 'output_text', text: block.text }, residue?.part, ['text'])
  return rebuildWire({ type: 'message', role: 'assistant', status: 'completed', content: [part] }, residue, ['content'])
}

export function decodeResult(item: JsonObject): ToolResultBlock {
  const output = item['output'] ?? null
  const callId = stringAt(item, 'callId') ?? ''
  const tool = stringAt(item, 'name') ?? ''
  const outer = residueOf(
    item,
    { type: 'function_call_result', name: tool, callId, status: 'completed', output: null },
    RESULT,
  )
  const base = { type: 'tool-result' as const, callId, tool }
  if (typeof output === 'string')
    return { ...base, content: { text: output }, ...kept({ ...outer, form: 'string' } as ResultResidue) }
  const text = isObject(output) && output['type'] === 'text' ? output['text'] : undefined
  if (isObject(output) && typeof text === 'string') {
    const inner = residueOf(output, { type: 'text', text: null }, ['text'])
    return { ...base, content: { text }, ...kept({ ...outer, ...(inner ? { output: inner } : {}) }) }
  }
  const joined = joinParts(isList(output) ? output : [output], decodePart)
  const residue: ResultResidue = { ...outer, parts: joined.layout, ...(isList(output) ? { form: 'parts' } : {}) }
  return { ...base, content: { text: joined.text }, attachments: joined.attachments, ...kept(residue) }
}

function encodeResult(block: ToolResultBlock): Json {
  const residue = asResidue<ResultResidue>(block.wire)
  return rebuildWire(
    {
      type: 'function_call_result',
      name: block.tool,
      callId: block.callId,
      status: 'completed',
      output: outputOf(block, residue),
    },
    residue,
    RESULT,
  )
}

function outputOf(block: ToolResultBlock, residue: ResultResidue | undefined): Json {
  const text = textIn(block)
  const attachments = (block.attachments ?? []).map(encodePart)
  const laid = residue?.parts && splitParts(text, attachments, residue.parts, textPart)
  if (laid) return residue?.form === 'parts' ? laid : (laid[0] ?? '')
  if (attachments.length > 0) return [...(text === '' ? [] : [textPart(text)]), ...attachments]
  return residue?.form === 'string' ? text : rebuildWire({ type: 'text', text }, residue?.output, ['text'])
}

export function decodePart(part: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (isObject(part)) {
    const { type, text, image } = part
    if (type === 'input_text' && typeof text === 'string')
      return { type: 'text', text, ...kept(residueOf(part, { type, text: null }, ['text'])) }
    if (type === 'input_image' && typeof image === 'string') {
      const data = /^data:([^;,]+);base64,/.exec(image)
      const residue = { ...residueOf(part, { type, image: null }, ['image']), ...(data ? { data: data[0] } : {}) }
      return {
        type: 'media',
        mediaType: data?.[1] ?? '',
        content: { text: image.slice(data?.[0].length ?? 0) },
        ...kept(residue),
      }
    }
  }
  return { type: 'opaque', purpose: 'other', wire: part }
}

export function encodePart(block: Block): Json {
  switch (block.type) {
    case 'text':
      return textPart(block.text, asResidue(block.wire))
    case 'media': {
      const residue = asResidue<Residue & { data?: string }>(block.wire)
      const text = textIn(block)
      const plain = block.mediaType === '' || /^https?:/.test(text)
      return rebuildWire(
        { type: 'input_image', image: plain ? text : `data:${block.mediaType};base64,${text}` },
        residue,
        ['image'],
      )
    }
    case 'opaque':
      return block.wire
    default:
      return encodeItem(block)
  }
}

function textPart(text: string, residue?: Residue): Json {
  return rebuildWire({ type: 'input_text', text }, residue, ['text'])
}

function textIn(block: ToolResultBlock | MediaBlock): string {
  return inlineText(block.content)
}
