import { dayNumber, parseDay, partsOf } from '../text/days.ts'
import { CJK } from '../language/cjk.ts'
import table from './words.json' with { type: 'json' }

/** A date as a line writes it; what it leaves out is undefined. */
export type WrittenDate = {
  readonly year?: number
  readonly month?: number
  readonly day?: number
  readonly weekday?: number
}

type Names = {
  readonly months: ReadonlyMap<string, number>
  readonly weekdays: ReadonlyMap<string, number>
  /** `tomorrow` is 1. */
  readonly near: ReadonlyMap<string, number>
  /** How long a day, a week, a month and a year are. */
  readonly units: readonly { readonly pattern: RegExp; readonly days: number }[]
  readonly dated: RegExp
}

let loaded: Names | undefined

/** Names of months, weekdays, near days and units in the languages the runtime knows. */
function names(): Names {
  if (loaded !== undefined) return loaded
  const [months, weekdays] = [new Map<string, number>(), new Map(Object.entries(table.weekdays))]
  const near = new Map<string, number>(Object.entries(table.near))
  const add = (to: Map<string, number>, text: string, value: number): void => {
    const key = text.toLowerCase().replace(/\.$/, '').replaceAll('’', "'")
    if (!/\d/.test(key) && !to.has(key) && (key.length > 2 || CJK.test(key))) to.set(key, value)
  }
  for (const locale of table.locales) {
    const parts = (options: Intl.DateTimeFormatOptions, time: number): Intl.DateTimeFormatPart[] =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).formatToParts(time)
    for (const style of locale === 'en' ? (['long', 'short'] as const) : (['long'] as const)) {
      for (let month = 0; month < 12; month++)
        for (const options of [{ month: style }, { month: style, day: 'numeric' as const }])
          for (const { type, value } of parts(options, Date.UTC(2026, month, 1)))
            if (type === 'month' && !CJK.test(value)) add(months, value, month + 1)
      for (let day = 0; day < 7; day++)
        for (const { value } of parts({ weekday: style }, Date.UTC(2026, 10, 1 + day)))
          for (const name of [value, value.replace(/-feira$/, '')]) add(weekdays, name, day)
    }
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    for (const away of [0, 1, -1, 2, -2]) add(near, relative.format(away, 'day'), away)
  }
  const unit = (name: string, days: number): Names['units'][number] => {
    const words = table.locales.flatMap((locale) =>
      [1, 2, 5].map((count) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count),
      ),
    )
    const bare = words
      .map((word) => word.toLowerCase().replace(/[\d\s]+/g, ''))
      .filter((word) => word.length > 2 || CJK.test(word))
    return { days, pattern: anyOf([...new Set(bare)]) }
  }
  const units = [unit('day', 1), unit('week', 7), unit('month', 30.4), unit('year', 365.25)]
  const month = [...months.keys()].toSorted((a, b) => b.length - a.length).map(literal)
  const dated = new RegExp(
    String.raw`(?:(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s+(?:of\s+|de\s+)?)?(?<!\p{L})(${month.join('|')})(?!\p{L})\.?(?:\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?![\d:]))?(?:,?\s+(?:of\s+|de\s+)?((?:19|20)\d\d))?`,
    'giu',
  )
  return (loaded = { months, weekdays, near, units, dated })
}

function anyOf(words: readonly string[]): RegExp {
  const spaced = words.filter((word) => !CJK.test(word)).map(literal)
  const bounded = spaced.length === 0 ? [] : [`(?<!\\p{L})(?:${spaced.join('|')})(?!\\p{L})`]
  return new RegExp([...bounded, ...words.filter((word) => CJK.test(word))].join('|'), 'u')
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

const NUMERIC =
  /(?<!\d)((?:19|20)\d\d)[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})[日号]?(?!\d)|(?<!\d)(?:((?:19|20)\d\d)年)?\s?(\d{1,2}|[一二三四五六七八九十]{1,3})月(?!份?[内间])(?:\s?(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?/g
const SLASHED =
  /(?<![\d./])(\d{1,2})(?:\/(\d{1,2})(?:\/((?:19|20)?\d\d))?(?![\d/])|\.\s?(\d{1,2})\.(?:\s?((?:19|20)\d\d)|(?=\s\p{L}|\s?[-–]))(?!\d))/gu

/** The dates a text writes out, and the text without them. */
export function datesIn(text: string): { readonly dates: WrittenDate[]; readonly rest: string } {
  const dates: WrittenDate[] = []
  const { months, weekdays, dated } = names()
  const put = (year: string | undefined, month: number, day: string | undefined): string => {
    const full = year === undefined ? undefined : Number(year) < 100 ? 2000 + Number(year) : Number(year)
    dates.push({ ...(full !== undefined && { year: full }), month, ...(day !== undefined && { day: figure(day) }) })
    return ' '
  }
  let rest = text.replace(NUMERIC, (_, y1, m1, d1, y2, m2, d2) => put(y1 ?? y2, figure(m1 ?? m2), d1 ?? d2))
  rest = rest.replace(dated, (whole, before, name: string, behind, year, at: number, all: string) => {
    const day = before ?? behind
    if (day === undefined && year === undefined && isWord(name, all.slice(0, at))) return whole
    return put(year, months.get(name.toLowerCase()) ?? 0, day)
  })
  rest = rest.replace(/[\p{L}\p{M}'’-]+/gu, (word, at: number, all: string) => {
    const weekday = weekdays.get(word.toLowerCase()) ?? weekdays.get(word.toLowerCase().replace(/s$/, ''))
    if (weekday === undefined || isWord(word, all.slice(0, at))) return word
    dates.push({ weekday })
    return ' '
  })
  for (const [word, weekday] of weekdays) if (CJK.test(word) && rest.includes(word)) dates.push({ weekday })
  rest = rest.replace(SLASHED, (whole, a, slash, y1, dot, y2) => {
    const [first, second, year] = [Number(a), Number(slash ?? dot), y1 ?? y2]
    const pairs = [
      [first, second],
      [second, first],
    ].filter(([d = 0, m = 0]) => m >= 1 && m <= 12 && d >= 1 && d <= 31)
    for (const [day, month] of pairs) put(year, month ?? 0, String(day))
    return pairs.length === 0 ? whole : ' '
  })
  return { dates, rest: rest.replace(/ {2,}/g, ' ') }
}

function figure(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['-', text]
  const digit = (char: string): number => '零一二三四五六七八九'.indexOf(char)
  return tens === '-' ? digit(ones) : (tens === '' ? 1 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones))
}

/** `may`, `march` and `sat` are words, too: they count with a capital, or behind a word of time. */
function isWord(word: string, before: string): boolean {
  return /^(?:may|march|mar|sat|sun|mars|mai|set|ago|dec|wed)$/.test(word) && !LEADS.test(before)
}

const LEADS =
  /(?:^|\s)(?:in|since|until|till|til|by|mid|late|early|from|next|last|this|end of|on|every|and|middle of|\+|math)[\s-]$/i

/** A note may be dated by the day it was said on. */
export function isToday({ year, month, day }: WrittenDate, today: string): boolean {
  const now = partsOf(parseDay(today) ?? 0)
  return month === now.month && (year ?? now.year) === now.year && day === now.day
}

/** Whether the words of a text, said on that day, name this date: outright, by its weekday, or counted from that day. */
export function namesDate(said: string, date: WrittenDate, today: string, numbers: ReadonlySet<number>): boolean {
  const now = parseDay(today) ?? 0
  const { dates } = datesIn(said)
  const { year, month, day, weekday } = date
  const days = daysFrom(said, dates, now, numbers)
  const weekdays = dates.flatMap((each) => each.weekday ?? [])
  if (month === undefined)
    return weekdays.length > 0 ? weekdays.includes(weekday ?? 7) : days.some((at) => partsOf(at).weekday === weekday)
  const current = partsOf(now).year
  const isYear =
    year === undefined || Math.abs(year - current) <= 1 || numbers.has(year) || dates.some((each) => each.year === year)
  const isDay = (at: number): boolean => {
    const parts = partsOf(at)
    return (
      parts.month === month && (day === undefined || parts.day === day) && (year === undefined || parts.year === year)
    )
  }
  if (days.some(isDay)) return true
  const named = dates.filter((each) => each.month === month)
  if (named.length > 0)
    return (
      isYear && (day === undefined || named.some((each) => each.day === day || (named.length > 0 && numbers.has(day))))
    )
  if (day === undefined || !numbers.has(day) || NEXT_MONTH.test(said.toLowerCase())) return false
  if (dates.some((each) => each.day === day)) return false
  const at = dayNumber(year ?? current, month, day) ?? 0
  return Math.abs(at - now) <= DAY_ALONE
}

/** `The 3rd` is one of this month or of those beside it. */
const DAY_ALONE = 45

/** The days a text counts from today: `tomorrow`, `on Friday`, `in three weeks`, `next month`, `at the end of May`. */
function daysFrom(said: string, dates: readonly WrittenDate[], now: number, numbers: ReadonlySet<number>): number[] {
  const text = said.toLowerCase().replaceAll('’', "'")
  const found = new Set<number>()
  const { near, units } = names()
  const { year, month, weekday: current } = partsOf(now)
  const longest = [...near].filter(([name]) => anyOf([name]).test(text)).toSorted((a, b) => b[0].length - a[0].length)
  for (const [name, away] of longest)
    if (!longest.some(([other]) => other !== name && other.includes(name))) found.add(now + away)
  const [isNext, isLast] = [NEXT.test(text), LAST.test(text)]
  const monday = now - ((current + 6) % 7)
  for (const { weekday } of dates) {
    if (weekday === undefined) continue
    const ahead = (weekday - current + 7) % 7
    const next = monday + 7 + ((weekday + 6) % 7)
    for (const at of WEEKS.test(text) ? [next] : isNext ? [next, now + ahead] : [now + ahead, now + ahead - 7])
      found.add(at)
  }
  const counts = [...numbers].filter((count) => count >= 1 && count <= 60)
  if (ONE.test(text) || isNext || isLast) counts.push(1)
  const starts = [now, ...(isNext || isLast ? [] : found)]
  for (const { pattern, days: length } of units) {
    if (!pattern.test(text)) continue
    const slack = length > 7 ? 2 : 0
    for (const count of counts)
      for (const start of length === 7 ? starts : [now])
        for (const side of [1, -1])
          for (let off = -slack; off <= slack; off++) found.add(start + side * Math.round(count * length) + off)
  }
  if (WEEKS.test(text) && dates.every(({ weekday }) => weekday === undefined))
    for (let day = 0; day < 7; day++) for (const away of [isLast ? -7 : 7, 0]) found.add(monday + away + day)
  if (isNext || isLast) {
    const [y, m] = monthAway(year, month, isNext ? 1 : -1)
    for (const day of [1, ...numbers]) found.add(dayNumber(y, m, day) ?? now + 1e4)
  }
  if (FORTNIGHT.test(text)) for (const day of starts) found.add(day + 14)
  const bare = dates.flatMap((each) => (each.month !== undefined && each.day === undefined ? each.month : []))
  if (END.test(text))
    for (const each of [...bare, month, month + 1, 12])
      found.add((dayNumber(...monthAway(each < month ? year + 1 : year, each, 1), 1) as number) - 1)
  return [...found]
}

const [NEXT, LAST, ONE, WEEKS, NEXT_MONTH, END, FORTNIGHT] = (
  ['next', 'last', 'one', 'weeks', 'nextMonth', 'end', 'fortnight'] as const
).map((name) => anyOf(table.time[name].split('|'))) as [RegExp, RegExp, RegExp, RegExp, RegExp, RegExp, RegExp]

function monthAway(year: number, month: number, away: number): [number, number] {
  const at = year * 12 + month - 1 + away
  return [Math.floor(at / 12), (at % 12) + 1]
}
