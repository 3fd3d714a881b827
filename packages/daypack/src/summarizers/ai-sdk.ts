import { generateText, jsonSchema, Output, wrapLanguageModel } from 'ai'
import type { LanguageModel, LanguageModelMiddleware } from 'ai'
import type { Summarize } from '../passes/pass.ts'

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
export function aiSdkSummarizer({ model }: AiSdkSummarizerOptions): Summarize {
  return async (ask) => {
    const { text } = await generateText({
      model: typeof model === 'string' ? model : wrapLanguageModel({ model, middleware: quiet }),
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

/** A model that cannot take the schema is still asked in words, so the SDK's warning would tell the user nothing. */
const quiet: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate }) => {
    const { warnings, ...result } = await doGenerate()
    const isOurs = (warning: (typeof warnings)[number]) =>
      warning.type === 'unsupported' && warning.feature === 'responseFormat'
    return { ...result, warnings: warnings.filter((warning) => !isOurs(warning)) }
  },
}
