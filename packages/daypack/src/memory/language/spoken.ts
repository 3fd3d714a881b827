import { fromLanguages, languages } from './index.ts'
import type { Language } from './language.ts'

/** The language most of a text is in, among those that pass; undefined when its small words are nobody's. */
export function spoken(text: string, passes: (language: Language) => boolean = () => true): Language | undefined {
  const byScript = (code: string): Language | undefined =>
    languages().find((each) => each.code === code && passes(each))
  const [han, kana, latin] = [HAN, KANA, LATIN].map((script) => text.match(script)?.length ?? 0) as [
    number,
    number,
    number,
  ]
  // A Han character says as much as a short word, and names of things stay in Latin letters.
  if (8 * kana > han && kana > 0 && 2 * (han + kana) > latin) return byScript('ja')
  if (han > latin) return byScript('zh')
  const words = text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? []
  let [best, most] = [undefined as Language | undefined, 0]
  for (const { language, small } of SMALL_WORDS()) {
    const count = passes(language) ? words.filter((word) => small.has(word.replace('’', "'"))).length : 0
    if (count > most) [best, most] = [language, count]
  }
  return best
}

const HAN = /\p{sc=Han}/gu
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu
/** Words, not letters. */
const LATIN = /\p{sc=Latin}+/gu
const SMALL_WORDS = fromLanguages((all) =>
  all.map((language) => ({
    language,
    small: new Set(`${language.stopWords} ${language.smallWords ?? ''}`.split(/\s+/).filter(Boolean)),
  })),
)
