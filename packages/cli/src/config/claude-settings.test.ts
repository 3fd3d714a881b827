import { expect, test } from 'vitest'
import { fromClaudeSettings } from './seed-folders.ts'

test('settings of Claude Code: each is taken over or named', () => {
  const settings = {
    $schema: 's',
    cleanupPeriodDays: 3,
    autoCompactEnabled: false,
    env: { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '80', BASH_DEFAULT_TIMEOUT_MS: '1500', OTHER: '1' },
    hooks: {},
  }
  expect([
    fromClaudeSettings(settings, 'claudeCode'),
    fromClaudeSettings(settings, 'daypack'),
    fromClaudeSettings(
      {
        cleanupPeriodDays: 'x',
        autoCompactEnabled: true,
        env: { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '900', BASH_DEFAULT_TIMEOUT_MS: '0' },
      },
      'claudeCode',
    ),
    fromClaudeSettings({ env: { BASH_DEFAULT_TIMEOUT_MS: '10' } }, 'claudeCode'),
    fromClaudeSettings('x', 'claudeCode'),
  ]).toEqual([
    {
      config: { retentionDays: 3, claudeCode: { compactAt: 0.8 }, chat: { shellTimeoutSeconds: 2 } },
      notices: ['No counterpart here for: hooks, env.OTHER.'],
    },
    {
      config: { retentionDays: 3, chat: { shellTimeoutSeconds: 2 } },
      notices: ['No counterpart here for: hooks, autoCompactEnabled, env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, env.OTHER.'],
    },
    {
      config: { claudeCode: { compactAt: 1 } },
      notices: ['No counterpart here for: cleanupPeriodDays, env.BASH_DEFAULT_TIMEOUT_MS.'],
    },
    { config: { chat: { shellTimeoutSeconds: 1 } }, notices: [] },
    { config: {}, notices: [] },
  ])
})
