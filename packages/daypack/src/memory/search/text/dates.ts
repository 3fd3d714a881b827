import { anyLanguage, fromLanguages, LANGUAGES } from '../../language/index.ts'
import type { Relative } from '../../language/language.ts'
import { dayNumber, partsOf } from '../../text/days.ts'

/** Days a text speaks about, both ends included. `yearly`: the same days of any year, since the text names none. */
export type DateWindow = { readonly from: number; readonly to: number; readonly yearly?: boolean }

/** The names of each month, as one source each. */
const months = fromLanguages((all) =>
  Array.from({ length: 12 }, (_, index) =>
    [...new Set(all.flatMap(({ calendar }) => calendar?.months?.[index] ?? []))].join('|'),
  ),
)
const NAMED_MONTHS = fromLanguages(() => months().map((names) => new RegExp(`^(?:${names})$`, 'iu')))
const DAY = '(\\d{1,2})(?:st|nd|rd|th|\\.)?'
const OF = '(?:(?:of|de)\\s+)?'

const ISO = /(?<!\d)((?:19|20)\d\d)[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})(?!\d)/g
const ISO_MONTH = /(?<![\d-])((?:19|20)\d\d)(?:-|年)(\d{1,2})(?:月|(?![\d-]))(?!\s?\d)/g
const MONTH_DAY_ZH = /(?<![\d年])(\d{1,2})月(\d{1,2})[日号]/g
const MONTH_ZH = /(?<![\d年])(\d{1,2})月份?(?!\d)/g
/** Dates with the name of a month in them. */
const WITH_MONTH = fromLanguages(() => {
  const month = `(${months().join('|')})(?!\\p{L})\\.?`
  return {
    dayMonth: new RegExp(`(?<!\\d)${DAY}\\s+${OF}${month}(?:,?\\s+${OF}((?:19|20)\\d\\d))?`, 'giu'),
    monthDay: new RegExp(`(?<!\\p{L})${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+((?:19|20)\\d\\d))?`, 'giu'),
    monthYear: new RegExp(`(?<!\\p{L})${month},?\\s+${OF}((?:19|20)\\d\\d)`, 'giu'),
    bare: new RegExp(
      `(?<!\\p{L})(?:in|during|since|last|this|early|late|mid|of|through|throughout|en|im|seit|desde)[\\s-]+${month}`,
      'giu',
    ),
  }
})
const BARE_YEAR = /(?:\b(?:in|during|since|of)\s+|(?<![\d.]))((?:19|20)\d\d)(?:年(?!\d)|\b(?![-/.]\d))/g
const AGO = fromLanguages((all) =>
  all.flatMap(({ calendar }) =>
    calendar?.ago === undefined ? [] : [{ calendar, pattern: new RegExp(calendar.ago, 'giu') }],
  ),
)
const RELATIVE = new Map(
  (
    [
      ...['yesterday', 'before yesterday', 'today', 'last week', 'this week', 'last weekend'],
      ...['last month', 'this month', 'last year', 'this year'],
    ] as Relative[]
  ).map((name) => [name, anyLanguage(({ calendar }) => calendar?.relative?.[name])]),
)

/** Every date a text names outright, as windows; parts already taken by a fuller form are not read again. */
export function absoluteDates(text: string): DateWindow[] {
  const found: DateWindow[] = []
  let rest = text
  const take = (pattern: RegExp, read: (match: string[]) => DateWindow | undefined): void => {
    rest = rest.replace(pattern, (...args) => {
      const window = read(args.filter((arg) => typeof arg === 'string' || arg === undefined) as string[])
      if (window === undefined) return args[0]
      found.push(window)
      return ' '.repeat(args[0].length)
    })
  }
  const { dayMonth, monthDay, monthYear, bare } = WITH_MONTH()
  take(ISO, ([, year, month, day]) => oneDay(Number(year), Number(month), Number(day)))
  take(ISO_MONTH, ([, year, month]) => wholeMonth(Number(year), Number(month)))
  take(dayMonth, ([, day, month, year]) => dayIn(year, monthNumber(month), Number(day)))
  take(monthDay, ([, month, day, year]) => dayIn(year, monthNumber(month), Number(day)))
  take(monthYear, ([, month, year]) => wholeMonth(Number(year), monthNumber(month)))
  take(MONTH_DAY_ZH, ([, month, day]) => dayIn(undefined, Number(month), Number(day)))
  take(MONTH_ZH, ([, month]) => yearly(wholeMonth(2000, Number(month))))
  take(bare, ([, month]) => yearly(wholeMonth(2000, monthNumber(month))))
  take(BARE_YEAR, ([, year]) => ({
    from: dayNumber(Number(year), 1, 1) as number,
    to: dayNumber(Number(year), 12, 31) as number,
  }))
  return found
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
  const found: DateWindow[] = []
  const { year, month, weekday } = partsOf(today)
  const monday = today - ((weekday + 6) % 7)
  const add = (name: Relative, from: number, to: number): void => {
    if (RELATIVE.get(name)?.().test(text) === true) found.push({ from, to })
  }
  add('yesterday', today - 1, today - 1)
  add('before yesterday', today - 2, today - 2)
  add('today', today, today)
  add('last week', monday - 7, monday - 1)
  add('this week', monday, monday + 6)
  add('last weekend', monday - 2, monday - 1)
  const before = wholeMonth(month === 1 ? year - 1 : year, month === 1 ? 12 : month - 1) as DateWindow
  const current = wholeMonth(year, month) as DateWindow
  add('last month', before.from, before.to)
  add('this month', current.from, current.to)
  add('last year', dayNumber(year - 1, 1, 1) as number, dayNumber(year - 1, 12, 31) as number)
  add('this year', dayNumber(year, 1, 1) as number, dayNumber(year, 12, 31) as number)
  for (const [index, name] of (LANGUAGES[0]?.calendar?.weekdays ?? []).entries()) {
    const back = (weekday - index + 7) % 7 || 7
    if (new RegExp(`\\b(?:last|on) ${name}\\b`).test(text)) found.push({ from: today - back, to: today - back })
  }
  for (const { pattern, calendar } of AGO()) {
    for (const { groups: { amount = '', unit = '' } = {} } of text.matchAll(pattern)) {
      const days = (calendar.numbers?.[amount] ?? Number(amount)) * (calendar.unitDays?.[unit] ?? 1)
      const slack = Math.floor(days / 7)
      found.push({ from: today - days - slack, to: today - days + slack })
    }
  }
  return found
}

function monthNumber(name = ''): number {
  return NAMED_MONTHS().findIndex((names) => names.test(name)) + 1
}

function oneDay(year: number, month: number, day: number): DateWindow | undefined {
  const at = dayNumber(year, month, day)
  return at === undefined ? undefined : { from: at, to: at }
}

function dayIn(year: string | undefined, month: number, day: number): DateWindow | undefined {
  return year === undefined ? yearly(oneDay(2000, month, day)) : oneDay(Number(year), month, day)
}

function wholeMonth(year: number, month: number): DateWindow | undefined {
  const from = dayNumber(year, month, 1)
  return from === undefined
    ? undefined
    : { from, to: (dayNumber(month === 12 ? year + 1 : year, (month % 12) + 1, 1) as number) - 1 }
}

function yearly(window: DateWindow | undefined): DateWindow | undefined {
  return window && { ...window, yearly: true }
}
