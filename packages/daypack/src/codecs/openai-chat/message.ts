import { inlineText, toolCalls, toolResults } from '../../model/message.ts'
import type { Block, Message, OpaqueBlock, ToolResultBlock } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { writeParts, type Layout } from '../shared/layout.ts'
import { asResidue, opaque, rebuildWire, residueOf, wireField, readContent, type Residue } from '../shared/wire.ts'
import type { ToolNames } from '../shared/rows.ts'
import { decodeCall, encodeCall, decodePart, encodePart, textPart } from './parts.ts'

export const NAME = 'openai-chat'

type MessageResidue = Residue & {
  readonly role?: string
  readonly list?: true
  /** Empty or odd content (or call list), kept while there are no blocks for it. */
  readonly content?: Json
  readonly calls?: Json
  readonly parts?: Layout
  /** Not a message as we know it; its one block is the whole. */
  readonly odd?: true
}

/** Fields of an assistant message that are blocks in our model. */
const REASONING = ['reasoning_content', 'reasoning', 'reasoning_details', 'reasoning_opaque', 'reasoning_text']
const FIELDS = [...REASONING, 'refusal', 'audio', 'function_call']
/** What a reply has that belongs into the next request. */
export const ECHOED = ['tool_calls', ...FIELDS]
const SLOTS = ['role', 'content', 'tool_calls', 'tool_call_id', ...FIELDS]

export function decodeMessage(wire: Json, tools: ToolNames): Message {
  if (!isObject(wire)) return odd(wire)
  switch (wire['role']) {
    case 'system':
    case 'user':
      return withResidue({ role: wire['role'], blocks: contentBlocks(wire['content']), codec: NAME }, wire)
    case 'developer':
      return withResidue({ role: 'system', blocks: contentBlocks(wire['content']), codec: NAME }, wire, {
        role: 'developer',
      })
    case 'assistant':
      return decodeAssistant(wire, tools)
    case 'tool':
      return decodeTool(wire, tools)
    default:
      return odd(wire)
  }
}

export function encodeMessage(message: Message): Json[] {
  const residue = asResidue<MessageResidue>(message.wire)
  const [first] = message.blocks
  if (residue?.odd) return first?.type === 'opaque' ? [first.wire] : []
  if (message.role === 'tool') return encodeTool(message, residue)
  const calls = toolCalls(message).map(encodeCall)
  if (!first && residue?.content === undefined && residue?.calls === undefined && !residue?.shape) return []
  const list = calls.length > 0 ? calls : residue?.calls
  const canonical: JsonObject = {
    role: residue?.role ?? message.role,
    ...content(message.blocks.filter(isContent), residue, calls.length > 0),
    ...(list === undefined ? {} : { tool_calls: list }),
    ...fieldsOf(message.blocks),
  }
  return [rebuildWire(canonical, residue, SLOTS)]
}

function content(blocks: readonly Block[], residue: MessageResidue | undefined, called: boolean): JsonObject {
  const [first] = blocks
  if (!first) {
    if (residue?.content !== undefined) return { content: residue.content }
    const absent = residue?.shape !== undefined && !('content' in residue.shape)
    return absent ? {} : { content: called ? null : '' }
  }
  if (blocks.length === 1 && first.type === 'text' && !residue?.list) return { content: first.text }
  return { content: blocks.flatMap((block) => encodePart(block) ?? []) }
}

function decodeAssistant(wire: JsonObject, tools: ToolNames): Message {
  const list = wire['tool_calls']
  const calls = isList(list) ? list.map(decodeCall) : []
  const readable = calls.every((call) => call !== undefined)
  for (const call of calls) if (call) tools.set(call.callId, call.tool)
  // Some clients write '' where others write null: neither says anything.
  const said = wire['content'] === '' ? [] : contentBlocks(wire['content'])
  const blocks = fieldBlocks(wire, REASONING, 'reasoning').concat(
    said,
    fieldBlocks(wire, ['refusal', 'audio', 'function_call'], 'other'),
    readable ? calls : fieldBlocks(wire, ['tool_calls'], 'other'),
  )
  const more = calls.length === 0 && list !== undefined ? { calls: list } : {}
  return withResidue({ role: 'assistant', blocks, codec: NAME }, wire, more)
}

function fieldBlocks(wire: JsonObject, keys: readonly string[], purpose: 'reasoning' | 'other'): Block[] {
  const blocks: Block[] = []
  for (const key of keys) {
    const value = wire[key]
    if (value !== undefined && value !== null) blocks.push(opaque({ [key]: value }, purpose))
  }
  return blocks
}

function fieldsOf(blocks: readonly Block[]): JsonObject {
  return Object.assign({}, ...blocks.filter(isField).map((block) => block.wire))
}

function withResidue(message: Message, wire: JsonObject, more: MessageResidue = {}): Message {
  const value = wire['content']
  const called = message.blocks.some((block) => block.type === 'tool-call')
  const filled = message.blocks.some(isContent)
  const expected = { role: null, content: null, ...(called ? { tool_calls: null } : {}), ...fieldsOf(message.blocks) }
  const residue: MessageResidue = {
    ...residueOf(wire, expected, SLOTS),
    ...(isList(value) && value.length > 0 ? { list: true } : {}),
    ...(filled || value === undefined || (value === null && called) ? {} : { content: value }),
    ...more,
  }
  return { ...message, ...wireField(residue) }
}

function contentBlocks(value: Json | undefined): Block[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }]
  return isList(value) ? value.map(decodePart) : []
}

function decodeTool(wire: JsonObject, tools: ToolNames): Message {
  const callId = stringAt(wire, 'tool_call_id')
  if (callId === undefined) return odd(wire, 'tool')
  const value = wire['content']
  const { parts, ...said } = readContent(value, decodePart)
  const block: ToolResultBlock = { type: 'tool-result', callId, tool: tools.get(callId) ?? '', ...said }
  const residue: MessageResidue = {
    ...residueOf(wire, { role: null, tool_call_id: null, content: null }, SLOTS),
    ...(parts ? { parts } : {}),
    ...(parts || typeof value === 'string' || value === undefined ? {} : { content: value }),
  }
  return { role: 'tool', blocks: [block], codec: NAME, ...wireField(residue) }
}

function encodeTool(message: Message, residue: MessageResidue | undefined): Json[] {
  const [block] = toolResults(message)
  if (!block) return []
  return [rebuildWire({ role: 'tool', tool_call_id: block.callId, ...resultContent(block, residue) }, residue, SLOTS)]
}

function resultContent(block: ToolResultBlock, residue: MessageResidue | undefined): JsonObject {
  const text = inlineText(block.content)
  const attachments = (block.attachments ?? []).flatMap((part) => encodePart(part) ?? [])
  const parts = writeParts(text, attachments, residue?.parts, textPart)
  if (parts) return { content: parts }
  const absent = residue?.shape !== undefined && !('content' in residue.shape)
  if (text === '' && absent) return {}
  return { content: text === '' && residue?.content !== undefined ? residue.content : text }
}

function isField(block: Block): block is OpaqueBlock {
  if (block.type !== 'opaque' || !isObject(block.wire)) return false
  const [key, ...more] = Object.keys(block.wire)
  return key !== undefined && more.length === 0 && (FIELDS.includes(key) || key === 'tool_calls')
}

function isContent(block: Block): boolean {
  return block.type !== 'tool-call' && !isField(block)
}

function odd(wire: Json, role: 'user' | 'tool' = 'user'): Message {
  return { role, blocks: [opaque(wire)], codec: NAME, wire: { odd: true } }
}
