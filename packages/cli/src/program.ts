import { Command, CommanderError } from 'commander'
import { reasonOf } from 'daypack'
import { addAcp } from './program/acp.ts'
import { addCarry } from './program/carry.ts'
import { addChat } from './program/chat.ts'
import { addInspect } from './program/inspect.ts'
import { addHooks } from './program/hooks.ts'
import { addMcp } from './program/mcp.ts'
import { addMemory } from './program/memory.ts'
import { outsideCommand, runOutside } from './program/outside.ts'
import { addPostgres } from './program/postgres.ts'
import { addProxy } from './program/proxy.ts'
import { addReplay } from './program/replay.ts'
import { addSessions } from './program/sessions.ts'

const DONE = 0
const FAILED = 1
const WRONG_USE = 2

/** All commands. Each loads its own code when it is called. */
export async function run(args: readonly string[], version: string): Promise<number> {
  let code = DONE
  const done = (value: number) => void (code = value)
  const program = new Command('daypack')
    .description('Context and memory for agents: chat with, inspect, explain and replay sessions.')
    .version(version, '-v, --version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 wrong usage.')
  addReplay(program, done, args.length === 0)
  addChat(program, done)
  addSessions(program, done, version)
  addInspect(program, done, version)
  addMemory(program, done)
  addProxy(program, done)
  addCarry(program, done)
  addMcp(program, done, version)
  addAcp(program, done, version)
  addHooks(program, done)
  addPostgres(program, done)
  addRest(program, done)
  try {
    const outside = isOwn(program, args[0]) ? undefined : outsideCommand(args[0] ?? '')
    if (outside !== undefined) return await runOutside(outside, args.slice(1))
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USE
    console.error(`daypack: ${reasonOf(error)}`)
    return isWrongUse((error as { code?: unknown }).code) ? WRONG_USE : FAILED
  }
}

/** Our own commands come first: nobody takes their place. */
function isOwn(program: Command, name: string | undefined): boolean {
  return program.commands.some((command) => command.name() === name || command.aliases().includes(name ?? ''))
}

function isWrongUse(code: unknown): boolean {
  return code === 'bad-config' || code === 'unsafe-path'
}

function addRest(program: Command, done: (code: number) => void): void {
  program
    .command('init')
    .description('write daypack.json: asks you, or takes the defaults or a QwenPaw agent.json')
    .option('--yes', 'use the defaults, ask nothing')
    .option('--from <agent.json>', 'take the settings from a QwenPaw agent.json')
    .option('--user', 'write your own settings, for all projects')
    .option('--force', 'replace an existing file')
    .action(async (options: { yes?: boolean; from?: string; user?: boolean; force?: boolean }) => {
      const { initCommand } = await import('./commands/init.ts')
      done(await initCommand(options))
    })
  program
    .command('models [name]')
    .description('what is known of models: window, longest answer, prices, end of life')
    .option('--config <file>', 'settings, with your own models')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, options: { config?: string; json?: boolean }) => {
      const { modelsCommand } = await import('./commands/models.ts')
      done(modelsCommand(name, options))
    })
  program
    .command('completion <shell>')
    .description('print a completion script for bash, zsh or fish')
    .action(async (shell: string) => {
      const { completionScript } = await import('./commands/completion.ts')
      const script = completionScript(shell, program)
      if (script === undefined) {
        console.error(`daypack: no completion for "${shell}"; choose bash, zsh or fish.`)
        return done(WRONG_USE)
      }
      process.stdout.write(script)
    })
}
