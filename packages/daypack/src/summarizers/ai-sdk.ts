import type { LanguageModel } from 'ai'
import type { Summarize } from '../passes/pass.ts'
import { peer } from './support/peer.ts'

export type AiSdkSummarizerOptions = { readonly model: LanguageModel }

/**
 * Summaries by any model of the AI SDK.
 *
 * @example
 * import { aiSdkSummarizer } from 'daypack/hosts/ai-sdk'
 *
 * if (typeof aiSdkSummarizer({ model: 'anthropic/claude-haiku-4-5' }) !== 'function')
 *   throw new Error('for createDaypack({ summarize })')
 */
export function aiSdkSummarizer(options: AiSdkSummarizerOptions): Summarize {
  return async (ask) => {
    const { generateText, jsonSchema, Output } = await peer('ai', () => import('ai'))
    const { text } = await generateText({
      model: options.model,
      system: ask.system,
      prompt: ask.prompt,
      maxOutputTokens: ask.maxTokens,
      maxRetries: 0,
      // A model with our own middleware around it: this call is not part of the conversation.
      providerOptions: { daypack: { own: true } },
      ...(ask.schema && { output: Output.object({ schema: jsonSchema(ask.schema) }) }),
      ...(ask.signal && { abortSignal: ask.signal }),
    })
    return text
  }
}
