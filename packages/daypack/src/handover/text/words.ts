import en from './cues/en.json' with { type: 'json' }
import zh from './cues/zh.json' with { type: 'json' }

const { acknowledges, stop, ...cues } = en

/** What a sentence can show by its words. */
type Cue = keyof typeof cues

const PATTERNS = Object.fromEntries(
  Object.entries(cues).map(([cue, english]) => {
    const parts = english.map((part) => (/^(?:\w|\(\?[:!])/.test(part) ? `\\b${part}` : part))
    return [cue, new RegExp([...parts, ...zh[cue as Cue]].map((part) => `(?:${part})`).join('|'), 'iu')]
  }),
) as Record<Cue, RegExp>

/** Whether the words of a sentence show this, in English or Chinese. */
export function shows(cue: Cue, text: string): boolean {
  return PATTERNS[cue].test(text)
}

const SMALL_TALK = new RegExp(
  `^(?:(?:${acknowledges.join('|')})(?:[ ,!.~:)…-]+|$)|(?:${zh.acknowledges.join('|')})[,，。!！~～… ]*|\\p{Extended_Pictographic}\\s*)+$`,
  'iu',
)
const LONGEST = 60

/** "ok", "go on", "thanks": it asks for nothing new. */
export function isSmallTalk(text: string): boolean {
  return text.length < LONGEST && SMALL_TALK.test(text.trim())
}

const STOP_WORDS: ReadonlySet<string> = new Set(stop)

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
  return small.size === 0 ? 0 : [...small].filter((word) => big.has(word)).length / small.size
}

/** Texts that share at least this much of their words speak of the same thing. */
const SAME = 0.5

export function isSpokenOf(text: string, other: string, share = SAME): boolean {
  return coverage(contentWords(text), contentWords(other)) >= share
}

/** The lines `text` does not speak of. */
export function notRetold(lines: readonly string[], text: string): string[] {
  const words = contentWords(text)
  return lines.filter((line) => coverage(contentWords(line), words) < SAME)
}
