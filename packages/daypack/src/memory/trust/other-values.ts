import { NUMBER_WORDS } from '../language/elsewhere.ts'
import type { Sort } from '../language/language.ts'
import { bounded } from '../text/bounded.ts'
import { CJK } from '../text/cjk.ts'
import { absoluteDates } from '../text/dates.ts'
import { daysNamed } from '../text/days-named.ts'
import { fromLanguages } from '../language/index.ts'
import { inTongue } from '../text/tongue.ts'
import { type Said, valuesOfNumber } from './said.ts'
import { contentTerms, share, wordsOf } from './terms.ts'

/** Values a statement names that what it rests on does not: numbers in words, days, colours, units, places, relatives. */
export function otherValuesIn(claim: string, said: Said): string[] {
  return [
    ...numbersIn(claim, said),
    ...daysIn(claim, said.text),
    ...sortsIn(claim, said),
    ...placesIn(claim, said.text),
    ...countedIn(claim, said.text),
  ]
}

/** `Five kids` of `three kids`; `3 kids` says the same. */
function numbersIn(claim: string, { values, text }: Said): string[] {
  const words = wordsOf(claim).filter((word) => NUMBER_WORDS.has(word))
  const wrong = words.filter((word) => !valuesOfNumber(word).some((value) => values.has(value)))
  const han = (claim.match(HAN_NUMBER) ?? []).filter((number) => !text.includes(number))
  return [...wrong, ...han]
}

const HAN_NUMBER =
  /[〇零一二两三四五六七八九十百千万]+(?=[只个人位条张本台辆块次天周岁歳楼层间家套名頭匹枚冊件回分秒年月日号点時円元斤公米杯瓶])(?<!第)/gu

/** Named otherwise, it must be the same day. */
function daysIn(claim: string, basis: string): string[] {
  const days = daysNamed(claim)
  if (days.length === 0) return []
  const said = basis.toLowerCase()
  const unsaid = days.filter((day) => !said.includes(day))
  if (unsaid.length === 0) return []
  const key = ({ from, to, yearly }: { from: number; to: number; yearly?: boolean }): string =>
    `${from} ${to} ${yearly}`
  const known = new Set(absoluteDates(basis).map(key))
  const windows = absoluteDates(claim).map(key)
  return windows.length >= days.length && windows.every((each) => known.has(each)) ? [] : unsaid
}

/** Values of which a thing has one at a time: what is not said in their place may not stand there. */
const SORTS: readonly Sort[] = [
  'time',
  'amount',
  'part of day',
  'colour',
  'language',
  'case',
  'theme',
  'drink',
  'transport',
  'person',
]
const PATTERNS = SORTS.map((sort) =>
  inTongue(({ change }) => {
    const source = change?.sorts[sort]
    return source === undefined ? undefined : bounded(source).source
  }, 'giu'),
)

function sortsIn(claim: string, { text, terms, values }: Said): string[] {
  const run = text.toLowerCase()
  return PATTERNS.flatMap((pattern) => claim.match(pattern(claim)) ?? []).filter((value) => {
    if (CJK.test(value)) return !run.includes(value.toLowerCase())
    const own = wordsOf(value)
    return !own.every((word) => values.has(word) || SMALL.test(word)) && share(contentTerms(value), terms) < 1
  })
}

/** The small words of a value: `9 in the morning`. */
const SMALL = /^(?:in|the|a|an|at|by|o|clock|um|am|bis|ab|von|die|der|das|la|las|el|por|de|a|i|me|ich|yo)$/

/** `I live in A`, `I moved to B`: where that is said with another place, and nowhere with this one. */
function placesIn(claim: string, basis: string): string[] {
  return PLACES().flatMap((group) => {
    const values = (text: string): string[] =>
      group.flatMap((pattern) => {
        const value = pattern.exec(text)?.groups?.['value']
        return value === undefined ? [] : [value.trim()]
      })
    const claimed = values(claim)
    const said = claimed.length === 0 ? '' : values(basis).join('\n').toLowerCase()
    if (said === '') return []
    return claimed.filter((value) => {
      const [first = ''] = CJK.test(value) ? [value.slice(0, 2)] : wordsOf(value)
      return first !== '' && !said.includes(first) && !said.includes(value.toLowerCase())
    })
  })
}

const PLACES = fromLanguages((all) => all.flatMap(({ stance }) => stance?.places ?? []))

/** `5 cats and 3 dogs` of `3 cats and 5 dogs`, `$500` of `500 euros`: a number goes with what it counts. */
function countedIn(claim: string, basis: string): string[] {
  const claimed = pairsIn(claim)
  const said = claimed.length === 0 ? [] : pairsIn(basis)
  const swapped = claimed.filter(({ number, thing }) => {
    const known = said.filter((pair) => pair.thing === thing)
    return known.length > 0 && !known.some((pair) => pair.number.some((value) => number.includes(value)))
  })
  const units = UNITS.flatMap((unit) => (unit.test(claim) && !unit.test(basis) ? (claim.match(unit)?.[0] ?? []) : []))
  return [...swapped.map(({ text }) => text), ...(UNITS.some((unit) => unit.test(basis)) ? units : [])]
}

function pairsIn(text: string): { number: readonly string[]; thing: string; text: string }[] {
  const han = [...text.matchAll(HAN_COUNTED)].map(([all, number = '', thing = '']) => ({
    number: [number],
    thing,
    text: all,
  }))
  const spaced = [...text.matchAll(/(?<![\p{L}\p{N}.,])(\p{N}+|\p{L}+) (\p{L}{3,})/gu)].flatMap(
    ([all, number = '', thing = '']) => {
      const word = number.toLowerCase()
      const [term] = contentTerms(thing)
      if (term === undefined || !(/^\p{N}/u.test(word) || NUMBER_WORDS.has(word))) return []
      return [{ number: valuesOfNumber(word), thing: term, text: all }]
    },
  )
  return [...han, ...spaced]
}

const HAN_COUNTED =
  /(?<![\d〇零一二两三四五六七八九十百千万])([\d〇零一二两三四五六七八九十百千万]+)([只个人位条张本台辆块名頭匹枚冊件](?:の)?[\p{scx=Han}\p{scx=Katakana}])/gu

/** Each in all its ways to be written. */
const UNITS = [
  /€|(?<!\p{L})(?:euros?|eur)(?!\p{L})|欧元|ユーロ/iu,
  /\$|(?<!\p{L})(?:dollars?|usd|bucks|dólares|dólar)(?!\p{L})|美元|ドル/iu,
  /£|(?<!\p{L})(?:pounds? sterling|gbp|quid)(?!\p{L})|英镑|ポンド/iu,
  /¥|(?<!\p{L})(?:yuan|rmb|cny|yen|jpy)(?!\p{L})|元|円/iu,
  /₽|(?<!\p{L})(?:рубл\p{L}*|rubles?)(?!\p{L})/iu,
  /(?<!\p{L})(?:km|kilomet\p{L}+)(?!\p{L})|公里/iu,
  /(?<!\p{L})(?:miles?|millas?|meilen?)(?!\p{L})|英里/iu,
]
