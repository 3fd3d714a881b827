import { inlineText } from '../../model/message.ts'
import type { Block, OpaqueBlock, ToolCallBlock, ToolResultBlock, MediaBlock, TextBlock } from '../../model/message.ts'
import { isList, isObject, parsedJson, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { blockWriter, asResidue, formOf, opaque, readContent, rebuildWire, residueOf } from '../shared/wire.ts'
import { wireField, decodeText, textPartOf } from '../shared/wire.ts'
import type { Residue, Slots } from '../shared/wire.ts'
import { writeParts, type Layout } from '../shared/layout.ts'
import { readMediaAt, writeMediaAt, isAddress } from '../shared/portable.ts'

/** The output's form where it is not text, and the length of that text, so that a crop is never taken for the whole. */
type ResultResidue = Residue & { readonly form?: string; readonly length?: number; readonly parts?: Layout }

const textPart = textPartOf('text')
const CALL = formOf<ToolCallBlock>(['toolCallId', 'toolName', 'input'], ({ callId, tool, input }) => {
  return { type: 'tool-call', toolCallId: callId, toolName: tool, input }
})
const RESULT: Slots = ['toolCallId', 'toolName', ['output', ['value']]]

export function decodePart(wire: Json): Block {
  switch (stringAt(wire, 'type')) {
    case 'tool-call':
      return decodeCall(wire as JsonObject)
    case 'tool-result':
      return decodeResult(wire as JsonObject)
    case 'reasoning':
    case 'reasoning-file':
      return opaque(wire, 'reasoning')
    default:
      return decodeContentPart(wire)
  }
}

export const encodePart = blockWriter<Json>({
  text: textPart,
  call: CALL.write,
  result: encodeResult,
  media: encodeMedia,
})

function decodeCall(wire: JsonObject): ToolCallBlock | OpaqueBlock {
  const callId = stringAt(wire, 'toolCallId')
  const tool = stringAt(wire, 'toolName')
  if (callId === undefined || tool === undefined) return opaque(wire)
  if (wire['providerExecuted'] === true) return opaque(wire, 'hosted')
  return CALL.read(wire, { type: 'tool-call', callId, tool, input: wire['input'] ?? null })
}

function decodeResult(wire: JsonObject): ToolResultBlock | OpaqueBlock {
  const callId = stringAt(wire, 'toolCallId')
  const tool = stringAt(wire, 'toolName')
  const output = wire['output']
  const read = isObject(output) ? readOutput(output) : undefined
  if (callId === undefined || tool === undefined || !isObject(output) || !read) return opaque(wire, 'hosted')
  const form = stringAt(output, 'type') ?? ''
  const { parts, ...said } = read
  const canonical = { type: 'tool-result', toolCallId: callId, toolName: tool, output: { type: form, value: null } }
  const residue: ResultResidue = {
    ...residueOf(wire, canonical, RESULT),
    ...(form === 'text' || form === 'error-text' ? {} : { form, length: inlineText(said.content).length }),
    ...(parts ? { parts } : {}),
  }
  return {
    type: 'tool-result',
    callId,
    tool,
    ...said,
    ...(form.startsWith('error') ? { isError: true } : {}),
    ...wireField(residue),
  }
}

function readOutput(output: JsonObject): ReturnType<typeof readContent> | undefined {
  const { value = null } = output
  switch (output['type']) {
    case 'text':
    case 'error-text':
      return typeof value === 'string' ? readContent(value, decodeContentPart) : undefined
    case 'json':
    case 'error-json':
      return { content: { text: JSON.stringify(value) } }
    case 'execution-denied':
      return { content: { text: stringAt(output, 'reason') ?? '' } }
    case 'content':
      return isList(value) ? readContent(value, decodeContentPart) : undefined
    default:
      return undefined
  }
}

function encodeResult(block: ToolResultBlock): JsonObject {
  const residue = asResidue<ResultResidue>(block.wire)
  const output = outputOf(block, residue)
  const canonical = { type: 'tool-result', toolCallId: block.callId, toolName: block.tool, output }
  const { inside: _, ...outer } = residue ?? {}
  const isSameForm = residue?.form === undefined || residue.form === output['type']
  return rebuildWire(canonical, isSameForm ? residue : outer, RESULT)
}

function outputOf(block: ToolResultBlock, residue: ResultResidue | undefined): JsonObject {
  const text = inlineText(block.content)
  const form = residue?.length === text.length ? residue.form : undefined
  const parts = form === 'content' ? residue?.parts : undefined
  const value = writeParts(text, (block.attachments ?? []).map(encodePart), parts, textPart)
  if (value) return { type: 'content', value }
  if (form === 'execution-denied') return { type: form }
  const json = form === 'json' || form === 'error-json' ? parsedJson(text) : undefined
  if (form !== undefined && json !== undefined) return { type: form, value: json as Json }
  return { type: block.isError ? 'error-text' : 'text', value: text }
}

/** Data is a text, or bytes or an address tagged by `pack`, alone or in an object that says which. */
const PATHS = ['image', 'data'].flatMap((key) =>
  [[], ['data'], ['url']].flatMap((inner) => [
    [key, ...inner],
    [key, ...inner, 'value'],
  ]),
)

function decodeContentPart(wire: Json): TextBlock | MediaBlock | OpaqueBlock {
  if (!isObject(wire)) return opaque(wire)
  const text = wire['type'] === 'text' ? decodeText(wire, 'text') : undefined
  if (text) return text
  if (wire['type'] === 'file' || wire['type'] === 'image') return readMediaAt(wire, PATHS, stringAt(wire, 'mediaType'))
  return opaque(wire, wire['type'] === 'custom' ? 'hosted' : 'other')
}

function encodeMedia(block: MediaBlock): JsonObject {
  const text = inlineText(block.content)
  const data = isAddress(block) ? { type: 'url', url: { $daypack: 'url', value: text } } : { type: 'data', data: text }
  return writeMediaAt(block) ?? { type: 'file', mediaType: block.mediaType || 'image/*', data }
}
