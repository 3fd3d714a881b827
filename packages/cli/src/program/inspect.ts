import type { Command } from 'commander'
import type { InspectFlags } from '../commands/inspect.ts'
import { positive, type Done } from './done.ts'

export function addInspect(program: Command, done: Done, version: string): void {
  program
    .command('inspect')
    .argument('[where]', 'a workspace, or the address of a proxy that runs (default: .daypack)')
    .description('see what the model sees: a page on this machine for timeline, requests, epochs, cost and memory')
    .option('--port <port>', 'where it listens (default: any free one)', positive)
    .option('--window <tokens>', 'the context window to draw and to replay in', positive)
    .option('--allow-edit', 'undo and redo epochs and forget notes from the page')
    .option('--token <token>', 'of the proxy, where it asks for one')
    .option('--config <file>', 'settings, instead of daypack.json; trusted')
    .addHelpText('after', '\nExample: daypack tour --dir demo && daypack inspect demo --window 64k')
    .action(async (where: string | undefined, flags: InspectFlags) => {
      const { inspectCommand } = await import('../commands/inspect.ts')
      done(await inspectCommand(where, flags, version))
    })
}
