import { CJK } from './cjk.ts'
import { fromLanguages, languages } from './index.ts'
import type { Language } from './language.ts'
import { patternOf } from './pattern.ts'

/** The language most of a text is in, among those that pass; undefined when its small words are nobody's. */
export function languageOf(text: string, passes: (language: Language) => boolean = () => true): Language | undefined {
  const byScript = (code: string): Language | undefined =>
    languages().find((each) => each.code === code && passes(each))
  const count = (script: RegExp): number => text.match(script)?.length ?? 0
  const [han, kana, latin] = [count(HAN), count(KANA), count(LATIN)]
  // A Han character says as much as a short word, and names of things stay in Latin letters.
  if (8 * kana > han && kana > 0 && 2 * (han + kana) > latin) return byScript('ja')
  if (han > latin) return byScript('zh')
  const words = wordsOf(text)
  let [best, most] = [undefined as Language | undefined, 0]
  for (const { language, small } of SMALL_WORDS()) {
    const found = passes(language) ? words.filter((word) => small.has(word)).length : 0
    if (found > most) [best, most] = [language, found]
  }
  return best
}

const HAN = /\p{sc=Han}/gu
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu
/** Words, not letters. */
const LATIN = /\p{sc=Latin}+/gu

/** The languages that have most of the small words of a text, or one less; all where hardly any has them. */
export function likelyLanguages(text: string): readonly Language[] {
  // Chinese and Japanese words hardly mean anything else, and names of things in them are Latin.
  if (CJK.test(text)) return languages().filter(({ shape }) => CJK.test(shape?.own ?? ''))
  const counted = countSmallWords(text)
  const most = Math.max(0, ...counted.map(({ count }) => count))
  return most < 2 ? languages() : counted.filter(({ count }) => count >= most - 1).map(({ language }) => language)
}

/** Whether its table tells statements from the rest; others only have small words and dates. */
export function isTold({ shape, wording }: Language): boolean {
  return shape !== undefined || wording !== undefined
}

/** How many different small words of each language a text has. */
export function countSmallWords(text: string): { readonly language: Language; readonly count: number }[] {
  const words = [...new Set(wordsOf(text))]
  return SMALL_WORDS()
    .filter(({ language }) => isTold(language) && !CJK.test(language.shape?.own ?? ''))
    .map(({ language, small }) => ({ language, count: words.filter((word) => small.has(word)).length }))
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? []).map((word) => word.replace('’', "'"))
}

const SMALL_WORDS = fromLanguages((all) =>
  all.map((language) => ({
    language,
    small: new Set(`${language.stopWords} ${language.smallWords ?? ''}`.split(/\s+/).filter(Boolean)),
  })),
)

/**
 * A pattern of the language a text is in; of all of them where its words do not tell: `los` ends something in German and is
 * an article in Spanish.
 */
export function forLanguage(pick: (language: Language) => string | undefined, flags = 'iu'): (text: string) => RegExp {
  const made = fromLanguages(() => new Map<string, RegExp>())
  return (text) => {
    const likely = likelyLanguages(text)
    const key = likely.map(({ code }) => code).join()
    const known = made().get(key)
    if (known !== undefined) return known
    const sources = likely.flatMap((language) => pick(language) ?? []).filter(Boolean)
    const pattern = patternOf(sources.length > 0 ? sources.join('|') : '(?!)', flags)
    made().set(key, pattern)
    return pattern
  }
}
