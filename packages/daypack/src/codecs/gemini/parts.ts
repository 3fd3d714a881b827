import { createHash } from 'node:crypto'
import { inlineText } from '../../model/message.ts'
import type { Block, MediaBlock, OpaqueBlock, TextBlock, ToolCallBlock, ToolResultBlock } from '../../model/message.ts'
import { isObject, objectIn, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { mediaWithSize } from '../shared/portable.ts'
import { blockWriter, formOf, opaque, rebuildWire, type Residue, type Slots } from '../shared/wire.ts'

/** `unnamed`: the wire gave no id, ours is made up. */
type PartResidue = Residue & { readonly unnamed?: true; readonly noArgs?: true }
/** `as`: the key of the text in the response, or `json` when the text is the whole response as JSON. */
type ResultResidue = PartResidue & { readonly as?: string }

/** Calls still without a response, by tool; and all ids given so far. */
export type Calls = { readonly open: Map<string, string[]>; readonly used: Set<string> }

const TEXT = formOf<TextBlock>(['text'], ({ text }) => ({ text }))
const CALL = formOf<ToolCallBlock, PartResidue>([['functionCall', ['id', 'name', 'args']]], (block, residue) => {
  const args = residue?.noArgs && JSON.stringify(block.input) === '{}' ? {} : { args: block.input }
  return { functionCall: { ...idOf(block, residue), name: block.tool, ...args } }
})
const RESPONSE = formOf<ToolResultBlock, ResultResidue>(
  [['functionResponse', ['id', 'name', 'response']]],
  (block, residue) => {
    return { functionResponse: { ...idOf(block, residue), name: block.tool, response: responseOf(block, residue?.as) } }
  },
)
const MEDIA_SLOTS: Slots = [
  ['inlineData', ['mimeType', 'data']],
  ['fileData', ['mimeType', 'fileUri']],
]
const MEDIA = formOf<MediaBlock>(MEDIA_SLOTS, canonicalMedia)
const FORMS = ['functionCall', 'functionResponse', 'inlineData', 'fileData', 'text']
/** Documented placeholder for the signature of a call made by another model. */
const NO_SIGNATURE = 'skip_thought_signature_validator'

export function decodePart(wire: Json, calls: Calls): Block {
  if (!isObject(wire)) return opaque(wire)
  const { text, functionCall, functionResponse, inlineData, fileData } = wire as { [key: string]: Json | undefined }
  if (wire['thought'] === true) return opaque(wire, 'reasoning')
  if (FORMS.filter((form) => form in wire).length === 1) {
    if (typeof text === 'string') return TEXT.read(wire, { type: 'text', text })
    if (isObject(functionCall) && stringAt(functionCall, 'name') !== undefined)
      return decodeCall(wire, functionCall, calls)
    if (isObject(functionResponse) && isObject(functionResponse['response']))
      return decodeResponse(wire, functionResponse, calls)
    const data = stringAt(inlineData, 'data')
    if (data !== undefined) return decodeMedia(wire, mediaWithSize(stringAt(inlineData, 'mimeType') ?? '', data))
    const uri = stringAt(fileData, 'fileUri')
    const mediaType = stringAt(fileData, 'mimeType') ?? ''
    if (uri !== undefined) return decodeMedia(wire, { type: 'media', mediaType, content: { text: uri } })
  }
  return opaque(wire, 'executableCode' in wire || 'codeExecutionResult' in wire ? 'hosted' : 'other')
}

export const encodePart = blockWriter<Json>({
  text: (text, residue) => rebuildWire({ text }, residue, ['text']),
  call: CALL.write,
  result: RESPONSE.write,
  media: MEDIA.write,
})

function idOf({ callId }: ToolCallBlock | ToolResultBlock, residue: PartResidue | undefined): { id?: string } {
  return residue?.unnamed ? {} : { id: callId }
}

function decodeCall(wire: JsonObject, inner: JsonObject, calls: Calls): ToolCallBlock {
  const tool = stringAt(inner, 'name') ?? ''
  const named = stringAt(inner, 'id')
  const callId = named ?? madeUp(tool, inner, calls.used)
  calls.used.add(callId)
  calls.open.set(tool, [...(calls.open.get(tool) ?? []), callId])
  const args = inner['args']
  const more = { ...(named === undefined && { unnamed: true }), ...(args === undefined && { noArgs: true }) }
  return CALL.read(wire, { type: 'tool-call', callId, tool, input: args ?? {} }, more)
}

/** The same in every request, and in the reply it first came with; calls that repeat word by word get a number. */
function madeUp(tool: string, inner: JsonObject, used: ReadonlySet<string>): string {
  const args = JSON.stringify(inner['args'] ?? {})
  const id = `${tool}_${createHash('sha256').update(args).digest('hex').slice(0, 12)}`
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? id : `${id}_${count}`
    if (!used.has(candidate)) return candidate
  }
}

function decodeResponse(wire: JsonObject, inner: JsonObject, calls: Calls): ToolResultBlock {
  const tool = stringAt(inner, 'name') ?? ''
  const named = stringAt(inner, 'id')
  const open = calls.open.get(tool) ?? []
  const callId = named ?? open[0] ?? ''
  const rest = open.filter((id) => id !== callId)
  calls.open.set(tool, rest)
  const response = isObject(inner['response']) ? inner['response'] : {}
  const [key, ...more] = Object.keys(response)
  const value = key === undefined ? undefined : response[key]
  const isPlain = key !== undefined && more.length === 0 && typeof value === 'string'
  const isError = key === 'error'
  const isUsual = isPlain && (key === 'output' || key === 'error')
  const text = isPlain ? value : JSON.stringify(response)
  return RESPONSE.read(
    wire,
    { type: 'tool-result', callId, tool, content: { text }, ...(isError && { isError }) },
    { ...(named === undefined && { unnamed: true }), ...(!isUsual && { as: isPlain ? key : 'json' }) },
  )
}

function responseOf(block: ToolResultBlock, as: string | undefined): JsonObject {
  const text = inlineText(block.content)
  const whole = as === 'json' ? objectIn(text) : undefined
  if (whole) return whole
  return { [as !== undefined && as !== 'json' ? as : block.isError ? 'error' : 'output']: text }
}

function decodeMedia(wire: JsonObject, block: MediaBlock): MediaBlock | OpaqueBlock {
  const canonical = canonicalMedia(block)
  if (!Object.keys(canonical).every((form) => form in wire)) return opaque(wire)
  return MEDIA.read(wire, block)
}

function canonicalMedia(block: MediaBlock): JsonObject {
  const text = inlineText(block.content)
  const type = block.mediaType === '' ? {} : { mimeType: block.mediaType }
  const isFile = /^[a-z]+:\/\//.test(text)
  return isFile ? { fileData: { ...type, fileUri: text } } : { inlineData: { ...type, data: text } }
}

/** Calls and results of another wire have no ids here; the first call is signed where the model demands it. */
export function unnamed(blocks: readonly Block[], isSigned = false): Block[] {
  const first = blocks.find((block) => block.type === 'tool-call')
  const signed: PartResidue = { shape: { functionCall: 0, thoughtSignature: NO_SIGNATURE } }
  return blocks.map((block) =>
    'callId' in block ? { ...block, wire: { ...(isSigned && block === first && signed), unnamed: true } } : block,
  )
}
