import { dayNumber, parseDay, partsOf } from './days.ts'
import { CJK } from '../language/cjk.ts'
import { literal } from '../language/pattern.ts'
import { hanValue } from './figures.ts'
import table from './calendar.json' with { type: 'json' }

/** A date as a line writes it; what it leaves out is undefined. */
export type WrittenDate = {
  readonly year?: number
  readonly month?: number
  readonly day?: number
  readonly weekday?: number
}

/** Names in eighteen languages, as they are written there. */
const MONTHS = valuesByName(table.months)
const WEEKDAYS = valuesByName(table.weekdays)
const NAMED_MONTH = [...MONTHS.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map(literal)
  .join('|')
/** `3 March 2026`, `March the 3rd`. */
const DATED = new RegExp(
  String.raw`(?:(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s+(?:of\s+|de\s+)?)?(?<!\p{L})(${NAMED_MONTH})(?!\p{L})\.?(?:\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?![\d:]))?(?:,?\s+(?:of\s+|de\s+)?((?:19|20)\d\d))?`,
  'giu',
)
/** `Tomorrow` is 1 away. The longest first: `the day after tomorrow` is not tomorrow. */
const NEAR = Object.entries(table.near)
  .flatMap(([away, names]) => names.split('|').map((name) => ({ name, away: Number(away) })))
  .toSorted((a, b) => b.name.length - a.name.length)
  .map(({ name, away }) => ({ pattern: anyOf([name], 'gu'), away }))
/** A day, a week, a month and a year, with their days. */
const UNITS = Object.entries(table.units).map(([days, names]) => ({
  days: Number(days),
  pattern: anyOf(names.split('|')),
}))

function valuesByName(names: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(names).flatMap(([value, each]) => each.split(' ').map((name) => [name, Number(value)] as const)),
  )
}

export function anyOf(words: readonly string[], flags = 'u'): RegExp {
  const spaced = words.filter((word) => !CJK.test(word)).map(literal)
  const bounded = spaced.length === 0 ? [] : [`(?<!\\p{L})(?:${spaced.join('|')})(?!\\p{L})`]
  return new RegExp([...bounded, ...words.filter((word) => CJK.test(word))].join('|'), flags)
}

const NUMERIC =
  /(?<!\d)((?:19|20)\d\d)[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})[日号]?(?!\d)|(?<!\d)(?:((?:19|20)\d\d)年)?\s?(\d{1,2}|[一二三四五六七八九十]{1,3})月(?!份?[内间])(?:\s?(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?/g

/** The dates a text writes out, and the text without them. */
export function datesIn(text: string): { readonly dates: WrittenDate[]; readonly rest: string } {
  const dates: WrittenDate[] = []
  const put = (year: string | undefined, month: number, day: string | undefined): string => {
    const full = year === undefined ? undefined : Number(year) < 100 ? 2000 + Number(year) : Number(year)
    dates.push({ ...(full !== undefined && { year: full }), month, ...(day !== undefined && { day: figure(day) }) })
    return ' '
  }
  let rest = text.replace(NUMERIC, (_, y1, m1, d1, y2, m2, d2) => put(y1 ?? y2, figure(m1 ?? m2), d1 ?? d2))
  rest = rest.replace(DATED, (whole, before, name: string, behind, year, at: number, all: string) => {
    const day = before ?? behind
    if (day === undefined && year === undefined && isWord(name, all.slice(0, at))) return whole
    return put(year, MONTHS.get(name.toLowerCase()) ?? 0, day)
  })
  rest = rest.replace(/[\p{L}\p{M}'’-]+/gu, (word, at: number, all: string) => {
    const weekday = WEEKDAYS.get(word.toLowerCase()) ?? WEEKDAYS.get(word.toLowerCase().replace(/s$/, ''))
    if (weekday === undefined || isWord(word, all.slice(0, at))) return word
    dates.push({ weekday })
    return ' '
  })
  for (const [word, weekday] of WEEKDAYS) if (CJK.test(word) && rest.includes(word)) dates.push({ weekday })
  return { dates, rest: rest.replace(/ {2,}/g, ' ') }
}

function figure(text: string): number {
  return /^\d/.test(text) ? Number(text) : hanValue(text)
}

/** `may`, `march` and `sat` are words, too: they count with a capital, or behind a word of time. */
function isWord(word: string, before: string): boolean {
  return /^(?:may|march|mar|sat|sun|mars|mai|set|ago|dec|wed)$/.test(word) && !LEADS.test(before)
}

const LEADS =
  /(?:^|\s)(?:in|since|until|till|til|by|mid|late|early|from|next|last|this|end of|on|every|and|middle of|\+|math)[\s-]$/i

/** `The 3rd` is one of this month or of those beside it. */
const DAY_ALONE = 45

/** Whether a text, said on that day, allows a line to name a date: it names it outright, or lets one count it from the day. */
export function datesSaid(said: string, today: string, numbers: ReadonlySet<number>): (date: WrittenDate) => boolean {
  const now = parseDay(today) ?? 0
  const { year: current } = partsOf(now)
  const { dates } = datesIn(said)
  const weekdays = new Set(dates.flatMap(({ weekday }) => weekday ?? []))
  const counted = countedFrom(said, now, numbers)
  const isCounted = (at: number): boolean =>
    counted.includes(at) || (weekdays.has(partsOf(at).weekday) && Math.abs(at - now) <= 7)
  return ({ year, month, day, weekday }) => {
    if (month === undefined) return weekdays.size > 0 ? weekdays.has(weekday ?? 7) : dates.length + counted.length > 0
    const named = dates.filter((each) => each.month === month)
    if (named.length > 0) {
      const isYear = year === undefined || Math.abs(year - current) <= 1 || numbers.has(year)
      return isYear && (day === undefined || named.some((each) => each.day === day) || numbers.has(day))
    }
    const years = year === undefined ? [current - 1, current, current + 1] : [year]
    const days = years.flatMap((each) =>
      Array.from({ length: day === undefined ? 31 : 1 }, (_, at) => dayNumber(each, month, day ?? at + 1) ?? []).flat(),
    )
    if (days.some(isCounted)) return true
    // `July 2` is not June 2.
    const isAlone = day !== undefined && numbers.has(day) && !dates.some((each) => each.day === day)
    return isAlone && days.some((at) => Math.abs(at - now) <= DAY_ALONE)
  }
}

/** How many days away the days are that a text names by today, `tomorrow` 1; and the text without them: a fortnight tomorrow is not tomorrow. */
export function nearIn(text: string): { readonly away: number[]; readonly rest: string } {
  const away: number[] = []
  let rest = text.toLowerCase().replaceAll('’', "'")
  for (const near of NEAR)
    rest = rest.replace(near.pattern, () => {
      away.push(near.away)
      return ' '
    })
  return { away, rest }
}

/** `Tomorrow`, `in three weeks`, to the day. */
function countedFrom(text: string, now: number, numbers: ReadonlySet<number>): number[] {
  const { away: near, rest } = nearIn(text)
  const counts = [0, 1, ...[...numbers].filter((count) => count > 1 && count <= 60)]
  const away = UNITS.flatMap(({ pattern, days }) =>
    pattern.test(rest) ? counts.map((count) => Math.round(count * days)) : [],
  )
  return away.length === 0 ? near.map((days) => now + days) : away.flatMap((days) => [now + days, now - days])
}
