import { homedir } from 'node:os'
import path from 'node:path'
import type { Environment } from './environment.ts'
import { fieldsOf, readJson } from './fields.ts'
import type { Config } from './schema.ts'

type Slot = { readonly base_url?: string; readonly default_base_url?: string; readonly api_key?: string }
type Providers = {
  readonly providers?: Readonly<Record<string, Slot>>
  readonly custom_providers?: Readonly<Record<string, Slot>>
  readonly active_llm?: { readonly provider_id?: string; readonly model?: string }
}

const KNOWN: Readonly<Record<string, string>> = {
  dashscope: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  modelscope: 'https://api-inference.modelscope.cn/v1',
  openai: 'https://api.openai.com/v1',
  deepseek: 'https://api.deepseek.com/v1',
}

export function providersPaths(env: Environment): string[] {
  return [...(env['COPAW_SECRET_DIR'] ? [env['COPAW_SECRET_DIR']] : []), ...workingDirs(env)].map((folder) =>
    path.join(folder, 'providers.json'),
  )
}

export function workingDirs(env: Environment): string[] {
  const home = env['HOME'] || homedir()
  return [
    ...[env['COPAW_WORKING_DIR'], env['QWENPAW_WORKING_DIR']].filter((each) => each !== undefined && each !== ''),
    ...['.qwenpaw.secret', '.qwenpaw', '.copaw.secret', '.copaw'].map((name) => path.join(home, name)),
  ] as string[]
}

export function fromProviders(env: Environment): { config: Config; file: string } | undefined {
  for (const file of providersPaths(env)) {
    const found = fieldsOf(readJson(file)) as Providers
    const id = found.active_llm?.provider_id
    const model = found.active_llm?.model
    if (!id || !model) continue
    const slot = found.custom_providers?.[id] ?? found.providers?.[id] ?? {}
    const baseUrl = slot.base_url || slot.default_base_url || KNOWN[id]
    if (!baseUrl) continue
    const provider = { name: 'openai-compatible' as const, baseUrl, ...(slot.api_key && { apiKey: slot.api_key }) }
    return { config: { model, provider }, file }
  }
  return undefined
}
