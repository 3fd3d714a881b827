import { existsSync } from 'node:fs'
import path from 'node:path'
import { createDaypack, DaypackError, type Daypack, type Session } from 'daypack'
import type { MemoryEvent } from 'daypack/memory'
import { loadConfig } from '../config/load.ts'
import { packOptions, workspaceOf } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'
import { cleanJson } from '../show/clean.ts'

/** What every command on a workspace takes. */
export type WorkspaceOptions = {
  readonly dir?: string
  readonly config?: string
  readonly json?: boolean
}

export type PackUse = {
  /** A workspace that is not there yet is made. */
  readonly make?: boolean
  readonly onMemory?: (event: MemoryEvent) => void
}

/** Open the workspace of the settings, work, close. */
export async function withPack<T>(
  options: WorkspaceOptions,
  work: (pack: Daypack, by: { dir: string; config: Config }) => Promise<T>,
  { make = false, onMemory }: PackUse = {},
): Promise<T> {
  const cwd = process.cwd()
  const { config, notices } = settingsFor(options)
  for (const notice of notices) console.error(notice)
  const dir = workspaceOf(config, cwd)
  if (!make && !isWorkspace(dir))
    throw new DaypackError(
      'not-found',
      `There is no workspace at ${dir}. Name another with --dir, or start one: daypack chat --model scripted`,
    )
  const given = packOptions(config, cwd, process.env)
  const memory = given.memory && {
    ...given.memory,
    watch: false,
    schedule: false,
    ...(onMemory && { onEvent: onMemory }),
  }
  const pack = await createDaypack({ ...given, memory: memory ?? false })
  try {
    return await work(pack, { dir, config })
  } finally {
    await pack.close()
  }
}

export function settingsFor({ dir, config }: WorkspaceOptions) {
  return loadConfig({
    cwd: process.cwd(),
    env: process.env,
    ...(dir !== undefined && { flags: { dir } }),
    ...(config !== undefined && { file: config }),
  })
}

export function isWorkspace(dir: string): boolean {
  return existsSync(path.join(dir, 'log'))
}

/** A session that is there; a wrong name is not the beginning of a new one. */
export async function existing(pack: Daypack, id: string): Promise<Session> {
  const known = await pack.sessions()
  if (known.includes(id)) return pack.session(id)
  throw new DaypackError(
    'not-found',
    known.length === 0
      ? 'There are no sessions here yet.'
      : `There is no session ${id}; \`daypack sessions\` lists them. The newest: ${known.slice(-5).join(', ')}`,
  )
}

/** As JSON, or line by line. */
export function print(options: { readonly json?: boolean }, value: unknown, lines: () => readonly string[]): void {
  if (options.json) console.log(cleanJson(value))
  else for (const line of lines()) console.log(line)
}
