import { isReasoning } from '../../model/message.ts'
import type { Block, MediaBlock, OpaqueBlock, TextBlock, Message } from '../../model/message.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { asResidue, opaque, rebuildWire, residueOf, wireField, type Residue } from '../shared/wire.ts'
import { decodeCall, decodeOutput, encodeCall, encodeOutput, isModelItem, OUTPUT, withoutId } from './items.ts'
import { decodePart, encodePart, wrappedPart } from './items.ts'

export const NAME = 'openai-responses'

type Part = TextBlock | MediaBlock | OpaqueBlock
type ItemResidue = Residue & { readonly role?: string; readonly form?: 'string' | 'list' }
type PartResidue = Residue & { readonly item?: ItemResidue; readonly more?: true }

const MESSAGE = ['role', 'content']

/** One message for a run of items: what the model produced in a row, adjacent outputs, or a single message. */
export function decodeRun(items: readonly Json[], tools: Map<string, string>): Message {
  const [first] = items
  if (typeof first === 'string')
    return { role: 'user', blocks: [{ type: 'text', text: first }], codec: NAME, wire: { string: true } }
  const type = stringAt(first, 'type') ?? ''
  const blocks = items.flatMap((item) => decodeItem(item, tools))
  if (first !== undefined && isModelItem(first)) {
    const reasoning = blocks.filter(isReasoning).length
    const wire = { reasoning, ...(stringAt(items.at(-1), 'type') === 'reasoning' ? { open: true } : {}) }
    return { role: 'assistant', blocks, codec: NAME, ...(reasoning > 0 ? { wire } : {}) }
  }
  if (OUTPUT.test(type)) return { role: 'tool', blocks, codec: NAME }
  const role = stringAt(first, 'role')
  return { role: role === 'system' || role === 'developer' ? 'system' : 'user', blocks, codec: NAME }
}

export function encodeRun(message: Message): Json[] {
  const [only, ...others] = message.blocks
  if (isObject(message.wire) && message.wire['string'] === true && only?.type === 'text' && others.length === 0)
    return [only.text]
  const before = isObject(message.wire) ? message.wire['reasoning'] : undefined
  const hasLostReasoning = typeof before === 'number' && message.blocks.filter(isReasoning).length < before
  const written = (item: JsonObject) => (hasLostReasoning ? withoutId(item) : item)
  const role = message.role === 'tool' ? 'user' : message.role
  const items: Json[] = []
  let parts: Part[] = []
  const flush = () => {
    if (parts.length > 0) items.push(written(encodeMessage(parts, role)))
    parts = []
  }
  for (const block of message.blocks) {
    const part = asPart(block)
    if (part) {
      if (partResidue(part)?.more !== true) flush()
      parts.push(part)
      continue
    }
    flush()
    if (block.type === 'tool-call') items.push(written(encodeCall(block)))
    else if (block.type === 'tool-result') items.push(encodeOutput(block))
    else if (block.type === 'opaque') items.push(block.wire)
  }
  flush()
  return message.role === 'assistant'
    ? items.filter((item, at) => !isReasoningItem(item) || isFollowed(items, at, message))
    : items
}

/** Reasoning goes when what it produced is gone; a run that ended in reasoning when it came is left as it was. */
function isFollowed(items: readonly Json[], at: number, message: Message): boolean {
  const endsOpen = isObject(message.wire) && message.wire['open'] === true
  return endsOpen || items.slice(at + 1).some((item) => !isReasoningItem(item))
}

function decodeItem(item: Json, tools: Map<string, string>): Block[] {
  if (!isObject(item)) return [opaque(item)]
  const type = stringAt(item, 'type') ?? ('role' in item ? 'message' : '')
  if (type === 'message') return decodeMessage(item)
  if (type === 'reasoning') return [opaque(item, 'reasoning')]
  if (OUTPUT.test(type)) return [decodeOutput(item, tools)]
  const call = decodeCall(item)
  if (!call) return [opaque(item, 'hosted')]
  tools.set(call.callId, call.tool)
  return [call]
}

function decodeMessage(wire: JsonObject): Block[] {
  const role = stringAt(wire, 'role')
  const content = wire['content']
  const isText = typeof content === 'string'
  if (role === undefined || !(isText || (isList(content) && content.length > 0))) return [opaque(wire)]
  const side = role === 'assistant' ? 'assistant' : 'user'
  const parts: Part[] = isText ? [{ type: 'text', text: content }] : content.map((part) => decodePart(part, side))
  const form = isText ? 'string' : 'list'
  const item: ItemResidue = {
    ...residueOf(wire, { role, content: null }, MESSAGE),
    ...(role === 'developer' ? { role } : {}),
    ...(form === usualForm(side, parts) ? {} : { form }),
  }
  const opening = Object.keys(item).length > 0 ? { item } : {}
  return parts.map((part, index) => withItem(part, index > 0 ? { more: true } : opening))
}

function usualForm(side: 'user' | 'assistant', parts: readonly Part[]): 'string' | 'list' {
  return side === 'assistant' && parts.length === 1 && parts[0]?.type === 'text' ? 'string' : 'list'
}

function withItem(part: Part, how: PartResidue): Part {
  return { ...part, ...wireField({ ...(isObject(part.wire) ? part.wire : {}), ...how }) }
}

/** Parts of a message that go into one item. */
export function asOneItem(blocks: readonly Block[]): Block[] {
  return blocks.map((block, at) => (at === 0 ? block : { ...block, wire: { more: true } }))
}

function partResidue(block: Part): PartResidue | undefined {
  return asResidue<PartResidue>(block.wire)
}

function asPart(block: Block): Part | undefined {
  const isPart =
    block.type === 'text' || block.type === 'media' || (block.type === 'opaque' && wrappedPart(block) !== undefined)
  return isPart ? block : undefined
}

function encodeMessage(parts: readonly Part[], role: 'user' | 'assistant' | 'system'): JsonObject {
  const [first] = parts
  const item = first && partResidue(first)?.item
  const side = role === 'assistant' ? 'assistant' : 'user'
  const form = item?.form ?? usualForm(side, parts)
  const isText = form === 'string' && parts.length === 1 && first?.type === 'text'
  const content = isText ? first.text : parts.map((part) => encodePart(part, side))
  return rebuildWire({ role: item?.role ?? role, content }, item, MESSAGE)
}

function isReasoningItem(item: Json): boolean {
  return stringAt(item, 'type') === 'reasoning'
}
