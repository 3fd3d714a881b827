import type OpenAI from 'openai'
import type { Summarize } from '../passes/pass.ts'
import { clientOf, peer } from './support/peer.ts'

export type OpenAISummarizerOptions = {
  readonly model: string
  /** The official client, for OpenAI or any server that speaks its chat wire. */
  readonly client?: Pick<OpenAI, 'chat' | 'responses'>
  readonly apiKey?: string
  readonly baseURL?: string
  /** What the server calls the limit on the answer. Default: `max_tokens` with a `baseURL`, else `max_completion_tokens`. */
  readonly limit?: 'max_tokens' | 'max_completion_tokens'
}

/**
 * Summaries through the official client. With a chat or responses `request` the history comes from the provider's cache.
 *
 * @example
 * import { openaiSummarizer } from 'daypack/hosts/openai'
 *
 * if (typeof openaiSummarizer({ model: 'gpt-5-mini' }) !== 'function') throw new Error('for createDaypack({ summarize })')
 */
export function openaiSummarizer(options: OpenAISummarizerOptions): Summarize {
  const connect = clientOf(options, async () => (await peer('openai', () => import('openai'))).default)
  const limit = options.limit ?? (options.baseURL === undefined ? 'max_completion_tokens' : 'max_tokens')
  return async (ask) => {
    const client = await connect()
    const settings = { maxRetries: 0, ...(ask.signal && { signal: ask.signal }) }
    const request = ask.request as { readonly input?: unknown; readonly messages?: unknown } | undefined
    if (request && 'input' in request) {
      const body = {
        ...(request as OpenAI.Responses.ResponseCreateParams),
        stream: false,
        max_output_tokens: ask.maxTokens,
      } as OpenAI.Responses.ResponseCreateParamsNonStreaming
      const reply = await client.responses.create(body, settings)
      return reply.output_text
    }
    const body: OpenAI.ChatCompletionCreateParamsNonStreaming = request
      ? {
          ...(request as OpenAI.ChatCompletionCreateParams),
          stream: false,
          stream_options: null,
          [limit]: ask.maxTokens,
        }
      : {
          model: options.model,
          [limit]: ask.maxTokens,
          // A server that only speaks the wire may know no schemas.
          ...(ask.schema && options.baseURL === undefined && { response_format: { type: 'json_object' as const } }),
          messages: [
            { role: 'system', content: ask.system },
            { role: 'user', content: ask.prompt },
          ],
        }
    const reply = await client.chat.completions.create(body, settings)
    return reply.choices[0]?.message.content ?? ''
  }
}
