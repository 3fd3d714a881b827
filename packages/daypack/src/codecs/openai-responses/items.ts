import { inlineText } from '../../model/message.ts'
import type { Block, OpaqueBlock, ToolCallBlock, ToolResultBlock, MediaBlock, TextBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { parseArguments, writeArguments, type Arguments } from '../shared/arguments.ts'
import { writeParts, type Layout } from '../shared/layout.ts'
import { asResidue, formOf, opaque, rebuildWire, residueOf, wireField, readContent } from '../shared/wire.ts'
import { decodeText } from '../shared/wire.ts'
import type { Residue } from '../shared/wire.ts'
import { mediaOf, urlOf } from '../shared/portable.ts'

export const CALL = /^(function|custom_tool|computer|local_shell|shell|apply_patch)_call$/
export const OUTPUT = /^(function|custom_tool|computer|local_shell|shell|apply_patch)_call_output$/

/** `kind`: the type of call when it is not a function call; its input is then the item without ids and status. */
type CallResidue = Residue & { readonly kind?: string; readonly args?: Pick<Arguments, 'raw'> }
/** `kind` as for calls. `parts`: how the parts met. `whole`: the output is neither text nor parts. */
type OutputResidue = Residue & { readonly kind?: string; readonly parts?: Layout; readonly whole?: true }

const FUNCTION = formOf<ToolCallBlock, CallResidue>(
  ['call_id', 'name', 'arguments'],
  ({ callId: call_id, tool: name, input }, residue) => {
    return { type: 'function_call', call_id, name, arguments: writeArguments({ input, ...residue?.args }) }
  },
)
const RESULT = formOf<ToolResultBlock, OutputResidue>(['call_id', 'output'], (block, residue) => ({
  type: residue?.kind ?? 'function_call_output',
  call_id: block.callId,
  output: outputOf(block, residue),
}))
const OUTSIDE = ['type', 'id', 'call_id', 'status', 'created_by']

export function decodeCall(item: JsonObject): ToolCallBlock | undefined {
  const type = stringAt(item, 'type') ?? ''
  const callId = stringAt(item, 'call_id')
  if (!CALL.test(type) || callId === undefined) return undefined
  if (type === 'function_call') return decodeFunction(item, callId)
  const input = Object.fromEntries(Object.entries(item).filter(([key]) => !OUTSIDE.includes(key)))
  const tool = stringAt(item, 'name') ?? type.replace(/_call$/, '')
  const residue: CallResidue = { ...residueOf(item, { type }, ['call_id', ...Object.keys(input)]), kind: type }
  return { type: 'tool-call', callId, tool, input, ...wireField(residue) }
}

function decodeFunction(item: JsonObject, callId: string): ToolCallBlock | undefined {
  const tool = stringAt(item, 'name')
  const text = stringAt(item, 'arguments')
  if (tool === undefined || text === undefined) return undefined
  const { input, ...args } = parseArguments(text)
  const more = Object.keys(args).length > 0 ? { args } : {}
  return FUNCTION.read(item, { type: 'tool-call', callId, tool, input }, more)
}

export function encodeCall(block: ToolCallBlock): JsonObject {
  const residue = asResidue<CallResidue>(block.wire)
  if (residue?.kind === undefined) return FUNCTION.write(block)
  const fields = isObject(block.input) ? block.input : {}
  const slots = ['call_id', ...Object.keys(fields)]
  return rebuildWire({ type: residue.kind, call_id: block.callId, ...fields }, residue, slots)
}

/** Without the id it had, so that the provider does not look for the reasoning that produced it. */
export function withoutId(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'id'))
}

export function decodeOutput(item: JsonObject, tools: ReadonlyMap<string, string>): ToolResultBlock | OpaqueBlock {
  const type = stringAt(item, 'type') ?? ''
  const callId = stringAt(item, 'call_id')
  const output = item['output']
  if (callId === undefined || output === undefined) return opaque(item)
  const { parts, ...said } = readContent(output, decodePart)
  const isWhole = !parts && typeof output !== 'string'
  const tool = tools.get(callId) ?? stringAt(item, 'name') ?? ''
  const block = {
    type: 'tool-result' as const,
    callId,
    tool,
    ...said,
    ...(isWhole && { attachments: [opaque(output)] }),
  }
  return RESULT.read(item, block, {
    ...(type !== 'function_call_output' && { kind: type }),
    ...(parts && { parts }),
    ...(isWhole && { whole: true }),
  })
}

export const encodeOutput = RESULT.write

function outputOf(block: ToolResultBlock, residue: OutputResidue | undefined): Json {
  const text = inlineText(block.content)
  const [first] = block.attachments ?? []
  if (residue?.whole && text === '' && first?.type === 'opaque') return first.wire
  const attachments = (block.attachments ?? []).map((part): Json => encodePart(part, 'user'))
  return writeParts(text, attachments, residue?.parts, (piece, how) => textPart(piece, 'user', how)) ?? text
}

/** Items that the model makes; everything else ends its turn. */
export function isModelItem(item: Block | Json): boolean {
  const type = stringAt(item, 'type')
  if (type === undefined || type === 'message') return stringAt(item, 'role') === 'assistant'
  return !OUTPUT.test(type) && type !== 'mcp_approval_response' && type !== 'compaction_trigger'
}

export function kindOf(item: Json): 'model' | 'output' | undefined {
  if (isObject(item) && isModelItem(item)) return 'model'
  return OUTPUT.test(stringAt(item, 'type') ?? '') ? 'output' : undefined
}

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
