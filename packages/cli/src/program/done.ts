import { InvalidArgumentError, type Command } from 'commander'
import type { PlaceFlags } from '../config/place.ts'

/** How a command tells its exit code. */
export type Done = (code: number) => void

export type WorkspaceFlags = PlaceFlags & { config?: string; json?: boolean }

/** The options of every command that works on a workspace. */
export function onWorkspace(command: Command, { json = true } = {}): Command {
  onTenant(command.option('--dir <folder>', 'the workspace (default: .daypack)')).option(
    '--config <file>',
    'a settings file to use (and trust) instead of daypack.json',
  )
  return json ? command.option('--json', 'print the answer as JSON') : command
}

/** A workspace in PostgreSQL instead of a folder. */
export function onTenant(command: Command): Command {
  return command
    .option('--url <address>', 'a PostgreSQL that holds the workspace (default: DAYPACK_PG_URL)')
    .option('--tenant <name>', 'whose workspace in it')
}

export function positive(text: string): number {
  const value = Number(text.replaceAll(/[_,]/g, '').replace(/k$/i, '000'))
  if (!Number.isInteger(value) || value <= 0)
    throw new InvalidArgumentError('write a whole number such as 64000 or 64k.')
  return value
}

export function port(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value
  throw new InvalidArgumentError('write a number up to 65535.')
}
