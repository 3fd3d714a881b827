import { Command, CommanderError } from 'commander'
import { reasonOf } from 'daypack'
import { addCommands } from './program/add-commands.ts'

const FAILED = 1
const WRONG_USE = 2

export async function run(args: readonly string[], version: string): Promise<number> {
  let code = 0
  const program = new Command('daypack')
    .description('Context and memory for agents: chat with, inspect, explain and replay sessions.')
    .version(version, '-v, --version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 wrong usage.')
  addCommands(program, { version, isBare: args.length === 0, done: (value) => void (code = value) })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE
    console.error(`daypack: ${reasonOf(error)}`)
    return isWrongUse((error as { code?: unknown }).code) ? WRONG_USE : FAILED
  }
}

function isWrongUse(code: unknown): boolean {
  return code === 'bad-config' || code === 'unsafe-path'
}
