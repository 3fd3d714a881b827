import { DaypackError } from 'daypack'
import { checkConfig } from './check.ts'
import type { Config } from './schema.ts'

/** Settings from a QwenPaw agent.json (`agents.running`, or `running` on top), and what of it has no place here. */
export function fromAgentJson(value: unknown, where: string): { config: Config; notices: string[] } {
  const top = objectOf(value)
  const running = objectOf(objectOf(top['agents'])['running'] ?? top['running'])
  if (Object.keys(running).length === 0)
    throw new DaypackError('bad-config', `${where} has no agents.running: it is not an agent.json of QwenPaw.`)
  const light = objectOf(running['light_context_config'])
  const memory = objectOf(running['reme_light_memory_config'] ?? running['remelight_memory_config'])
  const vectors = objectOf(
    running['embedding_config'] ?? memory['embedding_model_config'] ?? memory['embedding_config'],
  )
  const notices: string[] = []
  const backend = running['context_manager_backend'] ?? 'light'
  if (backend !== 'light')
    notices.push(`context_manager_backend ${JSON.stringify(backend)} is not known; light's way is taken.`)
  if (vectors['api_key']) notices.push('The embedding key was not copied; set EMBEDDING_API_KEY in the environment.')
  const embedding = without({
    baseUrl: vectors['base_url'] || undefined,
    model: vectors['model_name'] || undefined,
    dimensions: vectors['dimensions'],
    maxInputLength: vectors['max_input_length'],
    maxBatchSize: vectors['max_batch_size'],
    apiKeyEnv: 'EMBEDDING_API_KEY',
  })
  const isVector = embedding['baseUrl'] !== undefined && embedding['model'] !== undefined
  const taken = new Set([
    'max_input_length',
    'light_context_config',
    'context_manager_backend',
    'memory_manager_backend',
    'embedding_config',
    'reme_light_memory_config',
    'remelight_memory_config',
  ])
  const left = Object.keys(running).filter((name) => !taken.has(name))
  if (left.length > 0) notices.push(`No place here for: ${left.join(', ')}.`)
  const config = without({
    preset: 'qwenpaw',
    window: running['max_input_length'],
    qwenpaw: Object.keys(light).length > 0 ? light : undefined,
    memory: isVector ? { embedding } : undefined,
  })
  return { config: checkConfig(config, where), notices }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function without(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
