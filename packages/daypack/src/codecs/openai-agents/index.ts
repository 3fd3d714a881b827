import type { Message } from '../../model/message.ts'
import type { Codec, Reply } from '../../model/codec.ts'
import { defined, isList, stringAt } from '../../model/json.ts'
import { decodeRun, encodeRun } from '../openai-responses/message.ts'
import { pack, unpack } from '../shared/pack.ts'
import { rowCodec, runsOf, type ToolNames } from '../shared/rows.ts'
import { readUsage, type UsageFields } from '../shared/wire.ts'
import { adopt, fromResponses, toResponses } from './items.ts'

export type AgentsRequest = {
  readonly input: readonly unknown[]
  readonly instructions?: string
  readonly model?: string
}
export type AgentsResponse = { readonly output: readonly unknown[]; readonly usage?: unknown }

const NAME = 'openai-agents'
const USAGE: UsageFields = {
  input: ['inputTokens'],
  output: ['outputTokens'],
  cacheRead: 'inputTokensDetails.cached_tokens',
  cacheWrite: 'inputTokensDetails.cache_write_tokens',
}

const rows = rowCodec<AgentsRequest>({
  name: NAME,
  rows: (request) => request.input,
  withRows: (like, input) => ({ ...like, input }),
  kindOf,
  read,
  write: (message) => encodeRun(message).map((item) => unpack(fromResponses(item))),
  adopt,
  system: ({ instructions: text }) =>
    text ? { role: 'system', blocks: [{ type: 'text', text }], codec: NAME } : undefined,
  facts: () => ({}),
})

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
  ...rows,
  reply(response) {
    const output = isList(response.output) ? response.output : []
    return defined<Reply>({ messages: read(output, new Map()), billed: readUsage(USAGE, response.usage) })
  },
  wrap: (item) => ({ input: [item] }),
}

function read(items: readonly unknown[], tools: ToolNames): Message[] {
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
