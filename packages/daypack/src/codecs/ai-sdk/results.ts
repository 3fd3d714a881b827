import { inlineText, type OpaqueBlock, type ToolResultBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { asResidue, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'
import { joinParts, splitParts, type Layout } from '../shared/layout.ts'
import { decodeContentPart, encodeContent, textPart } from './content.ts'

/** How the output was given. `length`: of its text, so that a crop is never taken for the whole. */
type ResultResidue = Residue & {
  readonly output?: Residue
  readonly form?: string
  readonly length?: number
  readonly parts?: Layout
}

const RESULT = ['toolCallId', 'toolName', 'output']
const VALUE = ['value']

export function decodeResult(wire: JsonObject): ToolResultBlock | OpaqueBlock {
  const callId = stringAt(wire, 'toolCallId')
  const tool = stringAt(wire, 'toolName')
  const output = wire['output']
  const read = isObject(output) ? readOutput(output) : undefined
  if (callId === undefined || tool === undefined || !isObject(output) || !read)
    return { type: 'opaque', purpose: 'hosted', wire }
  const form = stringAt(output, 'type') ?? ''
  const outer = residueOf(wire, { type: 'tool-result', toolCallId: callId, toolName: tool, output: null }, RESULT)
  const inner = residueOf(output, { type: form, value: null }, VALUE)
  const residue: ResultResidue = {
    ...outer,
    ...(inner ? { output: inner } : {}),
    ...(form === 'text' || form === 'error-text' ? {} : { form, length: read.text.length }),
    ...(read.layout ? { parts: read.layout } : {}),
  }
  return {
    type: 'tool-result',
    callId,
    tool,
    content: { text: read.text },
    ...(read.attachments.length > 0 ? { attachments: read.attachments } : {}),
    ...(form.startsWith('error') ? { isError: true } : {}),
    ...(Object.keys(residue).length > 0 ? { wire: residue as JsonObject } : {}),
  }
}

export function encodeResult(block: ToolResultBlock): JsonObject {
  const residue = asResidue<ResultResidue>(block.wire)
  const canonical = {
    type: 'tool-result',
    toolCallId: block.callId,
    toolName: block.tool,
    output: outputOf(block, residue),
  }
  return rebuildWire(canonical, residue, RESULT)
}

type Read = {
  readonly text: string
  readonly attachments: NonNullable<ToolResultBlock['attachments']>
  readonly layout?: Layout
}

function readOutput(output: JsonObject): Read | undefined {
  const value = output['value']
  switch (output['type']) {
    case 'text':
    case 'error-text':
      return typeof value === 'string' ? { text: value, attachments: [] } : undefined
    case 'json':
    case 'error-json':
      return { text: JSON.stringify(value ?? null), attachments: [] }
    case 'execution-denied':
      return { text: stringAt(output, 'reason') ?? '', attachments: [] }
    case 'content':
      return isList(value) ? joinParts(value, decodeContentPart) : undefined
    default:
      return undefined
  }
}

function outputOf(block: ToolResultBlock, residue: ResultResidue | undefined): Json {
  const text = inlineText(block.content)
  const attachments = (block.attachments ?? []).map(encodeContent)
  const whole = wholeOutput(text, attachments, residue)
  if (whole) return rebuildWire(whole, residue?.output, VALUE)
  if (attachments.length === 0) return { type: block.isError ? 'error-text' : 'text', value: text }
  return { type: 'content', value: [...(text === '' ? [] : [{ type: 'text', text }]), ...attachments] }
}

function wholeOutput(
  text: string,
  attachments: readonly Json[],
  residue: ResultResidue | undefined,
): JsonObject | undefined {
  const form = residue?.form
  if (form === undefined || residue?.length !== text.length) return undefined
  if (form === 'execution-denied') return { type: form }
  if (form === 'content') {
    const value = splitParts(text, attachments, residue.parts ?? [], textPart)
    return value && { type: form, value }
  }
  try {
    return { type: form, value: JSON.parse(text) as Json }
  } catch {
    return undefined
  }
}
