import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { PresetName } from 'daypack/presets'
import type { Environment } from './environment.ts'
import { fieldsOf, isFields, readJson, readConfig } from './fields.ts'
import { DEFAULT_DIR, hasNotes, presetName } from './pack-options.ts'
import { fromProviders, workingDirs } from './providers.ts'
import { fromAgentJson, isAgentJson } from './qwenpaw.ts'
import type { Config } from './schema.ts'

type Layer = { readonly name: string; readonly config: Config }
type Where = { readonly env: Environment; readonly cwd: string; /** What the user is told. */ readonly told: string[] }

/** Settings found in the folders of CoPaw, QwenPaw and Claude Code; weaker than anything set here. */
export function seedLayers(config: Config, where: Where): Layer[] {
  const found = isChosen(config) ? undefined : seedPreset(where.cwd)
  if (found) where.told.push(`${found.file} makes this a folder of ${found.system}: preset ${found.preset}.`)
  const name = found?.preset ?? presetName(config)
  return [
    ...(found ? [{ name: found.file, config: { preset: found.preset, ...notesIn(found.preset, where.cwd) } }] : []),
    ...(name === 'qwenpaw' || name === 'copaw' ? pawLayers(name, config, where) : []),
    ...claudeLayers(name, where),
  ]
}

/** Their notes lie in the working folder itself, from the first one on; those of a workspace begun before stay where they are. */
function notesIn(preset: PresetName, cwd: string): Config {
  const isPaw = preset === 'copaw' || preset === 'qwenpaw'
  return isPaw && !hasNotes(path.join(cwd, DEFAULT_DIR)) ? { memory: { dir: cwd } } : {}
}

function isChosen(config: Config): boolean {
  const names = ['preset', 'keep', 'daypack', 'copaw', 'qwenpaw', 'miniClaude', 'claudeCode'] as const
  return names.some((name) => config[name] !== undefined)
}

/** A folder with `.claude/` is a project like any other: its preset is a matter of taste, and the default reads its instructions too. */
function seedPreset(cwd: string): { preset: PresetName; system: string; file: string } | undefined {
  const at = (name: string) => path.join(cwd, name)
  if (isAgentJson(readJson(at('agent.json')))) return { preset: 'qwenpaw', system: 'QwenPaw', file: at('agent.json') }
  if (agentsIn(at('config.json'))) return { preset: 'copaw', system: 'CoPaw', file: at('config.json') }
  return existsSync(at('.mini-claude'))
    ? { preset: 'miniClaude', system: 'mini-claude', file: at('.mini-claude') }
    : undefined
}

function pawLayers(name: 'qwenpaw' | 'copaw', config: Config, { env, cwd, told }: Where): Layer[] {
  const layers: Layer[] = []
  const providers = config.model === undefined && config.provider === undefined ? fromProviders(env) : undefined
  if (providers) layers.push({ name: providers.file, config: providers.config })
  const settings = [cwd, ...workingDirs(env)].map((folder) => path.join(folder, 'config.json')).find(agentsIn)
  if (settings !== undefined) layers.push({ name: settings, config: fromConfigJson(settings, told) })
  const agent = name === 'qwenpaw' ? agentJson(env, cwd) : undefined
  if (agent) {
    const { config: own, notices } = fromAgentJson(agent.value, agent.file)
    told.push(...notices.map((notice) => `${agent.file}: ${notice}`))
    layers.push({ name: agent.file, config: agent.isOurs ? own : withoutEndpoint(own, agent.file, told) })
  }
  return layers
}

/** `agents` of the config.json CoPaw and QwenPaw keep in their working folder; another program's file of that name has none. */
function agentsIn(file: string): Record<string, unknown> | undefined {
  const { agents } = fieldsOf(readJson(file))
  return isFields(agents) ? agents : undefined
}

function fromConfigJson(file: string, told: string[]): Config {
  const top = Object.keys(fieldsOf(readJson(file))).filter((name) => name !== 'agents')
  const { language, ...rest } = agentsIn(file) ?? {}
  const left = [...top, ...Object.keys(rest).map((name) => `agents.${name}`)]
  if (left.length > 0) told.push(`${file}: No counterpart here for: ${left.join(', ')}.`)
  return language === undefined ? {} : { language: language === 'zh' ? 'zh' : 'en' }
}

function agentJson(env: Environment, cwd: string): { file: string; value: unknown; isOurs: boolean } | undefined {
  const home = env['QWENPAW_WORKING_DIR'] || path.join(env['HOME'] || homedir(), '.qwenpaw')
  const workspaces = path.join(home, 'workspaces')
  const isOurs = path.dirname(cwd) === workspaces
  const usual = path.join(workspaces, env['QWENPAW_AGENT_ID'] || 'default', 'agent.json')
  for (const file of [path.join(cwd, 'agent.json'), usual]) {
    const value = readConfig(file)
    if (isAgentJson(value)) return { file, value, isOurs: isOurs || file === usual }
  }
  return undefined
}

/** A file that comes with a project does not say where requests go. */
function withoutEndpoint({ memory, ...rest }: Config, file: string, told: string[]): Config {
  if (memory?.embedding === undefined) return { ...rest, ...(memory && { memory }) }
  told.push(`${file}: embedding_config is not taken from a project; set EMBEDDING_BASE_URL and EMBEDDING_MODEL_NAME.`)
  const { embedding: _, ...own } = memory
  return { ...rest, memory: own }
}

/** The settings of a project's `.claude/` count in every preset, those of the home folder only in Claude Code's own. */
function claudeLayers(name: PresetName, { env, cwd, told }: Where): Layer[] {
  const home = path.join(env['CLAUDE_CONFIG_DIR'] || path.join(env['HOME'] || homedir(), '.claude'), 'settings.json')
  const project = ['settings.json', 'settings.local.json'].map((file) => path.join(cwd, '.claude', file))
  const isClaude = name === 'claudeCode' || name === 'miniClaude'
  return [...new Set(isClaude ? [home, ...project] : project)].flatMap((file) => {
    const value = readJson(file)
    if (value === undefined) {
      if (existsSync(file)) told.push(`${file} is not valid JSON and was passed over.`)
      return []
    }
    const { config, notices } = fromClaudeSettings(value, name)
    told.push(...notices.map((notice) => `${file}: ${notice}`))
    return Object.keys(config).length > 0 ? [{ name: file, config }] : []
  })
}

const ENVIRONMENT: Readonly<Record<string, (value: number) => Config>> = {
  CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: (percent) => ({ claudeCode: { compactAt: Math.min(1, percent / 100) } }),
  BASH_DEFAULT_TIMEOUT_MS: (ms) => ({ chat: { shellTimeoutSeconds: Math.max(1, Math.round(ms / 1_000)) } }),
}

/** Settings with no counterpart in this preset are named in the notices. */
export function fromClaudeSettings(value: unknown, preset: PresetName): { config: Config; notices: string[] } {
  const { cleanupPeriodDays, autoCompactEnabled, env, ...rest } = fieldsOf(value)
  const left = Object.keys(rest).filter((name) => name !== '$schema')
  const config: Config = {}
  const take = (name: string, taken: Config | undefined): void => {
    if (taken && (taken.claudeCode === undefined || preset === 'claudeCode')) Object.assign(config, taken)
    else left.push(name)
  }
  if (cleanupPeriodDays !== undefined)
    take('cleanupPeriodDays', typeof cleanupPeriodDays === 'number' ? { retentionDays: cleanupPeriodDays } : undefined)
  // Off means: only when the next request would not fit.
  if (autoCompactEnabled === false) take('autoCompactEnabled', { claudeCode: { compactAt: 1 } })
  for (const [name, text] of Object.entries(fieldsOf(env)))
    take(`env.${name}`, Number(text) > 0 ? ENVIRONMENT[name]?.(Number(text)) : undefined)
  return { config, notices: left.length > 0 ? [`No counterpart here for: ${left.join(', ')}.`] : [] }
}
