import type { Tokens } from '../model/json.ts'
import registry from './models.json' with { type: 'json' }
import type { Price } from './price.ts'

export type Model = {
  /** The most tokens a prompt may have, together with its answer where the maker counts them together. */
  readonly window: Tokens
  readonly maxOutput?: Tokens
  readonly price?: Price
  /** How long the maker keeps a prompt that is not asked for again. */
  readonly cacheSeconds?: number
  /** The day it is switched off, where that is announced. */
  readonly until?: string
}

export type Models = Readonly<Record<string, Model>>

export const KNOWN_MODELS: { readonly date: string; readonly sources: readonly string[]; readonly models: Models } =
  registry

/** Windows of models too new for the registry, by family: the smallest that is still sold. */
const FAMILIES: Readonly<Record<string, Tokens>> = {
  claude: 200_000,
  'gpt-': 272_000,
  gemini: 1_048_576,
  deepseek: 128_000,
  qwen3: 256_000,
  kimi: 256_000,
  glm: 200_000,
}
export const ASSUMED_WINDOW: Tokens = 128_000

const NEXT_VERSION = /^(?:[\d.]|-\d{1,2}(?!\d))/

/**
 * The entry with the longest matching prefix, your own first; undefined rather than a merely similar model.
 *
 * @example
 * import { modelOf } from 'daypack'
 *
 * if (modelOf('anthropic/claude-haiku-4-5-20251001')?.window !== 200_000) throw new Error('200,000 tokens')
 * if (modelOf('my-model', { 'my-model': { window: 32_000 } })?.window !== 32_000) throw new Error('as you say')
 */
export function modelOf(name: string | undefined, own: Models = {}): Model | undefined {
  if (name === undefined) return undefined
  const plain = plainName(name)
  const model = longest(own, name.toLowerCase()) ?? longest(own, plain) ?? registered(plain)
  return model && name.endsWith('[1m]') ? { ...model, window: 1_000_000 } : model
}

export function windowOf(
  name: string | undefined,
  own: Models = {},
): { readonly tokens: Tokens; readonly from: 'registry' | 'family' | 'nothing' } {
  const known = modelOf(name, own)
  if (known) return { tokens: known.window, from: 'registry' }
  const plain = plainName(name ?? '')
  const family = Object.keys(FAMILIES).find((start) => plain.startsWith(start))
  return family === undefined
    ? { tokens: ASSUMED_WINDOW, from: 'nothing' }
    : { tokens: FAMILIES[family] ?? ASSUMED_WINDOW, from: 'family' }
}

export function assumedLine(model: string, window: Tokens): string {
  return `No window is known for the model ${model}: ${window} tokens are assumed.`
}

/** `eu.anthropic.claude-opus-5-v1:0`, `openrouter/anthropic/claude-opus-4.5` and `Claude-Opus-4-5` as their maker writes them. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^.*[/]/, '')
    .replace(/^(?:[a-z]+\.)*(?=claude)/, '')
    .replace(/^(claude.*\d)\.(?=\d)/, '$1-')
}

function longest(models: Models, name: string): Model | undefined {
  let found: string | undefined
  for (const start of Object.keys(models))
    if (start.length > (found?.length ?? 0) && name.startsWith(start.toLowerCase()) && isSame(name.slice(start.length)))
      found = start
  return found === undefined ? undefined : models[found]
}

/** Names come with requests, in any number. */
const MOST_NAMES = 1_000
const found = new Map<string, Model | undefined>()

function registered(name: string): Model | undefined {
  if (!found.has(name)) {
    if (found.size >= MOST_NAMES) found.clear()
    found.set(name, longest(KNOWN_MODELS.models, name))
  }
  return found.get(name)
}

function isSame(rest: string): boolean {
  return !NEXT_VERSION.test(rest)
}

/** The largest of all: what a pack for any model is made for. */
export const LARGEST_WINDOW: Tokens = Math.max(...Object.values(KNOWN_MODELS.models).map(({ window }) => window))
