import { fromLanguages, languages } from '../language/index.ts'
import type { Language } from '../language/language.ts'
import { patternOf } from '../language/letters.ts'
import { CJK } from './cjk.ts'

/**
 * A pattern of the language a text is in; of all of them where its words do not tell: `los` ends something in German and is
 * an article in Spanish.
 */
export function inTongue(pick: (language: Language) => string | undefined, flags = 'iu'): (text: string) => RegExp {
  const made = fromLanguages(() => new Map<string, RegExp>())
  return (text) => {
    const spoken = tonguesOf(text)
    const key = spoken.map(({ code }) => code).join()
    const known = made().get(key)
    if (known !== undefined) return known
    const sources = spoken.flatMap((language) => pick(language) ?? []).filter(Boolean)
    const pattern = patternOf(sources.length > 0 ? sources.join('|') : '(?!)', flags)
    made().set(key, pattern)
    return pattern
  }
}

/** Begins with whoever speaks: `I`, `we`. */
export const SPEAKER_FIRST = inTongue(({ asks }) => asks && `^(?:${asks.firstPerson})`)

/** The languages that have most of the small words of a text, or one less; all where hardly any has them. */
export const tonguesOf = heard

function heard(text: string): readonly Language[] {
  // Chinese and Japanese words hardly mean anything else, and names of things in them are Latin.
  const unspaced = languages().filter(({ shape }) => shape !== undefined && CJK.test(shape.own))
  if (CJK.test(text)) return unspaced
  const counted = countedIn(text)
  const most = Math.max(0, ...counted.map(({ count }) => count))
  return most < 2 ? languages() : counted.filter(({ count }) => count >= most - 1).map(({ language }) => language)
}

/** How many of a language's small words a text has. */
export function countedIn(text: string): { readonly language: Language; readonly count: number }[] {
  const words = [...new Set(text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu))].map((word) => word.replace('’', "'"))
  return SMALL().map(({ language, small }) => ({ language, count: words.filter((word) => small.has(word)).length }))
}

const SMALL = fromLanguages((all) =>
  all
    .filter(({ shape }) => shape !== undefined && !CJK.test(shape.own))
    .map((language) => ({
      language,
      small: new Set(`${language.stopWords} ${language.smallWords ?? ''}`.split(/\s+/).filter(Boolean)),
    })),
)
