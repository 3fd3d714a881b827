import type { Phrase } from '../notes/state.ts'
import { wordsOf } from '../text/normal.ts'

/** Less than this is no statement, and would be found in much that has nothing to do with it. */
const MIN_WORDS = 3
const MIN_LETTERS = 8

/** Undefined: too short. */
export function phraseOf(text: string, digest: (text: string) => string): Phrase | undefined {
  const words = wordsOf(text)
  const [first] = words
  if (first === undefined || words.length < MIN_WORDS || words.join('').length < MIN_LETTERS) return undefined
  return { words: words.length, first: digest(`first ${first}`), all: digest(`phrase ${words.join(' ')}`) }
}

/** Finds the phrases that stand in a text. Each word is digested once, however often it comes. */
export function phraseFinder(phrases: readonly Phrase[], digest: (text: string) => string): (text: string) => Phrase[] {
  const byFirst = Map.groupBy(phrases, ({ first }) => first)
  const seen = new Map<string, readonly Phrase[]>()
  const starting = (word: string): readonly Phrase[] => {
    let found = seen.get(word)
    if (found === undefined) {
      if (seen.size >= MAX_SEEN) seen.clear()
      seen.set(word, (found = byFirst.get(digest(`first ${word}`)) ?? []))
    }
    return found
  }
  return (text) => {
    const words = wordsOf(text)
    return words.flatMap((word, at) =>
      starting(word).filter(
        ({ words: length, all }) => digest(`phrase ${words.slice(at, at + length).join(' ')}`) === all,
      ),
    )
  }
}

const MAX_SEEN = 50_000
