import type { LanguageModel } from 'ai'
import { DaypackError } from 'daypack'
import { nearest, assumedLine, windowOf } from 'daypack/internal'
import { KEY_NAMES, type Environment } from '../config/environment.ts'
import { PROVIDERS, type Config, type ProviderName } from '../config/schema.ts'
import { startScripted } from './scripted.ts'
import type { ModelInUse } from './types.ts'
import { askWindow } from 'daypack-gateway/internal'
import { presetFrom } from '../config/pack-options.ts'

const DEFAULT_MODELS: Readonly<Record<ProviderName, string>> = {
  anthropic: 'claude-sonnet-5-5',
  openai: 'gpt-5.4',
  'openai-compatible': 'qwen-plus',
  google: 'gemini-2.5-pro',
  scripted: 'claude-haiku-4-5',
}
const DASHSCOPE = 'https://dashscope.aliyuncs.com/compatible-mode/v1'

export type ModelChoice = { readonly provider: ProviderName; readonly id: string }

export function chooseModel(config: Config, env: Environment): ModelChoice {
  const named = config.model ?? ''
  const alone = PROVIDERS.find((name) => name === named)
  if (alone) return { provider: alone, id: DEFAULT_MODELS[alone] }
  const prefix = PROVIDERS.find((name) => named.startsWith(`${name}:`))
  if (!prefix && named.includes(':')) checkPrefix(named, config)
  const provider = prefix ?? config.provider?.name ?? providerByKey(config, env)
  const id = prefix ? named.slice(prefix.length + 1) : named
  return { provider, id: id || DEFAULT_MODELS[provider] }
}

/** `foo:bar` is a model with a tag on servers such as Ollama; without an address of one, `foo` was meant as provider. */
function checkPrefix(named: string, config: Config): void {
  const [prefix = ''] = named.split(':')
  if (config.provider?.name !== undefined || config.provider?.baseUrl !== undefined) return
  const like = nearest(prefix, PROVIDERS)
  const hint = like === undefined ? `there are ${PROVIDERS.join(', ')}.` : `did you mean "${like}"?`
  throw new DaypackError(
    'bad-config',
    `--model ${named}: there is no provider "${prefix}"; ${hint} A model of your own server needs its address: DAYPACK_BASE_URL=http://localhost:11434/v1.`,
  )
}

function providerByKey(config: Config, env: Environment): ProviderName {
  if (config.provider?.baseUrl !== undefined) return 'openai-compatible'
  const found = PROVIDERS.find((name) => KEY_NAMES[name].some((key) => env[key]))
  if (found) return found
  throw new DaypackError(
    'bad-config',
    'No model to talk to. Set ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or DASHSCOPE_API_KEY; or DAYPACK_BASE_URL and DAYPACK_MODEL for any OpenAI-compatible server such as Ollama (http://localhost:11434/v1); or try it without a key: daypack chat --model scripted',
  )
}

export async function openModel(config: Config, env: Environment, script?: string): Promise<ModelInUse> {
  const { provider, id } = chooseModel(config, env)
  const { value: apiKey, name: keyName } = keyOf(config, env, provider)
  const known = { label: `${provider}:${id}`, provider, id, secrets: apiKey === undefined ? [] : [apiKey] }
  if (provider === 'scripted') {
    const server = await startScripted(script, config.window)
    const make = await makerOf('anthropic', { apiKey: 'none', baseURL: `${server.url}/v1` })
    return { ...known, close: () => server.close(), model: make(id) }
  }
  if (apiKey === undefined && provider !== 'openai-compatible')
    throw new DaypackError(
      'bad-config',
      `No key for ${provider}: set ${KEY_NAMES[provider][0]}, or choose another model.`,
    )
  const baseUrl = config.provider?.baseUrl
  const baseURL = baseUrl ?? (provider === 'openai-compatible' && env['DASHSCOPE_API_KEY'] ? DASHSCOPE : undefined)
  const make = await makerOf(provider, {
    fetch: straightFetch,
    ...(apiKey !== undefined && { apiKey }),
    ...(baseURL !== undefined && { baseURL }),
  })
  return {
    ...known,
    ...(keyName !== undefined && { keyName }),
    ...(baseUrl !== undefined && { baseUrl }),
    model: make(id),
  }
}

type Settings = { readonly apiKey?: string; readonly baseURL?: string; readonly fetch?: typeof fetch }

/** Only the package of the provider in use is loaded. */
async function makerOf(
  provider: Exclude<ProviderName, 'scripted'>,
  settings: Settings,
): Promise<(id: string) => LanguageModel> {
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const { baseURL } = settings
      if (baseURL !== undefined)
        return createOpenAICompatible({ ...settings, name: 'compatible', baseURL, includeUsage: true })
      throw new DaypackError(
        'bad-config',
        'An OpenAI-compatible server needs its address: set DAYPACK_BASE_URL, such as http://localhost:11434/v1.',
      )
    }
  }
}

function keyOf(
  config: Config,
  env: Environment,
  provider: ProviderName,
): { readonly value?: string; readonly name?: string } {
  const { apiKey, apiKeyEnv } = config.provider ?? {}
  if (apiKey) return { value: apiKey, name: 'the settings or DAYPACK_API_KEY' }
  const names = apiKeyEnv === undefined ? KEY_NAMES[provider] : [apiKeyEnv]
  const name = names.find((each) => env[each])
  return name === undefined ? {} : { value: env[name] ?? '', name }
}

/** A redirect could carry the key to somebody else. */
const straightFetch: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })

/** The window comes from the registry, else from the server, else it is assumed and `notice` says so. */
export async function withWindow(config: Config, model: ModelInUse): Promise<{ config: Config; notice?: string }> {
  const named = { ...config, model: model.label }
  const { window, windows } = presetFrom(config).options
  if (config.window !== undefined || window !== undefined || windows) return { config: named }
  const { tokens, from } = windowOf(model.id, config.models)
  if (from === 'registry') return { config: named }
  const { provider, baseUrl } = model
  const told =
    provider === 'openai-compatible' && baseUrl !== undefined
      ? await askWindow(baseUrl, model.id, headersOf(model))
      : undefined
  const models = { ...config.models, [model.id]: { window: told ?? tokens } }
  if (told !== undefined) return { config: { ...named, models } }
  return {
    config: { ...named, models },
    notice: `${assumedLine(model.id, tokens)} Set --window, or "models" in daypack.json, if it has another.`,
  }
}

function headersOf({ secrets: [key] }: ModelInUse) {
  return key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }
}
