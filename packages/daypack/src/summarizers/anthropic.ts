import type Anthropic from '@anthropic-ai/sdk'
import type { Summarize } from '../passes/pass.ts'
import { peer } from './support/peer.ts'

export type AnthropicSummarizerOptions = {
  readonly model: string
  /** The official client; without it one is made from the options below and the environment it reads itself. */
  readonly client?: Pick<Anthropic, 'messages' | 'beta'>
  readonly apiKey?: string
  readonly baseURL?: string
  /** Let the server write the note (`compaction`), with our question as its instructions. Needs `request`. */
  readonly serverSide?: boolean
}

const COMPACTION_BETA = 'compact-2026-09-04'

/**
 * Summaries by Claude through the official client. Never retries: what failed may have been billed.
 *
 * @example
 * import { anthropicSummarizer } from 'daypack/hosts/anthropic'
 *
 * if (typeof anthropicSummarizer({ model: 'claude-haiku-4-5' }) !== 'function')
 *   throw new Error('for createDaypack({ summarize })')
 */
export function anthropicSummarizer(options: AnthropicSummarizerOptions): Summarize {
  let made: Promise<Pick<Anthropic, 'messages' | 'beta'>> | undefined
  return async (ask) => {
    made ??= options.client ? Promise.resolve(options.client) : create(options)
    const client = await made
    const settings = { maxRetries: 0, ...(ask.signal && { signal: ask.signal }) }
    const request = ask.request as Anthropic.MessageCreateParams | undefined
    if (options.serverSide && request && ask.question !== undefined) {
      const { messages, ...rest } = request as Anthropic.Beta.MessageCreateParamsNonStreaming
      const reply = await client.beta.messages.create(
        {
          ...rest,
          stream: false,
          messages: messages.slice(0, -1),
          compaction: { type: 'summarize', instructions: ask.question },
          betas: [COMPACTION_BETA],
        } as Anthropic.Beta.MessageCreateParamsNonStreaming,
        settings,
      )
      return reply.content
        .map((block) => (block.type === 'compaction' ? (block.content ?? '') : block.type === 'text' ? block.text : ''))
        .join('')
    }
    const body: Anthropic.MessageCreateParamsNonStreaming = request
      ? { ...request, max_tokens: ask.maxTokens + thinkingRoom(request), stream: false }
      : {
          model: options.model,
          max_tokens: ask.maxTokens,
          system: ask.system,
          messages: [{ role: 'user', content: ask.prompt }],
        }
    const reply = await client.messages.create(body, settings)
    return reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  }
}

/** A request with thinking switched on needs its thinking budget besides the answer. */
function thinkingRoom(request: Anthropic.MessageCreateParams): number {
  return request.thinking?.type === 'enabled' ? request.thinking.budget_tokens : 0
}

async function create(options: AnthropicSummarizerOptions): Promise<Pick<Anthropic, 'messages' | 'beta'>> {
  const { default: Client } = await peer('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'))
  return new Client({
    ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
    ...(options.baseURL !== undefined && { baseURL: options.baseURL }),
  })
}
