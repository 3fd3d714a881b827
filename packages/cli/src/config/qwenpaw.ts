import { DaypackError } from 'daypack'
import { qwenpaw } from 'daypack/presets'
import { checkConfig, type Config } from './schema.ts'
import { fieldsOf, isFields, withoutUndefined } from './fields.ts'

export function isAgentJson(value: unknown): boolean {
  const top = fieldsOf(value)
  return Object.keys(runningOf(top)).length > 0
}

/** Every field of a QwenPaw agent.json either maps to a setting or is named in the notices. */
export function fromAgentJson(value: unknown, where: string): { config: Config; notices: string[] } {
  const top = fieldsOf(value)
  const running = runningOf(top)
  if (Object.keys(running).length === 0)
    throw new DaypackError('bad-config', `${where} has no agents.running: it is not an agent.json of QwenPaw.`)
  const notices: string[] = []
  const left: string[] = []
  const take = fieldTaker(running, left, '')
  const backend = take('context_manager_backend') ?? 'light'
  if (backend !== 'light')
    notices.push(`context_manager_backend ${JSON.stringify(backend)} is not known; light is used instead.`)
  const memoryBackend = take('memory_manager_backend') ?? 'remelight'
  if (memoryBackend !== 'remelight')
    notices.push(`memory_manager_backend ${JSON.stringify(memoryBackend)} is not known; Daypack's own memory is used.`)
  const language = take('language') ?? fieldsOf(top['agents'])['language'] ?? top['language']
  const memory = memoryFrom(
    fieldsOf(take('reme_light_memory_config') ?? take('remelight_memory_config')),
    notices,
    left,
  )
  const vectors = embeddingFrom(fieldsOf(take('embedding_config') ?? memory.embedding), notices, left)
  const history = take('history_max_length')
  const config = withoutUndefined({
    preset: 'qwenpaw',
    window: take('max_input_length'),
    language: language === undefined ? undefined : language === 'zh' ? 'zh' : 'en',
    qwenpaw: orUndefined(
      takeKnown(fieldsOf(take('light_context_config')), qwenpaw().numbers, 'light_context_config', left),
    ),
    memory: orUndefined({ ...memory.config, ...(vectors && { embedding: vectors }) }),
    chat: history === undefined ? undefined : { historyMaxChars: history },
  })
  take.rest()
  left.push(
    ...Object.keys(top).filter((name) => !['agents', 'running', 'language'].includes(name)),
    ...Object.keys(fieldsOf(top['agents'])).flatMap((name) =>
      ['running', 'language'].includes(name) ? [] : [`agents.${name}`],
    ),
  )
  if (left.length > 0) notices.push(`No counterpart here for: ${left.join(', ')}.`)
  return { config: checkConfig(config, where), notices }
}

function takeKnown(given: Record<string, unknown>, like: object, at: string, left: string[]): Record<string, unknown> {
  const taken: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const own = (like as Record<string, unknown>)[name]
    if (own === undefined) left.push(`${at}.${name}`)
    else taken[name] = isFields(own) ? takeKnown(fieldsOf(value), own, `${at}.${name}`, left) : value
  }
  return taken
}

type FromMemory = { readonly config: Record<string, unknown>; readonly embedding: unknown }

function memoryFrom(given: Record<string, unknown>, notices: string[], left: string[]): FromMemory {
  const take = fieldTaker(given, left, 'reme_light_memory_config.')
  const search = fieldsOf(take('auto_memory_search_config'))
  const recall =
    search['enabled'] === true
      ? withoutUndefined({ limit: search['max_results'], minScore: search['min_score'] })
      : search['enabled'] === false
        ? false
        : undefined
  if (take('recursive_file_watcher') === false)
    notices.push('recursive_file_watcher false: subfolders of memory/ are always watched here.')
  const cron = take('dream_cron')
  const config = withoutUndefined({
    flush: take('summarize_when_compact'),
    everyTurns: take('auto_memory_interval') ?? undefined,
    // Empty means never there.
    schedule: cron === '' ? false : (cron ?? undefined),
    rebuildOnStart: take('rebuild_memory_index_on_start'),
    recall,
  })
  const embedding = take('embedding_model_config') ?? take('embedding_config')
  take.rest()
  return { config, embedding }
}

function embeddingFrom(
  given: Record<string, unknown>,
  notices: string[],
  left: string[],
): Record<string, unknown> | undefined {
  const take = fieldTaker(given, left, 'embedding_config.')
  if (take('api_key')) notices.push('The embedding key was not copied; set EMBEDDING_API_KEY in the environment.')
  const embedding = withoutUndefined({
    baseUrl: take('base_url') || undefined,
    model: take('model_name') || undefined,
    dimensions: take('dimensions'),
    maxInputLength: take('max_input_length'),
    maxBatchSize: take('max_batch_size'),
    cache: take('enable_cache'),
    maxCacheSize: take('max_cache_size'),
    apiKeyEnv: 'EMBEDDING_API_KEY',
  })
  const backend = take('backend')
  if (backend !== undefined && backend !== 'openai')
    notices.push(`embedding_config.backend ${JSON.stringify(backend)}: only OpenAI-compatible endpoints are supported.`)
  take.rest()
  return Object.keys(embedding).length > 1 ? embedding : undefined
}

function fieldTaker(given: Record<string, unknown>, left: string[], at: string) {
  const taken = new Set<string>()
  const take = (name: string): unknown => {
    taken.add(name)
    return given[name]
  }
  return Object.assign(take, {
    rest() {
      left.push(...Object.keys(given).flatMap((name) => (taken.has(name) ? [] : [`${at}${name}`])))
    },
  })
}

function runningOf(top: Record<string, unknown>): Record<string, unknown> {
  return fieldsOf(fieldsOf(top['agents'])['running'] ?? top['running'])
}

function orUndefined(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined
}
