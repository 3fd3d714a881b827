import type { JsonObject, Tokens } from './json.ts'

export type Count = (text: string) => Tokens

/** `prompt` is the whole ask as text; `request` the same ask appended to the conversation as last sent. */
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
