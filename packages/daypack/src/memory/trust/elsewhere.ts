import { USER_ELSEWHERE } from '../language/elsewhere.ts'
import { languages } from '../language/index.ts'
import { CJK } from '../text/cjk.ts'
import type { Said } from './said.ts'
import { wordsOf } from './terms.ts'

/**
 * In a language without a table nothing tells a name or a number from a turn of phrase: there every word must have been said,
 * but for its ending.
 */
export function wordsElsewhere(claim: string, { words }: Said): string[] {
  const text = claim.replace(USER, ' ')
  if (isKnown(text)) return []
  const said = new Set([...words].flatMap(forms))
  return wordsOf(text).filter(
    (word) => word.length > 2 && !forms(word).some((form) => [...said].some((each) => isSameStem(form, each))),
  )
}

/** Written in the letters of a language with a table. */
function isKnown(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const ours = letters.filter((letter) => /\p{sc=Latin}/u.test(letter) || CJK.test(letter)).length
  return languages().length > 0 && 2 * ours >= letters.length
}

/** `живу` and `живёт`; `المدرسة` and `مدرسة`. */
function isSameStem(a: string, b: string): boolean {
  const short = Math.min(a.length, b.length)
  let same = 0
  while (same < short && a[same] === b[same]) same++
  return same >= 3 && same >= Math.ceil(0.6 * Math.max(a.length, b.length)) - 1
}

/** As it is, and without what Arabic writes before a word. */
function forms(word: string): string[] {
  const plain = word.replaceAll('ё', 'е')
  return [...new Set([plain, plain.replace(/^(?:وال|بال|ال|و|ب|ل|ف|ي|أ)(?=\p{sc=Arabic}{3})/u, '')])]
}

const USER = new RegExp(USER_ELSEWHERE, 'giu')
