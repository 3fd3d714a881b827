import type { Json, Tokens } from 'daypack'
import { isList, isObject, stringAt } from 'daypack/internal'

const PATIENCE_MS = 1_500
/** What servers call it, the one that is in force before the one that is possible. */
const FIELDS = [
  'loaded_context_length',
  'max_model_len',
  'n_ctx',
  'context_length',
  'max_context_length',
  'n_ctx_train',
]

export type AskOptions = {
  readonly fetch?: typeof fetch
  readonly headers?: Readonly<Record<string, string>>
}

/** Ollama, vLLM, llama.cpp, LM Studio and OpenRouter; undefined where nobody tells. Never throws. */
export async function askWindow(
  baseUrl: string,
  model: string,
  { fetch: send = fetch, headers = {} }: AskOptions = {},
): Promise<Tokens | undefined> {
  const base = baseUrl.replace(/\/+$/, '')
  const server = base.replace(/\/v1$/, '')
  const ask = async (url: string, body?: Json) => {
    try {
      const response = await send(url, {
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      return response.ok ? ((await response.json()) as Json) : undefined
    } catch {
      return undefined
    }
  }
  const running = entryOf(await ask(`${server}/api/ps`), 'models', model)
  if (running) return lengthIn(running)
  const shown = await ask(`${server}/api/show`, { model })
  const set = isObject(shown) ? ollamaWindow(shown) : undefined
  if (set !== undefined) return set
  const listed = await ask(`${base.endsWith('/v1') ? base : `${base}/v1`}/models`)
  return lengthIn(entryOf(listed, 'data', model))
}

function entryOf(answer: Json | undefined, list: string, model: string): Json | undefined {
  const all = isObject(answer) && isList(answer[list]) ? answer[list] : []
  return all.find(
    (each) => isObject(each) && (each['id'] === model || each['name'] === model || each['model'] === model),
  )
}

/** What the model is run with counts before what it was made for. */
function ollamaWindow(shown: { readonly [name: string]: Json }): Tokens | undefined {
  const [, set] = /^num_ctx\s+(\d+)/m.exec(stringAt(shown, 'parameters') ?? '') ?? []
  if (set !== undefined) return Number(set)
  const info = shown['model_info']
  const name = isObject(info) && Object.keys(info).find((each) => each.endsWith('.context_length'))
  const length = name && isObject(info) ? info[name] : undefined
  return typeof length === 'number' ? length : undefined
}

function lengthIn(entry: Json | undefined): Tokens | undefined {
  if (!isObject(entry)) return undefined
  const inner = entry['meta']
  for (const field of FIELDS) {
    const value = entry[field] ?? (isObject(inner) ? inner[field] : undefined)
    if (typeof value === 'number' && value > 0) return value
  }
  return undefined
}
