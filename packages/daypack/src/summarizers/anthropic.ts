import type Anthropic from '@anthropic-ai/sdk'
import type { Summarize } from '../passes/pass.ts'

/** The official client, and the model to ask. */
export type AnthropicSummarizerOptions = { readonly model: string; readonly client: Pick<Anthropic, 'messages'> }

/**
 * Summaries by Claude through the official client. Never retries: what failed may have been billed.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { anthropicSummarizer } from 'daypack/hosts/anthropic'
 *
 * const summarize = anthropicSummarizer({ model: 'claude-haiku-4-5', client: new Anthropic({ apiKey: 'yours' }) })
 * if (typeof summarize !== 'function') throw new Error('for createDaypack({ summarize })')
 */
export function anthropicSummarizer({ model, client }: AnthropicSummarizerOptions): Summarize {
  return async (ask) => {
    const request = ask.request as Anthropic.MessageCreateParams | undefined
    const body: Anthropic.MessageCreateParamsNonStreaming = request
      ? { ...request, max_tokens: ask.maxTokens + thinkingRoom(request), stream: false }
      : { model, max_tokens: ask.maxTokens, system: ask.system, messages: [{ role: 'user', content: ask.prompt }] }
    const reply = await client.messages.create(body, { maxRetries: 0, ...(ask.signal && { signal: ask.signal }) })
    return reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  }
}

/** A request with thinking switched on needs its thinking budget besides the answer. */
function thinkingRoom(request: Anthropic.MessageCreateParams): number {
  return request.thinking?.type === 'enabled' ? request.thinking.budget_tokens : 0
}
