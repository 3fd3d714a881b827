import type OpenAI from 'openai'
import type { Summarize } from '../passes/pass.ts'

export type OpenAISummarizerOptions = {
  readonly model: string
  /** The official client, for OpenAI or any server that speaks its chat wire. */
  readonly client: Pick<OpenAI, 'chat' | 'responses'>
  /** What the server calls the limit on the answer; older servers say `max_tokens`, and may know no schemas. */
  readonly limit?: 'max_tokens' | 'max_completion_tokens'
}

/**
 * Summaries through the official client. With a chat or responses `request` the history comes from the provider's cache.
 *
 * @example
 * import { openaiSummarizer } from 'daypack/hosts/openai'
 * import OpenAI from 'openai'
 *
 * const summarize = openaiSummarizer({ model: 'gpt-5-mini', client: new OpenAI({ apiKey: 'yours' }) })
 * if (typeof summarize !== 'function') throw new Error('for createDaypack({ summarize })')
 */
export function openaiSummarizer(options: OpenAISummarizerOptions): Summarize {
  const { model, client, limit = 'max_completion_tokens' } = options
  return async (ask) => {
    const settings = { maxRetries: 0, ...(ask.signal && { signal: ask.signal }) }
    const request = ask.request as object | undefined
    if (request && 'input' in request) {
      const body = { ...request, stream: false, max_output_tokens: ask.maxTokens }
      const reply = await client.responses.create(body as OpenAI.Responses.ResponseCreateParamsNonStreaming, settings)
      return reply.output_text
    }
    const messages = [
      { role: 'system', content: ask.system },
      { role: 'user', content: ask.prompt },
    ]
    const isHeldToJson = ask.schema && limit === 'max_completion_tokens'
    const body = request
      ? { ...request, stream: false, stream_options: null, [limit]: ask.maxTokens }
      : { model, messages, [limit]: ask.maxTokens, ...(isHeldToJson && { response_format: { type: 'json_object' } }) }
    const reply = await client.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsNonStreaming, settings)
    return reply.choices[0]?.message.content ?? ''
  }
}
