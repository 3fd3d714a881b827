import { LANGUAGES } from '../language/index.ts'

/** Words that say nothing about what a text is about, by language; a text in another one than English is known by its own. */
export const STOP_WORDS: ReadonlySet<string> = new Set(wordsOf('en'))

const OTHER = LANGUAGES.filter(({ code }) => code !== 'en').flatMap(({ code }) => wordsOf(code))
export const FOREIGN_STOP_WORDS: ReadonlySet<string> = new Set(
  OTHER.flatMap((word) => [word, word.normalize('NFD').replace(/\p{M}/gu, '')]),
)

function wordsOf(code: string): string[] {
  const words = LANGUAGES.find((language) => language.code === code)?.stopWords ?? ''
  return words.split(/\s+/).filter(Boolean)
}
