import type { LanguageModel } from 'ai'
import type { Daypack, Session } from 'daypack'
import type { MemoryEvent } from 'daypack/memory'
import type { Environment } from '../config/environment.ts'
import type { Config } from '../config/schema.ts'
import type { MemoryTask } from './slash/memory.ts'
import type { Proactive } from './slash/proactive.ts'

export type Tone = 'quiet' | 'strong' | 'trouble' | 'notice'

export type Ui = {
  line(text?: string, tone?: Tone): void
  write(text: string): void
  unfolding(text: string, rest: string): void
  waiting?(what: string): void
  meter(text: { readonly short: string; readonly long: string }): void
  /** The answer to a question; undefined where nobody can be asked. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>
  readonly width: number
  called?(call: { readonly callId: string; readonly tool: string; readonly input: unknown }): void
  answered?(result: { readonly callId: string; readonly text: string; readonly isError: boolean }): void
}

export type ModelInUse = {
  readonly label: string
  readonly provider: string
  readonly id: string
  readonly model: LanguageModel
  readonly keyName?: string
  /** Keys that must never be printed. */
  readonly secrets: readonly string[]
  /** Its server, where an address of one is set. */
  readonly baseUrl?: string
  close?(): Promise<void>
}

/** A tool of the chat: its input comes as the model wrote it, its answer is text; it must not throw on odd input. */
export type ChatTool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: object
  run(input: unknown, call: { readonly signal: AbortSignal }): Promise<string> | string
}

/** A conversation in progress. What `/new` and `/model` change is not readonly. */
export type Chat = {
  pack: Daypack
  session: Session
  config: Config
  model: ModelInUse
  preamble: string
  tools: readonly ChatTool[]
  readonly cwd: string
  readonly env: Environment
  readonly ui: Ui
  readonly now: () => number
  /** What memory did in the background, and who is told. */
  readonly tasks: MemoryTask[]
  readonly onMemory: (event: MemoryEvent) => void
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
  readonly prompt?: string
}
