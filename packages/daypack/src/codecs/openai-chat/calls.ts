import type { ToolCallBlock } from '../../model/message.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { parseArguments, writeArguments, type Arguments } from '../shared/arguments.ts'
import { asResidue, rebuildWire, residueOf, type Residue } from '../shared/wire.ts'

/** `inner` is the residue of the `function` (or `custom`) object. `plain`: its input is not written as a JSON string. */
type CallResidue = Residue & {
  readonly inner?: Residue
  readonly args?: Pick<Arguments, 'style' | 'raw'>
  readonly plain?: true
}

const CALL = ['id', 'function', 'custom']
const INNER = ['name', 'arguments', 'input']

export function decodeCall(wire: Json): ToolCallBlock | undefined {
  const custom = isObject(wire) && wire['type'] === 'custom'
  const inner = isObject(wire) ? wire[custom ? 'custom' : 'function'] : undefined
  const callId = stringAt(wire, 'id')
  const tool = stringAt(inner, 'name')
  const written = isObject(inner) ? inner[custom ? 'input' : 'arguments'] : undefined
  const isPlain = isObject(written) || (custom && typeof written === 'string')
  if (!isObject(wire) || !isObject(inner) || callId === undefined || tool === undefined) return undefined
  if (!isPlain && typeof written !== 'string') return undefined
  const { input, ...args } = isPlain ? { input: written } : parseArguments(written)
  const block: ToolCallBlock = { type: 'tool-call', callId, tool, input }
  const within = residueOf(inner, { name: tool, arguments: null }, INNER)
  const residue: CallResidue = {
    ...residueOf(wire, canonicalCall(block), CALL),
    ...(within ? { inner: within } : {}),
    ...(Object.keys(args).length > 0 ? { args } : {}),
    ...(isPlain ? { plain: true } : {}),
  }
  return Object.keys(residue).length > 0 ? { ...block, wire: residue as JsonObject } : block
}

export function encodeCall(block: ToolCallBlock): JsonObject {
  const residue = asResidue<CallResidue>(block.wire)
  const shape = residue?.shape
  if (shape?.['type'] === 'custom') {
    const custom = rebuildWire({ name: block.tool, input: block.input }, residue?.inner, INNER)
    return rebuildWire({ type: 'custom', id: block.callId, custom }, residue, CALL)
  }
  const written = residue?.plain ? block.input : writeArguments({ input: block.input, ...residue?.args })
  const inner = rebuildWire({ name: block.tool, arguments: written }, residue?.inner, INNER)
  return rebuildWire({ ...canonicalCall(block), function: inner }, residue, CALL)
}

function canonicalCall(block: ToolCallBlock): JsonObject {
  return { id: block.callId, type: 'function', function: null }
}
