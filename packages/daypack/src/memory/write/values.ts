import type { Sort } from '../language/language.ts'
import { wholeWords } from '../language/pattern.ts'
import { daysNamed, withoutDays } from '../text/days-named.ts'
import { forLanguage } from '../language/detect.ts'

/** The values a statement names, as it writes them: days, numbers, names, and the sorts of the languages. */
export type Values = Readonly<Record<ValueSort, readonly string[]>>
export type ValueSort = Sort | 'days' | 'code' | 'numbers' | 'names'

/** The first three are taken out before one looks at words and numbers. */
const SORTS: readonly Sort[] = ['date', 'time', 'address', 'amount']
const PATTERNS = SORTS.map((sort, at) => ({
  sort,
  isOut: at < 3,
  pattern: forLanguage(({ change }) => {
    const source = change?.sorts?.[sort]
    return source === undefined ? undefined : wholeWords(source)
  }, 'giu'),
}))

/** A telephone number, a number plate: digits in groups, or capitals and digits. */
const CODE =
  /(?<![\d.,])\+?\d(?:[ ()/-]{0,2}\d){6,}(?![\d.,]?\d)|(?<![\p{sc=Latin}\d])(?=[\p{Lu}\d-]*(?: [\p{Lu}\d]+)*?\d)(?=[\d -]*\p{sc=Latin})[A-Z\d]{1,8}(?:[ -][A-Z\d]{1,6}){0,3}(?![\p{sc=Latin}\d])/gu
const NUMBER = /(?<![\p{sc=Latin}\d])\d+(?:[:.,]\d+)*/gu
/** A capital inside a sentence, an identifier, a name in Katakana; any characters that carry meaning in Chinese and Japanese. */
const NAME =
  /(?<=[\p{L}\d,:=] |[("“])\p{Lu}[\p{L}\d.-]*|\p{sc=Latin}+\d[\p{sc=Latin}\d.-]*|\p{L}+[_/][\p{L}\d][\p{L}\d_/]*|(?<=[\p{scx=Han}\p{sc=Hiragana}] ?)[A-Za-z][\w.-]+|[\p{sc=Katakana}ー]{2,}|\p{sc=Han}{1,3}(?=さん|氏|様|先生|くん|ちゃん)|\p{sc=Han}{2}/gu
/** Numbers in words; `a` and `one` mostly count nothing. */
const COUNTED = forLanguage(({ calendar }) => {
  const words = Object.keys(calendar?.numbers ?? {}).filter((word) => word.length > 2)
  return [...(words.length > 0 ? [`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`] : []), HAN_COUNTED].join('|')
}, 'giu')
const HAN_COUNTED = '[一二两三四五六七八九十百千万]+(?=[个只条点杯次万千百块元人])'

export function valuesOf(text: string): Values {
  return parted(text).values
}

/** The words of a statement without its days, times, codes and numbers. */
export function withoutValues(text: string): string {
  return parted(text).rest.replace(NUMBER, ' ')
}

function parted(whole: string): { readonly values: Values; readonly rest: string } {
  // `We are on 3.11.` names no day.
  const text = whole.replace(/\.\s*$/u, '')
  const made = {} as Record<ValueSort, string[]>
  let rest = withoutDays(text)
  for (const { sort, isOut, pattern } of PATTERNS) {
    made[sort] = (rest.match(pattern(text)) ?? []).map((value) => plain(value.toLowerCase()))
    if (isOut) rest = rest.replace(pattern(text), ' ')
  }
  made.days = [...daysNamed(text).map(plain), ...made.date.splice(0)]
  made.code = []
  rest = rest.replace(CODE, (found) => {
    if (!/\d/.test(found) || !(/\p{Lu}/u.test(found) || found.replace(/\D/g, '').length >= 7)) return found
    made.code.push(found.toLowerCase())
    return ' '
  })
  made.numbers = [...(rest.match(NUMBER) ?? []), ...(rest.toLowerCase().match(COUNTED(text)) ?? [])]
  made.names = (rest.match(NAME) ?? []).map((name) => name.toLowerCase().replace(/[.-]+$/, ''))
  return { values: made, rest }
}

/** `at 4` is `4`, `the 9th` is `9`, `Mondays` is `monday`. */
function plain(value: string): string {
  const bare = value.replace(/^(?:\p{L}+ )+(?=\d)/u, '').replace(/(?<=\d)(?:st|nd|rd|th)$|[ .]+$/g, '')
  return /\d/.test(bare) ? bare : bare.replace(/(?<=\p{Ll}{3})s$/u, '')
}
