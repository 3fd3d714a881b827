import type Anthropic from '@anthropic-ai/sdk'
import type { Summarize } from '../passes/pass.ts'
import { clientOf, peer } from './support/peer.ts'

export type AnthropicSummarizerOptions = {
  readonly model: string
  /** The official client; without it one is made from the options below and the environment it reads itself. */
  readonly client?: Pick<Anthropic, 'messages'>
  readonly apiKey?: string
  readonly baseURL?: string
}

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
  const connect = clientOf(
    options,
    async () => (await peer('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'))).default,
  )
  return async (ask) => {
    const client = await connect()
    const settings = { maxRetries: 0, ...(ask.signal && { signal: ask.signal }) }
    const request = ask.request as Anthropic.MessageCreateParams | undefined
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
