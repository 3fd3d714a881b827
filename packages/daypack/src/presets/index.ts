import { claudeCode } from './claude-code.ts'
import { copaw } from './copaw.ts'
import { daypack } from './daypack.ts'
import { miniClaude } from './mini-claude.ts'
import type { Preset, PresetName } from './preset.ts'
import { qwenpaw } from './qwenpaw.ts'

export { claudeCode, DYNAMIC_BOUNDARY, type ClaudeCodeNumbers } from './claude-code.ts'
export { copaw, type CopawNumbers } from './copaw.ts'
export { daypack, type DaypackChoices, type DaypackNumbers } from './daypack.ts'
export type { Keep } from './keep.ts'
export { miniClaude, type MiniClaudeNumbers } from './mini-claude.ts'
export { PRESET_NAMES, type Preset, type PresetName, type PresetOptions } from './preset.ts'
export { qwenpaw, type LightContextChanges, type LightContextConfig } from './qwenpaw.ts'

// The passes they are made of, and a hand-over and a limit on model calls without a pack.
export { extractive, type ExtractiveOptions } from '../handover/fit/extractive.ts'
export { capCalls, type CallCaps } from '../model/call-caps.ts'
export { checkContext, type CheckContextOptions, type CheckedContext } from '../passes/check-context.ts'
export { truncateText, type TruncateOptions } from '../passes/truncate-text.ts'
export { budget, type BudgetOptions, type BudgetStep } from '../passes/budget.ts'
export { clear, type ClearOptions } from '../passes/clear.ts'
export { collapse, type CollapseOptions } from '../passes/collapse.ts'
export { compact, type CompactOptions } from '../passes/compact.ts'
export { media, type MediaOptions } from '../passes/media.ts'
export { terse, truncated, type Notice, type NoticeFacts } from '../passes/notices.ts'
export { offload, type OffloadOptions } from '../passes/offload.ts'
export type { Budget, Count, Pass, PassContext, Proposal, Reasoning, Summarize, Tide, Timing } from '../passes/pass.ts'
export type { Result } from '../passes/results.ts'
export { snip, type SnipOptions } from '../passes/snip.ts'
export { trim, type TrimOptions } from '../passes/trim.ts'

const PRESETS: Readonly<Record<PresetName, () => Preset>> = { daypack, copaw, qwenpaw, miniClaude, claudeCode }

/**
 * A preset by its name, with its own numbers.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { presetOf } from 'daypack/presets'
 *
 * const pack = await createDaypack({ driver: memoryDriver(), preset: presetOf('copaw') })
 * await pack.close()
 */
export function presetOf(name: PresetName): Preset {
  return PRESETS[name]()
}
