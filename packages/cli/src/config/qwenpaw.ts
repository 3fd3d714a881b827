import { DaypackError } from 'daypack'
import { qwenpaw } from 'daypack/presets'
import { fieldsOf, isFields, setAt, type Fields } from './fields.ts'
import { checkConfig, type Config } from './schema.ts'

const MEMORY = 'reme_light_memory_config'
/** The setting for a field of `agents.running`, and how its value is read there. */
const SETTINGS: Readonly<Record<string, readonly [setting: string, read?: (value: unknown) => unknown]>> = {
  max_input_length: ['window'],
  language: ['language', (name) => (name === 'zh' ? 'zh' : 'en')],
  history_max_length: ['chat.historyMaxChars'],
  [`${MEMORY}.summarize_when_compact`]: ['memory.flush'],
  [`${MEMORY}.auto_memory_interval`]: ['memory.everyTurns'],
  // Empty means never there.
  [`${MEMORY}.dream_cron`]: ['memory.schedule', (cron) => cron !== '' && cron],
  [`${MEMORY}.rebuild_memory_index_on_start`]: ['memory.rebuildOnStart'],
  [`${MEMORY}.auto_memory_search_config`]: ['memory.recall', recallFrom],
  'embedding_config.base_url': ['memory.embedding.baseUrl', (url) => url || undefined],
  'embedding_config.model_name': ['memory.embedding.model', (name) => name || undefined],
  'embedding_config.dimensions': ['memory.embedding.dimensions'],
  'embedding_config.max_input_length': ['memory.embedding.maxInputLength'],
  'embedding_config.max_batch_size': ['memory.embedding.maxBatchSize'],
  'embedding_config.enable_cache': ['memory.embedding.cache'],
  'embedding_config.max_cache_size': ['memory.embedding.maxCacheSize'],
}

/** What is said of a field that is no setting here; undefined where its value is what we do anyway. */
const NOTICES: Readonly<Record<string, (value: unknown) => string | false>> = {
  context_manager_backend: (name) =>
    name !== 'light' && `context_manager_backend ${JSON.stringify(name)} is not known; light is used instead.`,
  memory_manager_backend: (name) =>
    name !== 'remelight' &&
    `memory_manager_backend ${JSON.stringify(name)} is not known; Daypack's own memory is used.`,
  [`${MEMORY}.recursive_file_watcher`]: (isOn) =>
    isOn === false && 'recursive_file_watcher false: subfolders of memory/ are always watched here.',
  'embedding_config.api_key': (key) =>
    key ? 'The embedding key was not copied; set EMBEDDING_API_KEY in the environment.' : false,
  'embedding_config.backend': (name) =>
    name !== 'openai' &&
    `embedding_config.backend ${JSON.stringify(name)}: only OpenAI-compatible endpoints are supported.`,
}

export function isAgentJson(value: unknown): boolean {
  return Object.keys(runningOf(fieldsOf(value))).length > 0
}

/** Every field of a QwenPaw agent.json either maps to a setting or is named in the notices. */
export function fromAgentJson(value: unknown, where: string): { config: Config; notices: string[] } {
  if (!isAgentJson(value))
    throw new DaypackError('bad-config', `${where} has no agents.running: it is not an agent.json of QwenPaw.`)
  const top = fieldsOf(value)
  const agents = fieldsOf(top['agents'])
  const config: Fields = { preset: 'qwenpaw' }
  const [notices, left]: [string[], string[]] = [[], []]
  for (const [path, given] of leavesIn({ language: agents['language'] ?? top['language'], ...runningOf(top) })) {
    const [setting, read] = settingFor(path) ?? []
    const notice = NOTICES[path]
    const found = read ? read(given) : given
    if (notice) notices.push(...[notice(given)].filter((said) => said !== false))
    else if (setting === undefined) left.push(path)
    else if (found !== undefined) setAt(config, setting, found)
  }
  if (isFields(fieldsOf(config['memory'])['embedding']))
    setAt(config, 'memory.embedding.apiKeyEnv', 'EMBEDDING_API_KEY')
  left.push(
    ...Object.keys(top).filter((name) => !['agents', 'running', 'language'].includes(name)),
    ...Object.keys(agents).flatMap((name) => (['running', 'language'].includes(name) ? [] : [`agents.${name}`])),
  )
  if (left.length > 0) notices.push(`No counterpart here for: ${left.join(', ')}.`)
  return { config: checkConfig(config, where), notices }
}

function settingFor(path: string): (typeof SETTINGS)[string] | undefined {
  const [first, ...rest] = path.split('.')
  if (first !== 'light_context_config') return SETTINGS[path]
  const own = rest.reduce<unknown>((numbers, name) => fieldsOf(numbers)[name], qwenpaw().numbers)
  return own === undefined ? undefined : [['qwenpaw', ...rest].join('.')]
}

const GROUPS = ['light_context_config', MEMORY, 'embedding_config']

/** Each value with the way to it, in the newest names; null is the same as nothing. */
function leavesIn(fields: Fields, at = ''): [path: string, value: unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const path = `${at}${name}`
      .replace(/^remelight_/, 'reme_light_')
      .replace(/^reme_light_memory_config\.embedding(?:_model)?_config/, 'embedding_config')
    const isGroup = GROUPS.includes(path) || (SETTINGS[path] === undefined && Object.keys(fieldsOf(value)).length > 0)
    if (isFields(value) && isGroup) return leavesIn(value, `${path}.`)
    return value === undefined || value === null ? [] : [[path, value]]
  })
}

function recallFrom(given: unknown): unknown {
  const { enabled, max_results: limit, min_score: minScore } = fieldsOf(given)
  if (enabled !== true) return enabled === false ? false : undefined
  return { ...(limit !== undefined && { limit }), ...(minScore !== undefined && { minScore }) }
}

function runningOf(top: Fields): Fields {
  return fieldsOf(fieldsOf(top['agents'])['running'] ?? top['running'])
}
