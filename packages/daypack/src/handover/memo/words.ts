import { STOP_WORDS } from './cues.ts'

/** Words that carry meaning, cut to their stem; of Chinese every pair of characters. */
export function contentWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9_./-]{3,}/g))
    if (!STOP_WORDS.has(word)) words.add(word.replace(/[./-]+$/, '').replace(/(?:ing|ed|es|s|e)$/, ''))
  for (const [run] of text.matchAll(/\p{Script=Han}{2,}/gu))
    for (let at = 0; at + 1 < run.length; at++) words.add(run.slice(at, at + 2))
  return words
}

/** How much of `small` stands in `big`, by its meaning words: 0 to 1. */
export function coverage(small: ReadonlySet<string>, big: ReadonlySet<string>): number {
  if (small.size === 0) return 0
  let shared = 0
  for (const word of small) if (big.has(word)) shared++
  return shared / small.size
}

/** So much of one text in another: both speak of the same thing. */
const SAME = 0.5

export function isSpokenOf(text: string, others: readonly { readonly text: string }[], share = SAME): boolean {
  const words = contentWords(text)
  return words.size > 0 && others.some((other) => coverage(words, contentWords(other.text)) >= share)
}
