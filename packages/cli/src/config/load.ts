import { homedir } from 'node:os'
import path from 'node:path'
import { DaypackError } from 'daypack'
import { checkConfig, type Config } from './schema.ts'
import { isFields, readConfig } from './fields.ts'
import { COPAW_NAMES, fromEnvironment, type Environment } from './environment.ts'
import { DEFAULT_DIR, presetName } from './pack-options.ts'
import { fromAgentJson, isAgentJson } from './qwenpaw.ts'
import { seedLayers } from './seed-folders.ts'
import { checkPlace, checkProject } from './trust.ts'

export const CONFIG_NAME = 'daypack.json'

export type LoadOptions = {
  readonly cwd: string
  readonly env: Environment
  /** What was given on the command line: wins over everything. */
  readonly flags?: Config
  /** `--config`: read instead of the project's file, and trusted, since the user named it. */
  readonly file?: string
}

export type Loaded = {
  readonly config: Config
  readonly sources: readonly string[]
  readonly notices: readonly string[]
}

/** Flags over environment over the project's file over the user's own over defaults. */
export function loadConfig({ cwd, env, flags = {}, file }: LoadOptions): Loaded {
  const layers: { name: string; config: Config }[] = []
  const told: string[] = []
  const mine = userConfigPath(env)
  const own = readConfig(mine)
  if (own) layers.push({ name: mine, config: checkConfig(own, mine) })
  const project = path.join(cwd, CONFIG_NAME)
  if (file !== undefined) {
    const given = readConfig(path.resolve(cwd, file))
    if (!given) throw new DaypackError('bad-config', `There is no settings file ${file}.`)
    const { config: own, notices: said } = isAgentJson(given)
      ? fromAgentJson(given, file)
      : { config: checkConfig(given, file), notices: [] }
    told.push(...said)
    layers.push({ name: file, config: own })
  } else if (project !== mine) {
    const found = readConfig(project)
    if (found) layers.push({ name: project, config: checkProject(checkConfig(found, project), project, cwd) })
  }
  const fromEnv = fromEnvironment(env)
  if (Object.keys(fromEnv).length > 0)
    layers.push({ name: 'the environment', config: checkConfig(fromEnv, 'The environment') })
  if (Object.keys(flags).length > 0)
    layers.push({ name: 'the command line', config: checkConfig(flags, 'The command') })
  const chosen = layers.reduce<Config>((all, layer) => merge(all, layer.config), {})
  const below = seedLayers(chosen, { env, cwd, told })
  const config = [...below, ...layers].reduce<Config>((all, layer) => merge(all, layer.config), {})
  checkSearch(config)
  const placed = layers.findLast((layer) => layer.config.dir !== undefined)?.name
  if (placed === undefined || placed === project) checkPlace(cwd, config.dir ?? DEFAULT_DIR)
  return {
    config,
    sources: [...below, ...layers].map((layer) => layer.name),
    notices: [...told, ...unusedNotices(config, env)],
  }
}

function checkSearch({ memory }: Config): void {
  if (memory?.enabled === false || memory?.keyword !== false || memory.embedding) return
  throw new DaypackError(
    'bad-config',
    'Search by words is off (FTS_ENABLED, memory.keyword) and no embedding endpoint is set: nothing could be found. Set FTS_ENABLED=true, or EMBEDDING_BASE_URL and EMBEDDING_MODEL_NAME.',
  )
}

function unusedNotices(config: Config, env: Environment): string[] {
  const name = presetName(config)
  if (name === 'copaw') return []
  const set = COPAW_NAMES.filter((each) => env[each])
  return set.length > 0 ? [`${set.join(', ')}: a setting of the preset copaw; ${name} ignores it.`] : []
}

export function userConfigPath(env: Environment): string {
  const base = env['XDG_CONFIG_HOME'] || path.join(env['HOME'] || homedir(), '.config')
  return path.join(base, 'daypack', CONFIG_NAME)
}

function merge(below: Config, above: Config): Config {
  const result: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const old = result[key]
    result[key] = isFields(old) && isFields(value) ? merge(old, value as Config) : value
  }
  return result
}
