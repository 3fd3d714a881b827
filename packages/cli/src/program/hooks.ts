import type { Command } from 'commander'
import type { HookFlags, InstallFlags } from '../commands/hooks.ts'
import { onWorkspace, type Done } from './done.ts'

export function addHooks(program: Command, done: Done): void {
  const hooks = program
    .command('hooks')
    .description('hooks for Claude Code: long outputs cut as they come, notes at the start')
  const block = ['--block-compaction', 'never let it compact by itself: only behind `daypack proxy`'] as const
  onWorkspace(hooks.command('install'), { json: false })
    .description('write them into .claude/settings.json of this folder')
    .option('--user', 'into your own settings, for all projects')
    .option('--command <words>', 'how to start daypack (default: daypack)')
    .option(...block)
    .action(async (options: InstallFlags) => {
      const { installCommand } = await import('../commands/hooks.ts')
      done(installCommand(options))
    })
  onWorkspace(hooks.command('run'), { json: false })
    .description('answer one event from standard input')
    .option(...block)
    .action(async (options: HookFlags) => {
      const { runHook } = await import('../commands/hooks.ts')
      done(await runHook(options))
    })
}
