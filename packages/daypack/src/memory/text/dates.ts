import { dayNumber, partsOf } from './days.ts'

/** Days a text speaks about, both ends included. `yearly`: the same days of any year, since the text names none. */
export type DateWindow = { readonly from: number; readonly to: number; readonly yearly?: boolean }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
}
const UNIT_DAYS: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
  天: 1,
  日: 1,
  周: 7,
  星期: 7,
  月: 30,
  年: 365,
}

const ISO = /(?<!\d)((?:19|20)\d\d)[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})(?!\d)/g
const ISO_MONTH = /(?<![\d-])((?:19|20)\d\d)(?:-|年)(\d{1,2})(?:月|(?![\d-]))(?!\s?\d)/g
const MONTH_DAY_ZH = /(?<![\d年])(\d{1,2})月(\d{1,2})[日号]/g
const MONTH_ZH = /(?<![\d年])(\d{1,2})月份?(?!\d)/g
const DAY_MONTH = new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+((?:19|20)\\d\\d))?`, 'gi')
const MONTH_DAY = new RegExp(`\\b${MONTH}\\s+${DAY}(?!\\d)(?:,?\\s+((?:19|20)\\d\\d))?`, 'gi')
const MONTH_YEAR = new RegExp(`\\b${MONTH},?\\s+(?:of\\s+)?((?:19|20)\\d\\d)`, 'gi')
const BARE_MONTH = new RegExp(
  `\\b(?:in|during|since|last|this|early|late|mid|of|through|throughout)[\\s-]+${MONTH}\\b`,
  'gi',
)
const BARE_YEAR = /(?:\b(?:in|during|since|of)\s+|(?<![\d.]))((?:19|20)\d\d)(?:年(?!\d)|\b(?![-/.]\d))/g
const AGO = /\b(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(day|week|month|year)s?\s+ago\b/gi
const AGO_ZH = /((?<!\d)\d+|[一两二三四五六七八九十])个?(天|日|周|星期|月|年)之?前/g

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
  take(ISO, ([, year, month, day]) => oneDay(Number(year), Number(month), Number(day)))
  take(ISO_MONTH, ([, year, month]) => wholeMonth(Number(year), Number(month)))
  take(DAY_MONTH, ([, day, month, year]) => dayIn(year, monthNumber(month), Number(day)))
  take(MONTH_DAY, ([, month, day, year]) => dayIn(year, monthNumber(month), Number(day)))
  take(MONTH_YEAR, ([, month, year]) => wholeMonth(Number(year), monthNumber(month)))
  take(MONTH_DAY_ZH, ([, month, day]) => dayIn(undefined, Number(month), Number(day)))
  take(MONTH_ZH, ([, month]) => yearly(wholeMonth(2000, Number(month))))
  take(BARE_MONTH, ([, month]) => yearly(wholeMonth(2000, monthNumber(month))))
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
  const add = (pattern: RegExp, from: number, to: number): void => {
    if (pattern.test(text)) found.push({ from, to })
  }
  add(/\byesterday\b|昨天|昨日/, today - 1, today - 1)
  add(/前天/, today - 2, today - 2)
  add(/\btoday\b|\bthis (?:morning|afternoon|evening)\b|今天|今日/, today, today)
  add(/\blast week\b|上周|上星期|上个星期/, monday - 7, monday - 1)
  add(/\bthis week\b|这周|本周|这星期/, monday, monday + 6)
  add(/\blast weekend\b|上周末/, monday - 2, monday - 1)
  const before = wholeMonth(month === 1 ? year - 1 : year, month === 1 ? 12 : month - 1) as DateWindow
  const current = wholeMonth(year, month) as DateWindow
  add(/\blast month\b|上个?月/, before.from, before.to)
  add(/\bthis month\b|这个月|本月/, current.from, current.to)
  add(/\blast year\b|去年/, dayNumber(year - 1, 1, 1) as number, dayNumber(year - 1, 12, 31) as number)
  add(/\bthis year\b|今年/, dayNumber(year, 1, 1) as number, dayNumber(year, 12, 31) as number)
  for (const [index, name] of WEEKDAYS.entries()) {
    const back = (weekday - index + 7) % 7 || 7
    add(new RegExp(`\\b(?:last|on) ${name}\\b`), today - back, today - back)
  }
  for (const pattern of [AGO, AGO_ZH]) {
    for (const [, amount = '', unit = ''] of text.matchAll(pattern)) {
      const days = (NUMBERS[amount] ?? Number(amount)) * (UNIT_DAYS[unit] ?? 1)
      const slack = Math.floor(days / 7)
      found.push({ from: today - days - slack, to: today - days + slack })
    }
  }
  return found
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').toLowerCase().slice(0, 3)) + 1
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
