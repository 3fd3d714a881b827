import type { LanguageModel } from 'ai'
import type { Daypack, Session } from 'daypack'
import type { MemoryEvent } from 'daypack/memory'
import type { Environment } from '../config/environment.ts'
import type { Config } from '../config/schema.ts'
import type { Proactive } from './slash/proactive.ts'

/** What a line is, so that it can look like it. */
export type Tone = 'quiet' | 'strong' | 'trouble' | 'notice'

/** What the conversation is shown on, and where questions are asked. */
export type Ui = {
  /** A whole line. */
  line(text?: string, tone?: Tone): void
  /** A piece of an answer, as it comes: Markdown. `line()` ends it. */
  write(text: string): void
  /** A line that can show more, where there is a way to ask for it. */
  unfolding(text: string, rest: string): void
  /** What is being waited for, until the next thing is shown. */
  waiting?(what: string): void
  /** How full the window is, always in view where there is a place for it. */
  meter(text: { readonly short: string; readonly long: string }): void
  /** The answer to a question; undefined where nobody can be asked. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>
  readonly width: number
  /** Where calls are shown as such, and not as lines. */
  called?(call: { readonly callId: string; readonly tool: string; readonly input: unknown }): void
  answered?(result: { readonly callId: string; readonly text: string; readonly isError: boolean }): void
}

export type ModelInUse = {
  /** `provider:name`, as `/model` shows it. */
  readonly label: string
  readonly provider: string
  readonly id: string
  readonly model: LanguageModel
  /** Where its key was found. */
  readonly keyName?: string
  /** Keys that must never be printed. */
  readonly secrets: readonly string[]
  /** Its server, where that may be asked what the model is. */
  readonly askAt?: string
  close?(): Promise<void>
}

/** A tool of the chat: its input comes as the model wrote it, its answer is text; it must not throw on odd input. */
export type ChatTool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: object
  run(input: unknown, call: { readonly signal: AbortSignal }): Promise<string> | string
}

/** One background task of the memory, for /summarize_status. */
export type MemoryTask = {
  readonly id: number
  readonly startedAt: number
  state: 'running' | 'completed' | 'failed'
  result?: string
}

/** A conversation in progress. What `/new`, `/model` and `/preset` change is not readonly. */
export type Chat = {
  pack: Daypack
  session: Session
  config: Config
  model: ModelInUse
  preamble: string
  tools: readonly ChatTool[]
  readonly tasks: MemoryTask[]
  readonly cwd: string
  readonly env: Environment
  readonly ui: Ui
  readonly now: () => number
  readonly onMemory: (event: MemoryEvent) => void
  /** A turn is under way. */
  isBusy?: boolean
  proactive?: Proactive
  /** What stands before the first message, where the preset has it there. */
  readonly context?: string
}

export type ChatFlags = {
  readonly continue?: boolean
  readonly resume?: string
  readonly script?: string
  readonly allowShell?: boolean
  /** One turn, of which only the answer is printed. */
  readonly prompt?: string
}
