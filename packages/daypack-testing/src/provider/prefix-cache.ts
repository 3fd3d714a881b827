import type { Millis, Tokens } from 'daypack'
import { digest } from './prefix.ts'

/** OpenAI caches whole steps of 128 tokens, from 1,024 tokens on. */
const STEP = 128
const LEAST = 1024
const STEP_CHARS = 512

export function prefixCache(options: { now(): Millis; ttlMs: Millis }) {
  const known = new Map<string, Millis>()

  return {
    read(key: string, prompt: string, tokens: Tokens): Tokens {
      let hash = key
      let matched = 0
      let matching = true
      for (let end = STEP_CHARS; end <= prompt.length; end += STEP_CHARS) {
        hash = digest(hash + prompt.slice(end - STEP_CHARS, end))
        matching &&= (known.get(hash) ?? 0) > options.now()
        if (matching) matched = end
        known.set(hash, options.now() + options.ttlMs)
      }
      const read = Math.floor((tokens * matched) / Math.max(prompt.length, 1) / STEP) * STEP
      return read >= LEAST ? read : 0
    },
  }
}
