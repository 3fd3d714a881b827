import { fromLanguages } from '../language/index.ts'
import { wordsIn } from '../text/cjk.ts'
import type { Sort } from '../language/language.ts'
import { daysNamed, withoutDays } from '../text/days-named.ts'
import { contentTerms } from '../trust/terms.ts'
import { bounded } from '../text/bounded.ts'
import { quietWords } from './quiet.ts'
import { inTongue } from '../text/tongue.ts'

/** The values a statement names, as it writes them: days, numbers, names, and the sorts of the languages. */
export type Values = Readonly<Record<ValueSort, readonly string[]>>
export type ValueSort = Sort | 'days' | 'code' | 'numbers' | 'names'

const NAMED: readonly Sort[] = [
  ...(['time', 'date', 'address', 'amount', 'part of day', 'colour', 'language', 'length', 'tone', 'case'] as const),
  ...(['theme', 'frequency', 'drink', 'transport', 'person'] as const),
]
const PATTERNS = NAMED.map((sort) => ({
  sort,
  pattern: inTongue(({ change }) => {
    const source = change?.sorts[sort]
    return source === undefined ? undefined : bounded(source).source
  }, 'giu'),
}))

/** What is taken out of a statement before one looks at its words and numbers. */
const OUT: readonly string[] = ['date', 'time', 'address'] satisfies Sort[]

/** A telephone number, a number plate: digits in groups, or capitals and digits. */
const CODE =
  /(?<![\d.,])\+?\d(?:[ ()/-]{0,2}\d){6,}(?![\d.,]?\d)|(?<![\p{sc=Latin}\d])(?=[\p{Lu}\d-]*(?: [\p{Lu}\d]+)*?\d)(?=[\d -]*\p{sc=Latin})[A-Z\d]{1,8}(?:[ -][A-Z\d]{1,6}){0,3}(?![\p{sc=Latin}\d])/gu

/** With what it counts, where no space stands between them. */
const AMOUNT = /(?<![\p{sc=Latin}\d])\d+(?:[:.,]\d+)*[万億亿千百]*[円元块人个時点分号]?/gu
const NUMBER = /(?<![\p{sc=Latin}\d])\d+(?:[:.,]\d+)*/gu
/** A capital inside a sentence, an identifier, a name in Katakana; any characters that carry meaning in Chinese and Japanese. */
const NAME =
  /(?<=[\p{L}\d,:=] |[("“])\p{Lu}[\p{L}\d.-]*|\p{sc=Latin}+\d[\p{sc=Latin}\d.-]*|\p{L}+[_/][\p{L}\d][\p{L}\d_/]*|(?<=[\p{scx=Han}\p{sc=Hiragana}] ?)[A-Za-z][\w.-]+|[\p{sc=Katakana}ー]{2,}|\p{sc=Han}{1,3}(?=さん|氏|様|先生|くん|ちゃん)|\p{sc=Han}{2}/gu
/** Before a name, and no part of it. */
const TITLE = /(?<!\p{L})(?:Dr|Mr|Mrs|Ms|Prof|Hr|Fr|Sr|Sra|Dra|Don|Doña)\.? (?=\p{Lu})/gu

/** Numbers in words; `a` and `one` mostly count nothing. */
const COUNTED = inTongue(({ calendar }) => {
  const words = Object.keys(calendar?.numbers ?? {}).filter((word) => word.length > 2)
  return words.length === 0 ? HAN_COUNTED : `(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})|${HAN_COUNTED}`
}, 'giu')
const HAN_COUNTED = '[一二两三四五六七八九十百千万]+(?=[个只条点杯次万千百块元人])'

/** A month alone: `in May`. */
const MONTH = fromLanguages((all) => {
  const months = [...new Set(all.flatMap(({ calendar }) => calendar?.months ?? []))].join('|')
  return new RegExp(
    `(?<=(?<!\\p{L})(?:in|for|until|till|to|by|early|late|im|bis|en|para|hasta|a) )(?:${months})(?![\\p{L}.]? ?\\d|\\p{L})|(?<!\\d)\\d{1,2}月(?!\\d)`,
    'giu',
  )
})

function monthsIn(text: string): string[] {
  return (text.match(MONTH()) ?? []).map((month) => month.toLowerCase())
}

export const valuesOf = (whole: string): Values => {
  // `We are on 3.11.` names no day.
  const text = whole.replace(/(?<!(?<!\p{L})(?:am|bis|zum|vom|den|dem|der) \d{1,2}\.\d{1,2})\.\s*$/iu, '')
  const made = { days: [...daysNamed(text), ...monthsIn(text)].map(singular) } as Record<ValueSort, string[]>
  let rest = withoutDays(text)
  for (const { sort, pattern } of PATTERNS) {
    made[sort] = (rest.match(pattern(text)) ?? []).map((value) => plain(value.toLowerCase()))
    if (OUT.includes(sort)) rest = rest.replace(pattern(text), ' ')
  }
  made.code = codesIn(rest)
  rest = withoutCodes(rest)
  made.numbers = [...(rest.match(NUMBER) ?? []), ...(rest.toLowerCase().match(COUNTED(text)) ?? [])]
  made.names = (rest.replace(TITLE, '').match(NAME) ?? [])
    .map((name) => name.toLowerCase().replace(/[.-]+$/, ''))
    .filter((name) => !quietWords().has(name))
  // A day of the month is a day.
  made.days.push(...(made.date ?? []))
  made.date = []
  return made
}

/** The words of a statement without its days, times, codes and numbers. */
export const withoutValues = (text: string): string => {
  let rest = withoutDays(text)
  for (const { sort, pattern } of PATTERNS) if (OUT.includes(sort)) rest = rest.replace(pattern(text), ' ')
  return withoutCodes(rest).replace(AMOUNT, ' ')
}

const isCode = (found: string): boolean =>
  /\d/.test(found) && (/\p{Lu}/u.test(found) || found.replace(/\D/g, '').length >= 7)

function codesIn(text: string): string[] {
  return (text.match(CODE) ?? []).filter(isCode).map((code) => code.toLowerCase())
}

function withoutCodes(text: string): string {
  return text.replace(CODE, (found) => (isCode(found) ? ' ' : found))
}

/** `at 4` is `4`, `the 9th` is `9`. */
function plain(value: string): string {
  return singular(value.replace(/^(?:\p{L}+ )+(?=\d)/u, '').replace(/(?<=\d)(?:st|nd|rd|th)$|[ .]+$/g, ''))
}

/** `Mondays` is `monday`. */
function singular(value: string): string {
  return /\d/.test(value) ? value : value.replace(/(?<=\p{Ll}{3})s$/u, '')
}

/** `10月2号` is `2号`, too. */
export function isSameValue(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return (
    short === long || (/^\d/.test(short) && long.endsWith(short) && /[\p{L} ]/u.test(long.at(-short.length - 1) ?? ''))
  )
}

/** Names a value the old statement does not know; of amounts, one with the same unit. */
export function isOther(next: readonly string[], before: readonly string[], sort?: ValueSort): boolean {
  return next.some((value) => {
    const alike = sort === 'amount' ? before.filter((each) => unitOf(each) === unitOf(value)) : before
    return alike.length > 0 && !alike.some((each) => isSameValue(each, value))
  })
}

function unitOf(amount: string): string {
  // `Half` for `whole`.
  if (!/[\d一二两三四五六七八九十半 ]/.test(amount)) return ''
  return amount
    .replace(/[\d.,\s一二两三四五六七八九十百千半]+/gu, ' ')
    .trim()
    .split(' ')
    .at(-1)!
    .slice(0, 4)
}

/** The words of a statement that say what it is about: no values, nor words that fit everything. */
export const subjectOf = (text: string): ReadonlySet<string> => {
  const rest = withoutValues(text)
  return new Set([
    ...[...contentTerms(rest)].filter(
      (term) => !quietWords().has(term) && !/\p{sc=Hiragana}/u.test(term) && !FUNCTION.test(term),
    ),
    ...nounsIn(rest).filter((noun) => !quietWords().has(noun)),
  ])
}

/** Nouns made of verbs: `引っ越し`, `行き先`. */
function nounsIn(text: string): string[] {
  const runs = (text.match(/[\p{sc=Han}\p{sc=Hiragana}]+/gu) ?? []).filter((run) => /\p{sc=Hiragana}/u.test(run))
  return runs.flatMap((run) => wordsIn(run).filter((word) => NOUN.test(word)))
}

const NOUN = /^(?=.*\p{sc=Hiragana})\p{sc=Han}[\p{sc=Han}\p{sc=Hiragana}]*[\p{sc=Han}いきしちみりえけせてめれ]$/u

const FUNCTION = /^\p{sc=Han}$|[的了是在和有我你他她这那就都也不用把被从到要]/u

/** `Start` and `Starttermin`, `jefe` and `jefa`, `pescado` and `pescadero`, `Versammlung` and `Mitgliederversammlung`. */
export function isAlike(a: string, b: string): boolean {
  if (a === b) return true
  const least = Math.min(a.length, b.length)
  if (least >= 4 && a.length === b.length && a.slice(0, -1) === b.slice(0, -1) && /[aeo]$/.test(a) && /[aeo]$/.test(b))
    return true
  if (a === `${b}in` || b === `${a}in`) return true
  // `Auto` and `Autoversicherung`, `Quiz` and `Kneipenquiz`.
  const isPrefix = a.startsWith(b) || b.startsWith(a)
  const isSuffix = a.endsWith(b) || b.endsWith(a)
  if (least >= 4 && (isPrefix || isSuffix) && Math.abs(a.length - b.length) >= 4) return true
  if (least < 5) return false
  if (least >= 7 && (a.endsWith(b) || b.endsWith(a))) return true
  let same = 0
  while (same < least && a[same] === b[same]) same++
  return same === least || (same >= 6 && same >= 0.75 * least)
}
