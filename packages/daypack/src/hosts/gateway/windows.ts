import type { Tokens } from '../../model/json.ts'

/** Context windows by the beginning of a model's name, as published in autumn 2026; the longest that fits counts. */
const WINDOWS: Readonly<Record<string, Tokens>> = {
  claude: 200_000,
  'claude-opus-4-6': 1_000_000,
  'claude-opus-4-7': 1_000_000,
  'claude-opus-4-8': 1_000_000,
  'claude-sonnet-4-6': 1_000_000,
  'claude-opus-5': 1_000_000,
  'claude-sonnet-5': 1_000_000,
  'claude-fable-5': 1_000_000,
  'gpt-5': 272_000,
  'gpt-6': 272_000,
  'gpt-4.1': 1_047_576,
  'gpt-4o': 128_000,
  o3: 200_000,
  o4: 200_000,
  gemini: 1_048_576,
  deepseek: 128_000,
  qwen3: 256_000,
  kimi: 256_000,
  glm: 200_000,
}
const UNKNOWN: Tokens = 128_000

/** How many tokens a model takes, by its name; for an unknown one what is safe. */
export function windowOf(model: string | undefined): Tokens {
  const name = (model ?? '')
    .toLowerCase()
    .replace(/^.*[/]/, '')
    .replace(/^(?:[a-z]+\.)*(?=claude)/, '')
  if (name.endsWith('[1m]')) return 1_000_000
  const starts = Object.keys(WINDOWS).filter((start) => name.startsWith(start))
  const longest = starts.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? UNKNOWN : (WINDOWS[longest] ?? UNKNOWN)
}

/** The largest of all: what a pack for any model is made for. */
export const LARGEST_WINDOW: Tokens = Math.max(...Object.values(WINDOWS))
