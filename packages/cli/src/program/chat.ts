import type { Command } from 'commander'
import type { Config } from '../config/schema.ts'
import { positive, type Done } from './done.ts'

type Flags = Pick<Config, 'model' | 'window' | 'preset' | 'dir'> & {
  config?: string
  continue?: boolean
  resume?: string
  script?: string
  allowShell?: boolean
  print?: string
}

export function addChat(program: Command, done: Done): void {
  program
    .command('chat')
    .description('chat with a model that works on the files in this folder; --model scripted needs no key')
    .option('--model <provider:name>', 'for example anthropic:claude-sonnet-5-5, or "scripted"')
    .option('--window <tokens>', 'the context window', positive)
    .option('--preset <name>', 'the preset: which system to work like')
    .option('--dir <folder>', 'the workspace (default: .daypack)')
    .option('--config <file>', 'a settings file to use (and trust) instead of daypack.json')
    .option('-c, --continue', 'continue the most recent session')
    .option('-r, --resume <session>', 'continue this session')
    .option('--script <file>', "the scripted model's replies: a JSON list, or a module")
    .option('-p, --print <text>', 'one turn: print the answer and end; 1 when it failed')
    .option('--allow-shell', 'run shell commands without asking')
    .addHelpText(
      'after',
      '\nIn the chat, /help lists the commands. Without a terminal, every line of input is one turn.',
    )
    .action(async ({ config, resume, script, print, allowShell = false, continue: goOn = false, ...flags }: Flags) => {
      const { chatCommand } = await import('../commands/chat.ts')
      done(
        await chatCommand({
          flags,
          allowShell,
          continue: goOn,
          ...(config !== undefined && { config }),
          ...(resume !== undefined && { resume }),
          ...(script !== undefined && { script }),
          ...(print !== undefined && { prompt: print }),
        }),
      )
    })
}
