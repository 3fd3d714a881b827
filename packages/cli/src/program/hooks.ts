import type { Command } from 'commander'
import type { HookFlags, InstallFlags } from '../commands/hooks.ts'
import { onWorkspace, type Done } from './done.ts'

export function addHooks(program: Command, done: Done): void {
  const hooks = program
    .command('hooks')
    .description('hooks for Claude Code: cut long outputs as they arrive, add notes at the start')
  const block = ['--block-compaction', 'stop it from compacting by itself; only behind `daypack proxy`'] as const
  onWorkspace(hooks.command('install'), { json: false })
    .description('write the hooks into .claude/settings.json in this folder')
    .option('--user', 'write them into your own settings, for all projects')
    .option('--command <words>', 'the command that starts daypack (default: daypack)')
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
