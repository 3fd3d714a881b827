import type { Block, OpaqueBlock, ToolCallBlock } from '../../model/message.ts'
import { stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { asResidue, rebuildWire, residueOf } from '../shared/wire.ts'
import { decodeResult, encodeResult } from './results.ts'
import { decodeContentPart, encodeContent, wireField } from './content.ts'

const CALL = ['toolCallId', 'toolName', 'input']

export function decodePart(wire: Json): Block {
  switch (stringAt(wire, 'type')) {
    case 'tool-call':
      return decodeCall(wire as JsonObject)
    case 'tool-result':
      return decodeResult(wire as JsonObject)
    case 'reasoning':
    case 'reasoning-file':
      return { type: 'opaque', purpose: 'reasoning', wire }
    default:
      return decodeContentPart(wire)
  }
}

export function encodePart(block: Block): Json {
  switch (block.type) {
    case 'tool-call':
      return rebuildWire(canonicalCall(block), asResidue(block.wire), CALL)
    case 'tool-result':
      return encodeResult(block)
    default:
      return encodeContent(block)
  }
}

function decodeCall(wire: JsonObject): ToolCallBlock | OpaqueBlock {
  const callId = stringAt(wire, 'toolCallId')
  const tool = stringAt(wire, 'toolName')
  if (callId === undefined || tool === undefined) return { type: 'opaque', purpose: 'other', wire }
  if (wire['providerExecuted'] === true) return { type: 'opaque', purpose: 'hosted', wire }
  const block: ToolCallBlock = { type: 'tool-call', callId, tool, input: wire['input'] ?? null }
  return { ...block, ...wireField(residueOf(wire, canonicalCall(block), CALL)) }
}

function canonicalCall(block: ToolCallBlock): JsonObject {
  return { type: 'tool-call', toolCallId: block.callId, toolName: block.tool, input: block.input }
}
