import type { BreakpointOptions } from '../cache/breakpoints.ts'
import type { Millis, Tokens } from '../model/json.ts'
import type { Pass, Timing } from '../passes/pass.ts'
import type { Policy } from '../plan/policy.ts'
import type { Counter } from '../tokens/count.ts'

/**
 * The names `presetOf` knows.
 *
 * @example
 * import { PRESET_NAMES, presetOf } from 'daypack/presets'
 *
 * for (const name of PRESET_NAMES) if (presetOf(name).name !== name) throw new Error('each is found by its name')
 */
export const PRESET_NAMES = ['daypack', 'copaw', 'qwenpaw', 'miniClaude', 'claudeCode'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

export type Preset<Numbers = unknown> = {
  readonly name: PresetName
  /** The numbers it was made with. */
  readonly numbers: Numbers
  readonly options: PresetOptions
}

export type PresetOptions = {
  readonly passes: readonly Pass[]
  readonly timing: Timing
  readonly policy: Policy
  /** The window by model, unless one is configured. */
  readonly windows?: (model: string | undefined) => Tokens
  /** After a fold, files and skills are restored where the host can read them. */
  readonly restores?: boolean
  /** Messages of the agent that follow each other go out as one; one of nothing but thoughts does not go out. */
  readonly merges?: boolean
  /** Cache markers the Anthropic host sets unless it is told otherwise. */
  readonly markers?: BreakpointOptions
  /** The context window, where the document has one of its own; and the room for the answer within it. */
  readonly window?: Tokens
  readonly maxOutput?: Tokens
  /** The rule for counting tokens; without it the default, exact one. */
  readonly counter?: Counter
  readonly cacheTtlMs?: Millis
  /** Where day files and stored results lie, where the document has it so. */
  readonly folders?: { readonly dialog?: string; readonly toolResults?: string }
  /** What the model calls its tool for reading files. */
  readonly readTool?: string
  /** Memory as the document has it. */
  readonly memory?: {
    readonly search?: { readonly ranking?: 'reme' }
    readonly output?: 'list'
    readonly requests?: boolean
  }
  /** Days a stored result is kept after its last use. */
  readonly retentionDays?: number
}
