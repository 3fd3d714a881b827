import type { Command } from 'commander'
import type { Config } from '../config/schema.ts'
import { onWorkspace, positive, type Done } from './done.ts'

type Flags = Pick<Config, 'model' | 'window' | 'preset' | 'dir'> & { config?: string; script?: string }

export function addAcp(program: Command, done: Done, version: string): void {
  onWorkspace(program.command('acp'), { json: false })
    .description('run the chat inside an editor that speaks the Agent Client Protocol')
    .option('--model <provider:name>', 'for example anthropic:claude-sonnet-5-5, or "scripted"')
    .option('--window <tokens>', 'the context window', positive)
    .option('--preset <name>', 'the preset: which system to work like')
    .option('--script <file>', "the scripted model's replies: a JSON list, or a module")
    .action(async ({ config, script, ...flags }: Flags) => {
      const { acpCommand } = await import('../commands/acp.ts')
      const files = { ...(config !== undefined && { config }), ...(script !== undefined && { script }) }
      done(await acpCommand({ flags, ...files }, version))
    })
}
