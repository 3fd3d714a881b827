import type { PresetName } from 'daypack/presets'
import { fieldsOf } from './fields.ts'
import type { Config } from './schema.ts'

const ENVIRONMENT: Readonly<Record<string, (value: number) => Config>> = {
  CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: (percent) => ({ claudeCode: { compactAt: Math.min(1, percent / 100) } }),
  BASH_DEFAULT_TIMEOUT_MS: (ms) => ({ chat: { shellTimeoutSeconds: Math.max(1, Math.round(ms / 1_000)) } }),
}

/** Settings with no counterpart in this preset are named in the notices. */
export function fromClaudeSettings(value: unknown, preset: PresetName): { config: Config; notices: string[] } {
  const { cleanupPeriodDays, autoCompactEnabled, env, ...rest } = fieldsOf(value)
  const left = Object.keys(rest).filter((name) => name !== '$schema')
  const config: Config = {}
  const take = (name: string, taken: Config | undefined): void => {
    if (taken && (taken.claudeCode === undefined || preset === 'claudeCode')) Object.assign(config, taken)
    else left.push(name)
  }
  if (cleanupPeriodDays !== undefined)
    take('cleanupPeriodDays', typeof cleanupPeriodDays === 'number' ? { retentionDays: cleanupPeriodDays } : undefined)
  // Off means: only when the next request would not fit.
  if (autoCompactEnabled === false) take('autoCompactEnabled', { claudeCode: { compactAt: 1 } })
  for (const [name, text] of Object.entries(fieldsOf(env)))
    take(`env.${name}`, Number(text) > 0 ? ENVIRONMENT[name]?.(Number(text)) : undefined)
  return { config, notices: left.length > 0 ? [`No counterpart here for: ${left.join(', ')}.`] : [] }
}
