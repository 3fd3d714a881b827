import { fromLanguages, LANGUAGES } from '../../language/index.ts'

/** Words that say nothing about what a text is about, by language; a text in another one than English is known by its own. */
export const STOP_WORDS: ReadonlySet<string> = new Set(wordsOf(LANGUAGES[0]!.stopWords))

export const foreignStopWords = fromLanguages((all): ReadonlySet<string> => {
  const words = all.filter(({ code }) => code !== 'en').flatMap(({ stopWords }) => wordsOf(stopWords))
  return new Set(words.flatMap((word) => [word, word.normalize('NFD').replace(/\p{M}/gu, '')]))
})

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
