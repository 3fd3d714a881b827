import { createHash } from 'node:crypto'
import {
  inlineText,
  type Block,
  type MediaBlock,
  type ToolCallBlock,
  type ToolResultBlock,
} from '../../model/message.ts'
import { isObject, objectIn, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { objectInput } from '../shared/arguments.ts'
import { imageSize } from '../shared/image-size.ts'
import { asResidue, kept, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'

/** `inner`: residue of the object inside the part. `unnamed`: the wire gave no id, ours is made up. */
type PartResidue = Residue & { readonly inner?: Residue; readonly unnamed?: true; readonly noArgs?: true }
/** `as`: the key the text stands under, or `json` when the text is the whole response as JSON. */
type ResultResidue = PartResidue & { readonly as?: string }

export type Calls = { readonly open: Map<string, string[]>; readonly used: Set<string> }

const CALL = ['id', 'name', 'args']
const RESPONSE = ['id', 'name', 'response']
const MEDIA = ['mimeType', 'data', 'fileUri']
const FORMS = ['functionCall', 'functionResponse', 'inlineData', 'fileData', 'text']
/** Documented placeholder for the signature of a call made by another model. */
const NO_SIGNATURE = 'skip_thought_signature_validator'

export function decodePart(wire: Json, calls: Calls): Block {
  if (!isObject(wire)) return { type: 'opaque', purpose: 'other', wire }
  const { text, functionCall, functionResponse, inlineData, fileData } = wire as { [key: string]: Json | undefined }
  if (wire['thought'] === true) return { type: 'opaque', purpose: 'reasoning', wire }
  if (FORMS.filter((form) => form in wire).length === 1) {
    if (typeof text === 'string') return { type: 'text', text, ...kept(residueOf(wire, { text }, ['text'])) }
    if (isObject(functionCall) && stringAt(functionCall, 'name') !== undefined)
      return decodeCall(wire, functionCall, calls)
    if (isObject(functionResponse) && isObject(functionResponse['response']))
      return decodeResponse(wire, functionResponse, calls)
    if (isObject(inlineData) && stringAt(inlineData, 'data') !== undefined)
      return decodeMedia(wire, inlineData, 'inlineData')
    if (isObject(fileData) && stringAt(fileData, 'fileUri') !== undefined)
      return decodeMedia(wire, fileData, 'fileData')
  }
  return {
    type: 'opaque',
    purpose: 'executableCode' in wire || 'codeExecutionResult' in wire ? 'hosted' : 'other',
    wire,
  }
}

export function encodePart(block: Block): Json {
  switch (block.type) {
    case 'text':
      return rebuildWire({ text: block.text }, asResidue(block.wire), ['text'])
    case 'tool-call':
      return encodeCall(block)
    case 'tool-result':
      return encodeResponse(block)
    case 'media':
      return encodeMedia(block)
    case 'opaque':
      return block.wire
  }
}

function decodeCall(wire: JsonObject, inner: JsonObject, calls: Calls): ToolCallBlock {
  const tool = stringAt(inner, 'name') ?? ''
  const named = stringAt(inner, 'id')
  const callId = named ?? madeUp(tool, inner, calls.used)
  calls.used.add(callId)
  calls.open.set(tool, [...(calls.open.get(tool) ?? []), callId])
  const args = inner['args']
  const within = residueOf(inner, { name: tool, args: null }, CALL)
  const residue: PartResidue = {
    ...residueOf(wire, { functionCall: null }, ['functionCall']),
    ...(within ? { inner: within } : {}),
    ...(named === undefined ? { unnamed: true } : {}),
    ...(args === undefined ? { noArgs: true } : {}),
  }
  return { type: 'tool-call', callId, tool, input: args ?? {}, ...kept(residue) }
}

/** The same in every request, and in the reply it first came with; calls that repeat word by word get a number. */
function madeUp(tool: string, inner: JsonObject, used: ReadonlySet<string>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(inner['args'] ?? {}))
    .digest('hex')
    .slice(0, 12)
  const id = `${tool}_${hash}`
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? id : `${id}_${count}`
    if (!used.has(candidate)) return candidate
  }
}

function encodeCall(block: ToolCallBlock): JsonObject {
  const residue = asResidue<PartResidue>(block.wire)
  const args = residue?.noArgs && JSON.stringify(block.input) === '{}' ? {} : { args: block.input }
  const inner = rebuildWire(
    { ...(residue?.unnamed ? {} : { id: block.callId }), name: block.tool, ...args },
    residue?.inner,
    CALL,
  )
  return rebuildWire({ functionCall: inner }, residue, ['functionCall'])
}

function decodeResponse(wire: JsonObject, inner: JsonObject, calls: Calls): ToolResultBlock {
  const tool = stringAt(inner, 'name') ?? ''
  const named = stringAt(inner, 'id')
  const open = calls.open.get(tool) ?? []
  const callId = named ?? open[0] ?? ''
  calls.open.set(
    tool,
    open.filter((id) => id !== callId),
  )
  const response = isObject(inner['response']) ? inner['response'] : {}
  const [key, ...more] = Object.keys(response)
  const value = key === undefined ? undefined : response[key]
  const isPlain = key !== undefined && more.length === 0 && typeof value === 'string'
  const isError = key === 'error'
  const usual = isPlain && (key === 'output' || key === 'error')
  const within = residueOf(inner, { name: tool, response: null }, RESPONSE)
  const residue: ResultResidue = {
    ...residueOf(wire, { functionResponse: null }, ['functionResponse']),
    ...(within ? { inner: within } : {}),
    ...(named === undefined ? { unnamed: true } : {}),
    ...(usual ? {} : { as: isPlain ? key : 'json' }),
  }
  const text = isPlain ? value : JSON.stringify(response)
  return { type: 'tool-result', callId, tool, content: { text }, ...(isError ? { isError } : {}), ...kept(residue) }
}

function encodeResponse(block: ToolResultBlock): JsonObject {
  const residue = asResidue<ResultResidue>(block.wire)
  const response = responseOf(block, residue?.as)
  const inner = rebuildWire(
    { ...(residue?.unnamed ? {} : { id: block.callId }), name: block.tool, response },
    residue?.inner,
    RESPONSE,
  )
  return rebuildWire({ functionResponse: inner }, residue, ['functionResponse'])
}

function responseOf(block: ToolResultBlock, as: string | undefined): JsonObject {
  const text = inlineText(block.content)
  const whole = as === 'json' ? objectIn(text) : undefined
  if (whole) return whole
  return { [as !== undefined && as !== 'json' ? as : block.isError ? 'error' : 'output']: text }
}

function decodeMedia(wire: JsonObject, inner: JsonObject, form: 'inlineData' | 'fileData'): MediaBlock {
  const mediaType = stringAt(inner, 'mimeType') ?? ''
  const text = stringAt(inner, form === 'inlineData' ? 'data' : 'fileUri') ?? ''
  const size = form === 'inlineData' && mediaType.startsWith('image/') ? imageSize(text) : undefined
  const block: MediaBlock = { type: 'media', mediaType, content: { text }, ...size }
  const within = residueOf(inner, canonicalMedia(block).inner, MEDIA)
  const residue: PartResidue = { ...residueOf(wire, { [form]: null }, [form]), ...(within ? { inner: within } : {}) }
  return { ...block, ...kept(residue) }
}

function encodeMedia(block: MediaBlock): JsonObject {
  const residue = asResidue<PartResidue>(block.wire)
  const { form, inner } = canonicalMedia(block)
  return rebuildWire({ [form]: rebuildWire(inner, residue?.inner, MEDIA) }, residue, [form])
}

function canonicalMedia(block: MediaBlock): { form: string; inner: JsonObject } {
  const text = inlineText(block.content)
  const type = block.mediaType === '' ? {} : { mimeType: block.mediaType }
  if (/^[a-z]+:\/\//.test(text)) return { form: 'fileData', inner: { ...type, fileUri: text } }
  return { form: 'inlineData', inner: { ...type, data: text } }
}

export function encodeForeign(blocks: readonly Block[], signed: boolean): Json[] {
  let first = signed
  return blocks.flatMap((block): Json[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? [] : [{ text: block.text }]
      case 'tool-call': {
        const stand = first ? { thoughtSignature: NO_SIGNATURE } : {}
        first = false
        return [{ functionCall: { name: block.tool, args: objectInput(block.input) }, ...stand }]
      }
      case 'tool-result': {
        const { wire: _, ...result } = block
        return [{ functionResponse: { name: result.tool, response: responseOf(result, undefined) } }]
      }
      case 'media': {
        const { wire: _, ...media } = block
        return [encodeMedia(media)]
      }
      case 'opaque':
        return []
    }
  })
}
