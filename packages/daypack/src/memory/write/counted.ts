import { withoutDays } from '../text/days-named.ts'
import { remembered } from '../text/remembered.ts'
import { contentTerms } from '../trust/terms.ts'
import { quietWords } from './quiet.ts'
import { isAlike, isCounted } from './sorts.ts'

/** The same thing has another number: `14 roost sites` and `12 roosts`, `iOS 15` and `iOS 17`. */
export function isCountedAnew(now: string, old: string): boolean {
  const [is, was] = [numbersOf(now), numbersOf(old)]
  return is.some(({ of, number, isLabel }) => {
    const alike = was.filter((each) => each.isLabel === isLabel && isAlike(each.of, of))
    return alike.length > 0 && !alike.some((each) => each.number === number)
  })
}

/** What a number stands before (`14 roosts`) or behind (`iOS 15`, a label). */
type Numbered = { readonly of: string; readonly number: string; readonly isLabel: boolean }

const numbersOf = remembered((text: string): Numbered[] => {
  const words = Array.from(withoutDays(text).matchAll(WORD), ([word]) => word)
  return words.flatMap((word, at) => {
    if (!/^\d/.test(word) && !isCounted(word)) return []
    const number = word.toLowerCase()
    const behind = words.slice(at + 1, at + 3).findIndex((each) => /^\d/.test(each))
    const counted = words.slice(at + 1, behind < 0 ? at + 3 : at + 1 + behind)
    return [
      ...counted.flatMap(termsOf).map((of) => ({ of, number, isLabel: false })),
      ...(/^\d/.test(word) ? termsOf(words[at - 1] ?? '') : []).map((of) => ({ of, number, isLabel: true })),
    ]
  })
})

const WORD = /\d+(?:[.,]\d+)*|[\p{sc=Latin}][\p{sc=Latin}+#'-]*|\p{sc=Han}{1,2}|[\p{sc=Katakana}ー]+/gu

function termsOf(word: string): string[] {
  return /^\d/.test(word) ? [] : [...contentTerms(word)].filter((term) => !quietWords().has(term) && !isCounted(term))
}
