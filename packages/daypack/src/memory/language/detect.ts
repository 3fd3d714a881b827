import { fromLanguages, LANGUAGES } from './index.ts'
import type { Language } from './language.ts'

/** The language most of a text is in, among those that pass; undefined when its small words are nobody's. */
export function languageOf(text: string, passes: (language: Language) => boolean = () => true): Language | undefined {
  const known = LANGUAGES.filter(passes)
  const count = (script: RegExp): number => text.match(script)?.length ?? 0
  const [han, kana, latin] = [count(HAN), count(KANA), count(LATIN)]
  // A Han character says as much as a short word, and names of things stay in Latin letters.
  if (8 * kana > han && kana > 0 && 2 * (han + kana) > latin) return known.find(({ code }) => code === 'ja')
  if (han > latin) return known.find(({ code }) => code === 'zh')
  const words = wordsOf(text)
  const found = (language: Language): number => words.filter((word) => smallWords().get(language)?.has(word)).length
  const [best] = known.toSorted((a, b) => found(b) - found(a))
  return best !== undefined && found(best) > 0 ? best : undefined
}

const HAN = /\p{sc=Han}/gu
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu
/** Words, not letters. */
const LATIN = /\p{sc=Latin}+/gu

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? []).map((word) => word.replace('’', "'"))
}

const smallWords = fromLanguages(
  (all) =>
    new Map(
      all.map((language) => [language, new Set(`${language.stopWords} ${language.smallWords ?? ''}`.split(/\s+/))]),
    ),
)
