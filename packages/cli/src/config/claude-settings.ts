import type { Config } from './schema.ts'

const ENVIRONMENT: Readonly<Record<string, (value: number) => Config>> = {
  CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: (percent) => ({ claudeCode: { compactAt: Math.min(1, percent / 100) } }),
  BASH_DEFAULT_TIMEOUT_MS: (ms) => ({ chat: { shellTimeoutSeconds: Math.max(1, Math.round(ms / 1_000)) } }),
}

/** Settings with no counterpart here are named in the notices; mini-claude reads only its permissions. */
export function fromClaudeSettings(
  value: unknown,
  preset: 'claudeCode' | 'miniClaude',
): { config: Config; notices: string[] } {
  const { cleanupPeriodDays, autoCompactEnabled, env, ...rest } = objectOf(value)
  const left = Object.keys(rest).filter((name) => name !== '$schema')
  const config: Config = {}
  if (typeof cleanupPeriodDays === 'number') config.retentionDays = cleanupPeriodDays
  else if (cleanupPeriodDays !== undefined) left.push('cleanupPeriodDays')
  // Off means: only when the next request would not fit.
  if (autoCompactEnabled === false) config.claudeCode = { compactAt: 1 }
  for (const [name, text] of Object.entries(objectOf(env))) {
    const known = ENVIRONMENT[name]
    const number = Number(text)
    if (known === undefined || !(number > 0)) left.push(`env.${name}`)
    else Object.assign(config, known(number))
  }
  if (preset !== 'claudeCode' && config.claudeCode) {
    delete config.claudeCode
    left.push('autoCompactEnabled')
  }
  return { config, notices: left.length > 0 ? [`No counterpart here for: ${left.join(', ')}.`] : [] }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
