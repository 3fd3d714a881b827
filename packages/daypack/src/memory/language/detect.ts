import { CJK } from './cjk.ts'
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

/**
 * The languages a sentence may be in, of those whose table tells statements from the rest: they have most of its small words,
 * or one less; else some, or the text around it may be in them.
 */
export function likelyLanguages(text: string, around = ''): readonly Language[] {
  const known = LANGUAGES.filter(({ shape, wording }) => (shape ?? wording) !== undefined)
  // Names of things in Chinese and Japanese are Latin.
  if (CJK.test(text)) return known.filter(({ code }) => code === (`${text}${around}`.match(KANA) ? 'ja' : 'zh'))
  const words = [...new Set(wordsOf(text))]
  const counted = known.map((language) => ({
    language,
    count: words.filter((word) => smallWords().get(language)?.has(word)).length,
  }))
  const most = Math.max(...counted.map(({ count }) => count))
  if (most >= 2) return counted.filter(({ count }) => count >= most - 1).map(({ language }) => language)
  if (around === '' || CJK.test(around)) return known
  // A greeting beside it may be in another language.
  const beside = likelyLanguages(around)
  return counted.flatMap(({ language, count }) => (count > 0 || beside.includes(language) ? language : []))
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? []).map((word) => word.replace('’', "'"))
}

const smallWords = fromLanguages(
  (all) =>
    new Map(
      all.map((language) => [language, new Set(`${language.stopWords} ${language.smallWords ?? ''}`.split(/\s+/))]),
    ),
)
