import type { Command } from 'commander'
import type { CarryOptions } from '../commands/carry.ts'
import type { Done } from './done.ts'

type Flags = Omit<CarryOptions, 'args'>

export function addCarry(program: Command, done: Done): void {
  program
    .command('carry')
    .argument('[session]', 'a transcript, or the name of a session (default: the newest of this folder)')
    .argument('[words...]', 'words for the agent, after --')
    .description('go on with a session of one agent in another, behind the proxy')
    .requiredOption('--to <agent>', 'claude, codex, opencode, pi, gemini or qwen')
    .option('--print', 'print what the agent would be told, and start nothing')
    .option('--anthropic-url <url>', 'where Anthropic requests go, as for proxy')
    .option('--openai-url <url>', 'where OpenAI requests go, as for proxy')
    .option('--gemini-url <url>', 'where Gemini requests go, as for proxy')
    .option('--dir <folder>', 'the workspace (default: .daypack)')
    .option('--config <file>', 'a settings file to use (and trust) instead of daypack.json')
    .addHelpText('after', '\nExample: daypack carry --to codex')
    .action(async (session: string | undefined, words: string[], flags: Flags) => {
      const { carryCommand } = await import('../commands/carry.ts')
      // Commander fills both in order, whichever side of -- they stand on.
      const raw = (program as unknown as { rawArgs: readonly string[] }).rawArgs
      const args = raw.includes('--') ? raw.slice(raw.indexOf('--') + 1) : []
      const isNamed = (session === undefined ? 0 : 1) + words.length > args.length
      done(await carryCommand(isNamed ? session : undefined, { ...flags, args }))
    })
}
