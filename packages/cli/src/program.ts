import { Command, CommanderError, InvalidArgumentError } from 'commander'

const DONE = 0
const FAILED = 1
const WRONG_USE = 2

type ChatFlags = {
  model?: string
  window?: number
  preset?: string
  dir?: string
  config?: string
  continue?: boolean
  resume?: string
  script?: string
  allowShell?: boolean
}

/** All commands. Each loads its own code when it is called. */
export async function run(args: readonly string[], version: string): Promise<number> {
  let code = DONE
  const program = new Command('daypack')
    .description('Context and memory for agents: look into, explain and replay sessions.')
    .version(version, '-v, --version')
    .exitOverride()
    .addHelpText('after', '\nExit codes: 0 done, 1 something failed, 2 wrong use.')
  program
    .command('tour', { isDefault: args.length === 0 })
    .description('a long real session through the engine, no key needed')
    .option('--dir <folder>', 'where the replayed session is kept', './daypack-demo')
    .action(async (options: { dir: string }) => {
      const { tour } = await import('./commands/tour.ts')
      code = await tour(options.dir)
    })
  program
    .command('replay <transcript>')
    .description(
      'send a recorded session through the engine: Claude Code, pi, OpenAI, Anthropic, SWE-agent, OpenHands …',
    )
    .option('--preset <names>', 'presets to compare, with commas between, or "all"')
    .option('--window <tokens>', 'the context window', positive, 200_000)
    .option('--dir <folder>', 'keep the replayed session here')
    .option('--svg <file>', 'draw the tokens of every request')
    .option('--json', 'figures as JSON')
    .action(
      async (
        file: string,
        options: { preset?: string; window: number; dir?: string; svg?: string; json?: boolean },
      ) => {
        const { replayCommand } = await import('./commands/replay.ts')
        code = await replayCommand(file, options)
      },
    )
  program
    .command('chat')
    .description('talk to a model that works on the files of this folder; --model scripted needs no key')
    .option('--model <provider:name>', 'such as anthropic:claude-sonnet-5-5, or "scripted"')
    .option('--window <tokens>', 'the context window', positive)
    .option('--preset <name>', 'which system to work like')
    .option('--dir <folder>', 'the workspace (default: .daypack)')
    .option('--config <file>', 'settings, instead of daypack.json; trusted')
    .option('-c, --continue', 'go on with the session used last')
    .option('-r, --resume <session>', 'go on with this session')
    .option('--script <file>', 'replies of the scripted model: a JSON list, or a module')
    .option('--allow-shell', 'run shell commands without asking')
    .action(async (options: ChatFlags) => {
      const { chatCommand } = await import('./chat/chat.ts')
      const { config, resume, script, allowShell = false, continue: goOn = false, ...flags } = options
      code = await chatCommand({
        flags: flags as never,
        allowShell,
        continue: goOn,
        ...(config !== undefined && { config }),
        ...(resume !== undefined && { resume }),
        ...(script !== undefined && { script }),
      })
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USE
    console.error(`daypack: ${error instanceof Error ? error.message : String(error)}`)
    return FAILED
  }
}

function positive(text: string): number {
  const value = Number(text.replaceAll(/[_,]/g, '').replace(/k$/i, '000'))
  if (!Number.isInteger(value) || value <= 0) throw new InvalidArgumentError('a number of tokens such as 64000 or 64k.')
  return value
}
