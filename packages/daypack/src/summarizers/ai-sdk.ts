import type { LanguageModel } from 'ai'
import type { Summarize } from '../passes/pass.ts'
import { peer } from './support/peer.ts'

export type AiSdkSummarizerOptions = { readonly model: LanguageModel }

/** Summaries by any model of the AI SDK. */
export function aiSdkSummarizer(options: AiSdkSummarizerOptions): Summarize {
  return async (ask) => {
    const { generateText } = await peer('ai', () => import('ai'))
    const { text } = await generateText({
      model: options.model,
      system: ask.system,
      prompt: ask.prompt,
      maxOutputTokens: ask.maxTokens,
      maxRetries: 0,
      ...(ask.signal && { abortSignal: ask.signal }),
    })
    return text
  }
}
