import { DaypackError, reasonOf, type Daypack, type Session } from 'daypack'
import type { MemoryEvent } from 'daypack/memory'
import { loadConfig } from '../config/load.ts'
import { packOptions, placeOf } from '../config/pack-options.ts'
import { isAddress, placeFrom, shownPlace, type PlaceFlags } from '../config/place.ts'
import type { Config } from '../config/schema.ts'
import { cleanJson } from '../show/clean.ts'
import { nameWith } from '../show/words.ts'
import { isWorkspace, openPack } from '../workspace.ts'

export type WorkspaceOptions = PlaceFlags & {
  readonly config?: string
  readonly json?: boolean
}

export type PackUse = {
  /** A workspace that is not there yet is made. */
  readonly make?: boolean
  readonly onMemory?: (event: MemoryEvent) => void
  /** It serves for long: notes that others change are read again. */
  readonly serves?: boolean
  /** Nothing old is looked for: it is called often, and ends at once. */
  readonly isBrief?: boolean
  /** Where notices about the settings go. Default: beside the output. */
  readonly tell?: (notice: string) => void
}

export async function withPack<T>(
  flags: WorkspaceOptions,
  work: (pack: Daypack, by: { config: Config }) => Promise<T>,
  { make = false, onMemory, serves = false, isBrief = false, tell = console.error }: PackUse = {},
): Promise<T> {
  const cwd = process.cwd()
  const { config, notices } = settingsFor(flags)
  for (const notice of notices) tell(notice)
  const place = placeOf(config, cwd)
  if (!make && !isAddress(place) && !isWorkspace(place))
    throw new DaypackError(
      'not-found',
      `There is no workspace at ${place}. Name another with --dir, or start one: daypack chat --model scripted`,
    )
  const given = packOptions(config, cwd, process.env)
  const memory = given.memory && {
    ...given.memory,
    schedule: false,
    tuning: { ...given.memory.tuning, ...(!serves && { watch: false }), ...(onMemory && { onEvent: onMemory }) },
  }
  const options = { ...given, memory: memory ?? false, ...(isBrief && { retention: false as const }) }
  const pack = await openPack(place, options, { make })
  try {
    return await work(pack, { config })
  } finally {
    await pack.close()
  }
}

export function settingsFor({ config, ...flags }: WorkspaceOptions, more: Config = {}) {
  const dir = placeFrom(flags, process.env)
  return loadConfig({
    cwd: process.cwd(),
    env: process.env,
    flags: { ...(dir !== undefined && { dir }), ...more },
    ...(config !== undefined && { file: config }),
  })
}

export function shownWorkspace(config: Config): string {
  return shownPlace(placeOf(config, process.cwd()))
}

/** A session that is there, by its name or how that begins; a wrong name is not the beginning of a new one. */
export async function existingSession(pack: Daypack, id: string): Promise<Session> {
  const known = await pack.sessions()
  const name = known.includes(id) ? id : nameWith(id, known)
  if (name !== undefined) return pack.session(name)
  throw new DaypackError(
    'not-found',
    known.length === 0
      ? 'There are no sessions here yet.'
      : `There is no session ${id}; \`daypack sessions\` lists them. The newest: ${known.slice(-5).join(', ')}`,
  )
}

/** What is wrong with the endpoint that makes vectors, where one is set. */
export async function embeddingProblem(config: Config): Promise<string | undefined> {
  const { memory } = packOptions(config, process.cwd(), process.env)
  const embed = memory ? memory.embed : undefined
  if (!embed) return undefined
  try {
    const [vector] = await embed.embed(['test'], AbortSignal.timeout(5_000))
    if (vector?.length === embed.dimensions) return undefined
    return `The embedding endpoint answers with ${vector?.length ?? 0} dimensions, not ${embed.dimensions}: set EMBEDDING_DIMENSIONS. Search goes by words alone.`
  } catch (error) {
    return `The embedding endpoint does not answer: ${reasonOf(error)} Search goes by words alone.`
  }
}

/** Prints the answer of a command, as JSON or in lines; the exit code it has unless it says otherwise is 0. */
export function print(options: { readonly json?: boolean }, value: unknown, lines: () => readonly string[]): 0 {
  if (options.json) console.log(cleanJson(value))
  else for (const line of lines()) console.log(line)
  return 0
}
