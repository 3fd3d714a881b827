import type { JsonObject, Tokens } from './json.ts'

/** Counts tokens of a text; cached by the caller, cheap to call again. */
export type Count = (text: string) => Tokens

/**
 * One call to a model, injected. `prompt` is the whole ask as plain text; `request` the same ask as a wire request, made
 * by the session from `question`: the ask alone, appended to the conversation as it was last sent.
 */
export type Summarize = (ask: {
  readonly system: string
  readonly prompt: string
  readonly question?: string
  readonly request?: unknown
  readonly maxTokens: Tokens
  /** The JSON Schema the answer keeps to, for models that can be held to one; the prompt asks for it as well. */
  readonly schema?: JsonObject
  readonly signal?: AbortSignal
}) => Promise<string>

/** The language prompts are written in; what is asked for comes in the language of the conversation either way. */
export type PromptLanguage = 'en' | 'zh'
