import type { Block, Message } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, isObject, stringAt, type Json } from '../../model/json.ts'
import { portableBlocks } from '../shared/foreign.ts'
import { pack, unpack } from '../shared/pack.ts'
import { asResidue, rebuildWire, residueOf, sameList, sourceOf, type Residue } from '../shared/wire.ts'
import { readUsage, type UsageFields } from '../shared/usage.ts'
import { decodeItem, decodePart, decodeResult, encodeItem, encodePart } from './items.ts'

export type AgentsRequest = {
  readonly input: readonly unknown[]
  readonly instructions?: string
  readonly model?: string
}
export type AgentsResponse = { readonly output: readonly unknown[]; readonly usage?: unknown }

const NAME = 'openai-agents'
const MESSAGE = ['role', 'content']
const USAGE: UsageFields = {
  input: 'inputTokens',
  output: 'outputTokens',
  details: 'inputTokensDetails',
  cacheRead: 'cached_tokens',
  cacheWrite: 'cache_write_tokens',
}
type MessageResidue = Residue & { readonly string?: true; readonly content?: Json }

/**
 * Items of the OpenAI Agents SDK. What the model made between two inputs is one message.
 *
 * @example
 * import { openaiAgents } from 'daypack/hosts/openai-agents'
 *
 * const { messages } = openaiAgents.decode({ input: [{ role: 'user', content: 'Hello.' }] })
 * if (messages.length !== 1) throw new Error('it is read')
 */
export const openaiAgents: Codec<AgentsRequest, AgentsResponse> = {
  name: NAME,
  decode,
  encode,
  reply,
  wrap: (item) => ({ input: [item] }),
}

function decode(request: AgentsRequest): Decoded {
  return defined<Decoded>({
    system: request.instructions
      ? { role: 'system', blocks: [{ type: 'text', text: request.instructions }], codec: NAME }
      : undefined,
    messages: groups(request.input).map(decodeGroup),
    model: request.model,
    bindsReasoning: false,
    requiresReasoning: false,
  })
}

function encode(rendered: Rendered, like: AgentsRequest): AgentsRequest {
  const sources = groups(like.input)
  const input = rendered.messages.flatMap((message) => encodeMessage(message, sources))
  return sameList(input, like.input) ? like : { ...like, input }
}

function reply(response: AgentsResponse): Reply {
  const output = isList(response.output) ? response.output : []
  const blocks = output.map((item) => decodeItem(pack(item)))
  return defined<Reply>({
    messages: blocks.length > 0 ? [{ role: 'assistant', blocks, codec: NAME }] : [],
    billed: readUsage(USAGE, response.usage),
  })
}

/** Runs of items that are one message: everything the model made in a row; each input by itself. */
function groups(input: readonly unknown[]): (readonly unknown[])[] {
  const found: unknown[][] = []
  let open: unknown[] | undefined
  for (const item of input) {
    if (!isMade(item)) {
      found.push([item])
      open = undefined
    } else if (open) {
      open.push(item)
    } else {
      found.push((open = [item]))
    }
  }
  return found
}

function isMade(item: unknown): boolean {
  const role = stringAt(item, 'role')
  return role === undefined ? stringAt(item, 'type') !== 'function_call_result' : role === 'assistant'
}

function decodeGroup(group: readonly unknown[]): Message {
  const items = group.map(pack)
  const [item] = items
  if (isMade(item)) return { role: 'assistant', blocks: items.map(decodeItem), codec: NAME }
  if (!isObject(item) || item['type'] === 'function_call_result')
    return { role: 'tool', blocks: [decodeResult(isObject(item) ? item : {})], codec: NAME }
  const content = item['content']
  const role = item['role'] === 'user' ? 'user' : 'system'
  const blocks: Block[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : isList(content) ? content.map(decodePart) : []
  const residue: MessageResidue = {
    ...residueOf(item, { type: 'message', role, content: null }, MESSAGE),
    ...(typeof content === 'string' ? { string: true } : {}),
    ...(blocks.length === 0 && content !== undefined ? { content } : {}),
  }
  return { role, blocks, codec: NAME, wire: residue }
}

function encodeMessage(message: RenderedMessage, sources: readonly (readonly unknown[])[]): readonly unknown[] {
  const source = sourceOf(message, sources)
  if (source) return source
  return (message.codec === NAME ? encodeOwn(message) : encodeForeign(message)).map(unpack)
}

function encodeOwn(message: Message): Json[] {
  if (message.role === 'assistant' || message.role === 'tool') return message.blocks.map(encodeItem)
  const residue = asResidue<MessageResidue>(message.wire)
  const [first] = message.blocks
  const plain = residue?.string && message.blocks.length === 1 && first?.type === 'text'
  const content = first ? (plain ? first.text : message.blocks.map(encodePart)) : (residue?.content ?? [])
  return [rebuildWire({ type: 'message', role: message.role, content }, residue, MESSAGE)]
}

function encodeForeign(message: Message): Json[] {
  const blocks = portableBlocks(message.blocks)
  if (message.role === 'assistant') return blocks.map(encodeItem)
  const results = blocks.filter((block) => block.type === 'tool-result').map(encodeItem)
  const said = blocks.filter((block) => block.type !== 'tool-result').map(encodePart)
  const role = message.role === 'system' ? 'system' : 'user'
  return [...results, ...(said.length > 0 ? [{ type: 'message', role, content: said }] : [])]
}
