import type { Command } from 'commander'
import type { InspectFlags } from '../commands/inspect.ts'
import { onTenant, positive, type Done } from './done.ts'

export function addInspect(program: Command, done: Done, version: string): void {
  onTenant(program.command('inspect'))
    .argument('[where]', 'a workspace, or the address of a running proxy (default: .daypack)')
    .description('see what the model sees, in your browser: timeline, requests, epochs, cost, memory')
    .option('--port <port>', 'the port to listen on (default: any free one)', positive)
    .option('--window <tokens>', 'the context window to draw and to replay in', positive)
    .option('--allow-edit', 'undo and redo epochs and forget notes from the page')
    .option('--token <token>', "the proxy's token, if it has one")
    .option('--config <file>', 'a settings file to use (and trust) instead of daypack.json')
    .addHelpText('after', '\nExample: daypack tour --dir demo && daypack inspect demo --window 64k')
    .action(async (where: string | undefined, flags: InspectFlags) => {
      const { inspectCommand } = await import('../commands/inspect.ts')
      done(await inspectCommand(where, flags, version))
    })
}
