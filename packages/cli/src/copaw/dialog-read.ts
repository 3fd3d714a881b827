import type { Block, Json, MediaBlock, Message, Millis, OpaqueBlock, Role, ToolResultBlock } from 'daypack'
import { instantOf, isList, isObject, type JsonObject } from 'daypack/internal'

export type FromDialog = {
  readonly zone: string
  /** The whole text of a result that was cut, if it is still there. */
  readonly restore?: (output: string) => string | undefined
}

export type Dialog = { readonly messages: readonly Message[]; readonly at?: Millis }

export function fromDialog(value: unknown, by: FromDialog): Dialog | { readonly problem: string } {
  if (!isObject(value)) return { problem: 'it is no object' }
  const { role, content, timestamp } = value
  if (role !== 'system' && role !== 'user' && role !== 'assistant')
    return { problem: `its role is ${JSON.stringify(role) ?? 'missing'}` }
  if (typeof content !== 'string' && !isList(content)) return { problem: 'its content is neither text nor blocks' }
  const at = timeOf(timestamp, by.zone)
  if (at === undefined && timestamp !== undefined && timestamp !== null)
    return { problem: `its timestamp is ${JSON.stringify(timestamp)}` }
  const blocks: Block[] = []
  for (const [index, part] of (typeof content === 'string' ? [{ type: 'text', text: content }] : content).entries()) {
    const block = blockOf(part, by)
    if (typeof block === 'string') return { problem: `block ${index + 1}: ${block}` }
    blocks.push(block)
  }
  return { messages: asMessages(role, blocks), ...(at !== undefined && { at }) }
}

function asMessages(role: 'system' | 'user' | 'assistant', blocks: readonly Block[]): Message[] {
  const results = blocks.filter((block) => block.type === 'tool-result')
  if (results.length === 0) return [{ role, blocks }]
  if (role !== 'assistant')
    return [{ role: 'tool', blocks: [...results, ...blocks.filter((block) => block.type !== 'tool-result')] }]
  const runs: { role: Role; blocks: Block[] }[] = []
  for (const block of blocks) {
    const speaker = block.type === 'tool-result' ? 'tool' : 'assistant'
    const last = runs.at(-1)
    if (last?.role === speaker) last.blocks.push(block)
    else runs.push({ role: speaker, blocks: [block] })
  }
  return runs
}

function timeOf(timestamp: Json | undefined, zone: string): Millis | undefined {
  if (typeof timestamp !== 'string') return undefined
  const at = /(?:Z|[+-]\d\d:?\d\d)$/.test(timestamp) ? Date.parse(timestamp) : instantOf(timestamp, zone)
  return at === undefined || Number.isNaN(at) ? undefined : at
}

/** A block, or what is wrong with it. A kind we do not know is carried as it is. */
function blockOf(part: Json, by: FromDialog): Block | string {
  if (!isObject(part) || typeof part['type'] !== 'string') return 'it has no type'
  const { type, id, name } = part
  switch (type) {
    case 'text':
      return typeof part['text'] === 'string' ? { type: 'text', text: part['text'] } : 'its text is missing'
    case 'thinking':
      return { type: 'opaque', purpose: 'reasoning', wire: part }
    case 'tool_use':
      if (!isName(id) || !isName(name)) return 'a call without id or name'
      return { type: 'tool-call', callId: id, tool: name, input: inputOf(part) }
    case 'tool_result':
      if (!isName(id)) return 'a result without the id of its call'
      return resultOf(part, { callId: id, tool: isName(name) ? name : '' }, by)
    default:
      return mediaOf(part) ?? { type: 'opaque', purpose: 'other', wire: part }
  }
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

/** Streamed calls may have their input in `raw_input` only. */
function inputOf({ input = {}, raw_input: raw }: JsonObject): Json {
  if (!isObject(input) || Object.keys(input).length > 0 || typeof raw !== 'string') return input
  try {
    return JSON.parse(raw) as Json
  } catch {
    return input
  }
}

function resultOf(part: JsonObject, call: { callId: string; tool: string }, by: FromDialog): ToolResultBlock {
  const { output = '', is_error: isError } = part
  const texts: string[] = []
  const attachments: (MediaBlock | OpaqueBlock)[] = []
  for (const each of isList(output) ? output : [output ?? '']) {
    const text = textIn(each)
    if (text === undefined) attachments.push(mediaOf(each) ?? { type: 'opaque', purpose: 'other', wire: each })
    else texts.push(by.restore?.(text) ?? text)
  }
  return {
    type: 'tool-result',
    ...call,
    content: { text: texts.join('\n') },
    ...(attachments.length > 0 && { attachments }),
    ...(isError === true && { isError }),
  }
}

function textIn(part: Json): string | undefined {
  if (typeof part === 'string') return part
  if (!isObject(part)) return JSON.stringify(part)
  if (part['type'] === 'text' && typeof part['text'] === 'string') return part['text']
  return part['type'] === 'stored' ? lostText(part) : undefined
}

function mediaOf(part: Json): MediaBlock | undefined {
  if (!isObject(part) || !isObject(part['source'])) return undefined
  const { type } = part
  if (type !== 'image' && type !== 'audio' && type !== 'video') return undefined
  const { url, data, media_type: given } = part['source']
  const mediaType = typeof given === 'string' ? given : type === 'image' ? '' : `${type}/*`
  const text = typeof data === 'string' ? data : url
  return typeof text === 'string' ? { type: 'media', mediaType, content: { text } } : undefined
}

function lostText({ ref, bytes }: JsonObject): string {
  return `[${JSON.stringify(bytes)} bytes, no longer kept: ${typeof ref === 'string' ? ref : 'unknown'}]`
}
