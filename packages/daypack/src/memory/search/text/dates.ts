import { datesIn, nearIn, type WrittenDate } from '../../text/calendar.ts'
import { numbersIn } from '../../text/figures.ts'
import { CJK } from '../../language/cjk.ts'
import { anyLanguage, fromLanguages } from '../../language/index.ts'
import type { Relative } from '../../language/language.ts'
import { dayNumber, partsOf } from '../../text/days.ts'

/** Days a text speaks about, both ends included. `yearly`: the same days of any year, since the text names none. */
export type DateWindow = { readonly from: number; readonly to: number; readonly yearly?: boolean }

/** `May I ask` names no month. */
const LED =
  /(?<!\p{L})(?:in|during|since|last|this|early|late|mid|of|through|throughout|en|im|seit|desde)[\s-]+\p{L}+/giu
/** `2026-01` */
const ISO_MONTH = /(?<![\d-])((?:19|20)\d\d)-(\d\d)(?![\d-])/g
const BARE_YEAR = /(?:\b(?:in|during|since|of)\s+|(?<![\d.]))((?:19|20)\d\d)(?:年(?!\d)|\b(?![-/.]\d))/g
const AGO = fromLanguages((all) =>
  all.flatMap(({ calendar }) =>
    calendar?.ago === undefined ? [] : [{ calendar, pattern: new RegExp(calendar.ago, 'giu') }],
  ),
)
const RELATIVE = new Map(
  (['last week', 'this week', 'last weekend', 'last month', 'this month', 'last year', 'this year'] as const).map(
    (name) => [name, anyLanguage(({ calendar }) => calendar?.relative?.[name])],
  ),
)

/** Every date a text names outright, as windows. */
export function absoluteDates(text: string): DateWindow[] {
  const { dates, rest } = datesIn(text)
  const isLed = (month: number): boolean =>
    CJK.test(text) || datesIn((text.match(LED) ?? []).join(', ')).dates.some((date) => date.month === month)
  const named = dates.filter(
    ({ year, month, day }) => month !== undefined && (year !== undefined || day !== undefined || isLed(month)),
  )
  const months = [...rest.matchAll(ISO_MONTH)].map(([, year, month]) => ({ year: Number(year), month: Number(month) }))
  const years = [...rest.matchAll(BARE_YEAR)].map(([, year]) => ({ year: Number(year) }))
  return [...named, ...months, ...years].flatMap((date) => windowOf(date) ?? [])
}

function windowOf({ year, month, day }: WrittenDate): DateWindow | undefined {
  const [from, to] = [month ?? 1, month ?? 12]
  const window = period(year ?? 2000, from, to, day)
  return year === undefined && window !== undefined ? { ...window, yearly: true } : window
}

/** Whole months of a year, or one day of the first. */
function period(year: number, first: number, last: number, day?: number): DateWindow | undefined {
  const from = dayNumber(year, first, day ?? 1)
  const end = last === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, last + 1, 1)
  return from === undefined || end === undefined ? undefined : { from, to: day === undefined ? end - 1 : from }
}

/** Dates of a query, those counted from today included. */
export function dateWindows(query: string, today: number): DateWindow[] {
  return [...absoluteDates(query), ...relativeDates(query, today)]
}

export function inWindow(day: number, window: DateWindow): boolean {
  if (day === 0) return false
  if (window.yearly !== true) return day >= window.from && day <= window.to
  const { month, day: date } = partsOf(day)
  const same = dayNumber(2000, month, date) as number
  return same >= window.from && same <= window.to
}

function relativeDates(query: string, today: number): DateWindow[] {
  const text = query.toLowerCase()
  const { year, month, weekday } = partsOf(today)
  const monday = today - ((weekday + 6) % 7)
  const found = nearIn(text).away.map((away) => ({ from: today + away, to: today + away }))
  const add = (name: Relative, window: DateWindow | undefined): void => {
    if (window !== undefined && RELATIVE.get(name)?.().test(text) === true) found.push(window)
  }
  add('last week', { from: monday - 7, to: monday - 1 })
  add('this week', { from: monday, to: monday + 6 })
  add('last weekend', { from: monday - 2, to: monday - 1 })
  add('last month', month === 1 ? period(year - 1, 12, 12) : period(year, month - 1, month - 1))
  add('this month', period(year, month, month))
  add('last year', period(year - 1, 1, 12))
  add('this year', period(year, 1, 12))
  const { dates } = datesIn(query)
  // `2023/05/25 (Thu)` is one day.
  for (const { weekday: named } of dates.some(({ month }) => month !== undefined) ? [] : dates) {
    const back = (weekday - (named ?? 0) + 7) % 7 || 7
    found.push({ from: today - back, to: today - back })
  }
  for (const { pattern, calendar } of AGO()) {
    for (const { groups: { amount = '', unit = '' } = {} } of text.matchAll(pattern)) {
      const [count = 1] = numbersIn(amount)
      const days = count * (calendar.unitDays?.[unit] ?? 1)
      const slack = Math.floor(days / 7)
      found.push({ from: today - days - slack, to: today - days + slack })
    }
  }
  return found
}
