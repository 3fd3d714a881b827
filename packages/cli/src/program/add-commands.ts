import { InvalidArgumentError, Option, type Command } from 'commander'
import { DaypackError } from 'daypack'
import table from './commands.json' with { type: 'json' }

type Given = readonly [flags: string, about: string, parse?: string, value?: string | number]
type Entry = {
  readonly name: string
  readonly about: string
  readonly isDefault?: boolean
  readonly arguments?: readonly (readonly [name: string, about: string])[]
  /** An option, or the name of a group of them. */
  readonly options?: readonly (string | Given)[]
  readonly required?: readonly Given[]
  /** Shown below the options. */
  readonly help?: string
  /** `module.function`, called with the arguments and the options. Absent: a group of commands. */
  readonly run?: string
  /** What the function gets behind the options. */
  readonly needs?: 'version' | 'program'
}
type Run = (...given: unknown[]) => number | Promise<number>

const { groups, commands } = table as unknown as {
  readonly groups: Readonly<Record<string, readonly Given[]>>
  readonly commands: readonly Entry[]
}

/** Loaded when a command is called, and not before. */
const MODULES = {
  acp: () => import('../commands/acp.ts'),
  carry: () => import('../commands/carry.ts'),
  chat: () => import('../commands/chat.ts'),
  doctor: () => import('../commands/doctor.ts'),
  exam: () => import('../commands/exam.ts'),
  hooks: () => import('../commands/hooks.ts'),
  inspect: () => import('../commands/inspect.ts'),
  mcp: () => import('../commands/mcp.ts'),
  memory: () => import('../commands/memory.ts'),
  memoryTransfer: () => import('../memory/transfer.ts'),
  migrate: () => import('../commands/migrate.ts'),
  models: () => import('../commands/models.ts'),
  postgres: () => import('../commands/postgres.ts'),
  proxy: () => import('../commands/proxy.ts'),
  replay: () => import('../commands/replay.ts'),
  sessions: () => import('../commands/sessions.ts'),
  tour: () => import('../commands/tour.ts'),
  transfer: () => import('../commands/transfer.ts'),
}

/** Adds every command of `commands.json`; `isBare`: nothing was typed, so the default one runs. */
export function addCommands(program: Command, by: { version: string; isBare: boolean; done: (code: number) => void }) {
  const parents = new Map<string, Command>()
  for (const entry of commands) {
    const [first = '', ...rest] = entry.name.split(' ')
    const parent = parents.get(first)
    const command = (parent ?? program).command(parent ? rest.join(' ') : entry.name, {
      isDefault: entry.isDefault === true && by.isBare,
    })
    command.description(entry.about)
    if (entry.run === undefined) parents.set(first, command)
    for (const [name, about] of entry.arguments ?? []) command.argument(name, about)
    for (const given of entry.required ?? []) command.addOption(optionOf(given).makeOptionMandatory())
    for (const given of entry.options ?? [])
      for (const each of typeof given === 'string' ? (groups[given] ?? []) : [given]) command.addOption(optionOf(each))
    if (entry.help !== undefined) command.addHelpText('after', `\n${entry.help}`)
    const { run, needs } = entry
    if (run === undefined) continue
    command.action(async (...given: unknown[]) => {
      if (given.some((word) => typeof word === 'string' && word.trim() === ''))
        throw new DaypackError('bad-config', 'An argument is empty.')
      const behind = needs === 'version' ? [by.version] : needs === 'program' ? [program] : []
      by.done(await (await functionOf(run))(...given.slice(0, -1), ...behind))
    })
  }
}

export async function functionOf(run: string): Promise<Run> {
  const [module = '', name = ''] = run.split('.')
  const loaded: object = await MODULES[module as keyof typeof MODULES]()
  return (loaded as Readonly<Record<string, Run>>)[name] as Run
}

function optionOf([flags, about, parse = 'text', value]: Given): Option {
  const option = new Option(flags, about)
  const parser = PARSERS[parse]
  if (parser) option.argParser(parser)
  return value === undefined ? option : option.default(value)
}

const PARSERS: Readonly<Record<string, (text: string, before: unknown) => unknown>> = {
  positive,
  port,
  number: Number,
  more: (text, before) => [...((before as string[] | undefined) ?? []), text],
}

function positive(text: string): number {
  const value = Number(text.replaceAll(/[_,]/g, '').replace(/k$/i, '000'))
  if (!Number.isInteger(value) || value <= 0)
    throw new InvalidArgumentError('write a whole number such as 64000 or 64k.')
  return value
}

function port(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value
  throw new InvalidArgumentError('write a number up to 65535.')
}
