import { claudeCode } from './claude-code.ts'
import { copaw } from './copaw.ts'
import { daypack } from './daypack.ts'
import { miniClaude } from './mini-claude.ts'
import type { Preset, PresetName } from './preset.ts'
import { qwenpaw } from './qwenpaw.ts'

export { CLAUDE_CODE, claudeCode, type ClaudeCodeNumbers } from './claude-code.ts'
export { COPAW, copaw, type CopawNumbers } from './copaw.ts'
export { DAYPACK, daypack, type DaypackChoices, type DaypackNumbers } from './daypack.ts'
export { KEEPS, type Keep } from './keep.ts'
export { CLEARED, MINI_CLAUDE, miniClaude, modelWindow, SNIPPED, type MiniClaudeNumbers } from './mini-claude.ts'
export { PRESET_NAMES, type Preset, type PresetName, type PresetOptions } from './preset.ts'
export { QWENPAW, qwenpaw, type LightContextChanges, type LightContextConfig } from './qwenpaw.ts'

const PRESETS: Readonly<Record<PresetName, () => Preset>> = { daypack, copaw, qwenpaw, miniClaude, claudeCode }

/** A preset by its name, with its own numbers. */
export function presetOf(name: PresetName): Preset {
  return PRESETS[name]()
}
