import type { Message } from '../../model/message.ts'
import type { Codec, Decoded, Rendered, RenderedMessage, Reply } from '../../model/codec.ts'
import { defined, isList, stringAt } from '../../model/json.ts'
import { runsOf } from '../openai-responses/items.ts'
import { decodeRun, encodeOwn } from '../openai-responses/message.ts'
import { pack, unpack } from '../shared/pack.ts'
import { sameList, unchangedWire } from '../shared/wire.ts'
import { readUsage, type UsageFields } from '../shared/usage.ts'
import { fromResponses, inShape, toResponses } from './items.ts'

export type AgentsRequest = {
  readonly input: readonly unknown[]
  readonly instructions?: string
  readonly model?: string
}
export type AgentsResponse = { readonly output: readonly unknown[]; readonly usage?: unknown }

const NAME = 'openai-agents'
const USAGE: UsageFields = {
  input: 'inputTokens',
  output: 'outputTokens',
  details: 'inputTokensDetails',
  cacheRead: 'cached_tokens',
  cacheWrite: 'cache_write_tokens',
}

/**
 * Items of the OpenAI Agents SDK: those of the Responses API under other names. What the model made in a row is one message.
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
    messages: messagesIn(request.input),
    model: request.model,
    bindsReasoning: false,
    requiresReasoning: false,
  })
}

function encode(rendered: Rendered, like: AgentsRequest): AgentsRequest {
  const sources = runsOf(like.input, kindOf)
  const input = rendered.messages.flatMap((message) => encodeMessage(message, sources))
  return sameList(input, like.input) ? like : { ...like, input }
}

function reply(response: AgentsResponse): Reply {
  const output = isList(response.output) ? response.output : []
  return defined<Reply>({ messages: messagesIn(output), billed: readUsage(USAGE, response.usage) })
}

function messagesIn(items: readonly unknown[]): Message[] {
  const tools = new Map<string, string>()
  return runsOf(items, kindOf).map((run) => {
    const wires = run.map((item) => toResponses(pack(item)))
    return { ...decodeRun(wires, tools), codec: NAME }
  })
}

function kindOf(item: unknown): 'model' | undefined {
  const role = stringAt(item, 'role')
  const isModels =
    role === undefined ? !/_call_(?:result|output)$/.test(stringAt(item, 'type') ?? '') : role === 'assistant'
  return isModels ? 'model' : undefined
}

function encodeMessage(message: RenderedMessage, sources: readonly (readonly unknown[])[]): readonly unknown[] {
  const source = unchangedWire(message, sources)
  if (source) return source
  const own = message.codec === NAME ? message : { role: message.role, blocks: inShape(message) }
  return encodeOwn(own).map((item) => unpack(fromResponses(item)))
}
