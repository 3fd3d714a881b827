import type { Sort } from '../language/language.ts'
import { wholeWords } from '../language/pattern.ts'
import { withoutDays } from '../text/days-named.ts'
import { forLanguage } from '../language/detect.ts'

export type ValueSort = Exclude<Sort, 'date'> | 'days' | 'code' | 'numbers' | 'names'

const patternFor = (sort: Sort) =>
  forLanguage(({ change }) => {
    const source = change?.sorts?.[sort]
    return source === undefined ? undefined : wholeWords(source)
  }, 'giu')
const [DATE, TIME, ADDRESS, AMOUNT] = [
  patternFor('date'),
  patternFor('time'),
  patternFor('address'),
  patternFor('amount'),
]

/** A telephone number, a number plate: digits in groups, or capitals and digits. */
const CODE =
  /(?<![\d.,])\+?\d(?:[ ()/-]{0,2}\d){6,}(?![\d.,]?\d)|(?<![\p{sc=Latin}\d])(?=[\p{Lu}\d-]*(?: [\p{Lu}\d]+)*?\d)(?=[\d -]*\p{sc=Latin})[A-Z\d]{1,8}(?:[ -][A-Z\d]{1,6}){0,3}(?![\p{sc=Latin}\d])/gu
const NUMBER = /(?<![\p{sc=Latin}\d])\d/u
/** A capital inside a sentence, an identifier, a name in Katakana; any characters that carry meaning in Chinese and Japanese. */
const NAME =
  /(?<=[\p{L}\d,:=] |[("“])\p{Lu}[\p{L}\d.-]*|\p{sc=Latin}+\d[\p{sc=Latin}\d.-]*|\p{L}+[_/][\p{L}\d][\p{L}\d_/]*|(?<=[\p{scx=Han}\p{sc=Hiragana}] ?)[A-Za-z][\w.-]+|[\p{sc=Katakana}ー]{2,}|\p{sc=Han}{1,3}(?=さん|氏|様|先生|くん|ちゃん)|\p{sc=Han}{2}/u
/** Numbers in words; `a` and `one` mostly count nothing. */
const COUNTED = forLanguage(({ calendar }) => {
  const words = Object.keys(calendar?.numbers ?? {}).filter((word) => word.length > 2)
  return [...(words.length > 0 ? [`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`] : []), HAN_COUNTED].join('|')
})
const HAN_COUNTED = '[一二两三四五六七八九十百千万]+(?=[个只条点杯次万千百块元人])'

/** Which sorts of values a statement names; what is a day, a time, an address or a code is no number or name besides. */
export function valueSortsIn(whole: string): Set<ValueSort> {
  // `We are on 3.11.` names no day.
  const text = whole.replace(/\.\s*$/u, '')
  const found = new Set<ValueSort>()
  let rest = text
  const take = (sort: ValueSort, without: string): void => {
    if (without !== rest) found.add(sort)
    rest = without
  }
  take('days', withoutDays(rest))
  take('days', rest.replace(DATE(text), ' '))
  take('time', rest.replace(TIME(text), ' '))
  take('address', rest.replace(ADDRESS(text), ' '))
  if (rest.search(AMOUNT(text)) >= 0) found.add('amount')
  const isCode = (code: string): boolean =>
    /\d/.test(code) && (/\p{Lu}/u.test(code) || code.replace(/\D/g, '').length >= 7)
  take(
    'code',
    rest.replace(CODE, (code) => (isCode(code) ? ' ' : code)),
  )
  if (NUMBER.test(rest) || COUNTED(text).test(rest)) found.add('numbers')
  if (NAME.test(rest)) found.add('names')
  return found
}
