import { dayNumber, parseDay, partsOf } from '../text/days.ts'
import table from './words.json' with { type: 'json' }

/** A date as a text writes it; what it leaves out is undefined. */
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
  readonly units: readonly { readonly pattern: RegExp; readonly days: number }[]
  readonly dated: RegExp
}

let loaded: Names | undefined

/** Names of months, weekdays, near days and units in the languages the runtime knows: no table of ours. */
function names(): Names {
  if (loaded !== undefined) return loaded
  const months = new Map<string, number>()
  const weekdays = new Map<string, number>()
  const near = new Map<string, number>()
  const add = (to: Map<string, number>, text: string, value: number): void => {
    const key = text.toLowerCase().replace(/\.$/, '').replaceAll('’', "'")
    if (!/\d/.test(key) && !to.has(key) && (key.length > 2 || CJK.test(key))) to.set(key, value)
  }
  const styles = (locale: string): readonly ('long' | 'short')[] => (locale === 'en' ? ['long', 'short'] : ['long'])
  for (const locale of table.locales) {
    const name = (options: Intl.DateTimeFormatOptions, time: number): Intl.DateTimeFormatPart[] =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).formatToParts(time)
    for (const style of styles(locale)) {
      for (let month = 0; month < 12; month++)
        for (const options of [{ month: style }, { month: style, day: 'numeric' as const }])
          for (const part of name(options, Date.UTC(2026, month, 1)))
            if (part.type === 'month' && !CJK.test(part.value)) add(months, part.value, month + 1)
      for (let day = 0; day < 7; day++)
        for (const part of name({ weekday: style }, Date.UTC(2026, 10, 1 + day))) add(weekdays, part.value, day)
    }
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    for (const away of [0, 1, -1, 2, -2]) add(near, relative.format(away, 'day'), away)
  }
  for (const [short, day] of Object.entries({ tues: 2, weds: 3, thur: 4, thurs: 4 })) weekdays.set(short, day)
  for (const [short, away] of Object.entries({
    tmrw: 1,
    tmr: 1,
    tmw: 1,
    tonight: 0,
    'day after tomorrow': 2,
    大后天: 3,
    今晚: 0,
  }))
    near.set(short, away)
  for (const [day, char] of Array.from('日一二三四五六').entries())
    for (const word of ['周', '星期', '礼拜', '週', '禮拜']) weekdays.set(word + char, day)
  for (const [day, char] of Array.from('日月火水木金土').entries()) weekdays.set(`${char}曜`, day)
  weekdays.set('周天', 0)
  const unit = (name: string, days: number): Names['units'][number] => {
    const words = table.locales.flatMap((locale) =>
      [1, 2, 5].map((count) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count).toLowerCase(),
      ),
    )
    const bare = words.map((word) => word.replace(/[\d\s]+/g, '')).filter((word) => word.length > 2 || CJK.test(word))
    return { days, pattern: bounded([...new Set(bare)]) }
  }
  const units = [unit('day', 1), unit('week', 7), unit('month', 30.4), unit('year', 365.25)]
  const month = [...months.keys()].toSorted((a, b) => b.length - a.length).map(literal)
  const dated = new RegExp(
    String.raw`(?:(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s+(?:of\s+|de\s+)?)?(?<!\p{L})(${month.join('|')})(?!\p{L})\.?(?:\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?![\d:]))?(?:,?\s+(?:of\s+|de\s+)?((?:19|20)\d\d))?`,
    'giu',
  )
  return (loaded = { months, weekdays, near, units, dated })
}

const CJK = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}]/u

function bounded(words: readonly string[]): RegExp {
  const spaced = words.filter((word) => !CJK.test(word)).map(literal)
  const others = words.filter((word) => CJK.test(word)).map(literal)
  return new RegExp([`(?<!\\p{L})(?:${spaced.join('|')})(?!\\p{L})`, ...others].join('|'), 'u')
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

const ISO = /(?<!\d)((?:19|20)\d\d)[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})[日号]?(?!\d)/g
const CJK_DAY =
  /(?<!\d)(?:((?:19|20)\d\d)年)?\s?(\d{1,2}|[一二三四五六七八九十]{1,3})月(?!份?[内间])(?:\s?(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?/g
const SLASHED = /(?<![\d./])(\d{1,2})\/(\d{1,2})(?:\/((?:19|20)?\d\d))?(?![\d/])/g
const DOTTED =
  /(?<=(?:am|vom|bis|den|zum|ab|dem)\s)(\d{1,2})\.\s?(\d{1,2})\.(?:\s?((?:19|20)?\d\d))?|(?<![\d.])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)/gi

/** The dates a text writes out, and the text without them. */
export function datesIn(text: string): { readonly dates: WrittenDate[]; readonly rest: string } {
  const dates: WrittenDate[] = []
  const { months, weekdays, dated } = names()
  const put = (year: string | undefined, month: number, day: string | undefined): string => {
    const full = year === undefined ? undefined : Number(year) < 100 ? 2000 + Number(year) : Number(year)
    dates.push({ ...(full !== undefined && { year: full }), month, ...(day !== undefined && { day: figure(day) }) })
    return ' '
  }
  let rest = text.replace(ISO, (_, year, month, day) => put(year, Number(month), day))
  rest = rest.replace(CJK_DAY, (_, year, month, day) => put(year, figure(month), day))
  for (const { 0: word, index } of rest.matchAll(/[\p{L}\p{M}'’-]+/gu)) {
    const key = word.toLowerCase().replace(/s$/, '')
    const weekday = weekdays.get(word.toLowerCase()) ?? weekdays.get(key)
    if (weekday !== undefined && !isWord(word, rest.slice(0, index))) dates.push({ weekday })
  }
  for (const [word, weekday] of weekdays) if (CJK.test(word) && rest.includes(word)) dates.push({ weekday })
  rest = rest.replace(dated, (whole, before, name: string, behind, year, at: number, all: string) => {
    const day = before ?? behind
    if (day === undefined && year === undefined && isWord(name, all.slice(0, at))) return whole
    return put(year, months.get(name.toLowerCase()) ?? 0, day)
  })
  rest = rest.replace(SLASHED, (whole, a, b, year) => {
    const [first, second] = [Number(a), Number(b)]
    const [day, month] = first > 12 ? [first, second] : [second, first]
    if (month < 1 || month > 12 || day < 1 || day > 31) return whole
    if (first <= 12 && second <= 12) put(year, second, String(first))
    return put(year, month, String(day))
  })
  rest = rest.replace(DOTTED, (_, day, month, year, day2, month2, year2) =>
    put(year ?? year2, Number(month ?? month2), day ?? day2),
  )
  return { dates, rest }
}

function figure(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['-', text]
  const digit = (char: string): number => '零一二三四五六七八九'.indexOf(char)
  return tens === '-' ? digit(ones) : (tens === '' ? 1 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones))
}

/** `may`, `march` and `sat` are words, too: they count with a capital. */
function isWord(word: string, before = ''): boolean {
  return /^(?:may|march|mar|sat|sun|mars|mai|set|ago|dec|wed)$/.test(word) && !LEADS.test(before)
}

const LEADS =
  /(?:^|\s)(?:in|since|until|till|til|by|mid|late|early|from|next|last|this|end of|on|every|and|middle of|\+)[\s-]$/i

/** Whether the words of a text, said on that day, name this date: outright, by its weekday, or counted from that day. */
export function namesDate(said: string, date: WrittenDate, today: string, numbers: ReadonlySet<number>): boolean {
  const now = parseDay(today) ?? 0
  const { dates, rest } = datesIn(said)
  const days = [...daysFrom(rest, dates, now, numbers), ...fullDates(dates, now)]
  const { year, month, day, weekday } = date
  if (month === undefined)
    return dates.some((each) => each.weekday === weekday) || days.some((each) => partsOf(each).weekday === weekday)
  const isYear = (at: number): boolean => year === undefined || partsOf(at).year === year
  if (days.some((at) => isYear(at) && partsOf(at).month === month && (day === undefined || partsOf(at).day === day)))
    return true
  if (day !== undefined) return false
  const named = dates.filter((each) => each.month === month)
  if (named.length === 0) return false
  const { year: current, month: present } = partsOf(now)
  return (
    year === undefined ||
    named.some((each) => each.year === year) ||
    year === current ||
    (year === current + 1 && month <= present) ||
    numbers.has(year)
  )
}

/** Dates without a year are the next such day, or this year's. */
function fullDates(dates: readonly WrittenDate[], now: number): number[] {
  const { year: current } = partsOf(now)
  const bare = dates.flatMap(({ month, day }) => (month !== undefined && day === undefined ? month : []))
  return dates.flatMap(({ year, month, day }) => {
    if (month === undefined || day === undefined) return []
    const years = year === undefined ? [current, current + 1] : [year]
    return years.flatMap((each) => dayNumber(each, month, day) ?? []).concat(bare.length > 0 ? [] : [])
  })
}

const NEXT =
  /(?<!\p{L})(?:next|following|coming|nächste[nrsm]?|kommende[nrsm]?|próxim[oa]|que viene|prochaine?|prossim[oa]|que vem|следующ\p{L}+)(?!\p{L})|下个?(?:周|星期|礼拜|月|週)|来週|来月|明年|来年/iu
const LAST =
  /(?<!\p{L})(?:last|past|ago|letzte[nrsm]?|vor|pasad[oa]|hace|derni(?:er|ère)|il y a|scors[oa]|passad[oa]|fa|назад|прошл\p{L}+)(?!\p{L})|上个?(?:周|星期|礼拜|月|週)|先週|先月|去年|前に/iu
const PAST = /(?<!\p{L})(?:\p{L}{2,}ed|was|were|ran|had|went|got|since|seit|desde|depuis|war|hatte)(?!\p{L})|了|ました/u
const NEXT_WEEKDAY = /下个?(?:周|星期|礼拜|週)|来週|week on |in einer woche/iu

/** The days a text counts from today: `tomorrow`, `on Friday`, `the 3rd`, `in three weeks`, `next month`. */
function daysFrom(said: string, dates: readonly WrittenDate[], now: number, numbers: ReadonlySet<number>): number[] {
  const text = said.toLowerCase().replaceAll('’', "'")
  const found = new Set<number>()
  const { near, units } = names()
  const { year, month, weekday: current } = partsOf(now)
  const isThere = (name: string): boolean =>
    CJK.test(name) ? text.includes(name) : new RegExp(`(?<!\\p{L})${literal(name)}(?!\\p{L})`, 'u').test(text)
  const longest = [...near].filter(([name]) => isThere(name)).toSorted((a, b) => b[0].length - a[0].length)
  for (const [name, away] of longest)
    if (!longest.some(([other]) => other !== name && other.includes(name))) found.add(now + away)
  const [isNext, isLast] = [NEXT.test(text), LAST.test(text)]
  const monday = now - ((current + 6) % 7)
  for (const { weekday } of dates) {
    if (weekday === undefined) continue
    const ahead = (weekday - current + 7) % 7
    if (NEXT_WEEKDAY.test(text)) found.add(monday + 7 + ((weekday + 6) % 7))
    else if (isLast) found.add(now - (7 - ahead))
    else found.add(now + (ahead || 7)).add(now + ahead)
    if (PAST.test(text)) found.add(now - (7 - ahead))
    for (const count of numbers)
      if (count > 0 && count < 9 && units[1]?.pattern.test(text))
        found.add(now + ahead + 7 * (count - 1)).add(now + ahead + 7 * count)
    if (/a week on |week on /.test(text)) found.add(now + (ahead || 7) + 7)
  }
  // `The 3rd`: the coming one, or that of the month that is named.
  const bare = dates.flatMap((each) => (each.month !== undefined && each.day === undefined ? each.month : []))
  const others = dates.flatMap((each) => each.day ?? [])
  for (const day of numbers) {
    if (!Number.isInteger(day) || day < 1 || day > 31 || (others.includes(day) && dates.length > 0)) continue
    if (!isOrdinal(text, day)) continue
    const step = /next month|nächsten monat|próximo mes|mois prochain|下个?月|来月|mês que vem/u.test(text) ? 1 : 0
    const at =
      bare.length > 0
        ? bare.map((each) => [each < month ? year + 1 : year, each] as const)
        : [0, 1].map((more) => [year, month + step + more] as const)
    const options = at.flatMap(([y, m]) => dayNumber(m > 12 ? y + 1 : y, ((m - 1) % 12) + 1, day) ?? [])
    const coming = options.filter((each) => each >= now)
    const first = step === 1 || bare.length > 0 ? options[0] : coming[0]
    if (first !== undefined) found.add(first)
    if (isLast || /since|war|was|were|了/.test(text))
      for (const back of [0, -1]) {
        const past = dayNumber(month + back < 1 ? year - 1 : year, ((month + back + 11) % 12) + 1, day)
        if (past !== undefined && past <= now) found.add(past)
      }
  }
  for (const { pattern, days: length } of units) {
    if (!pattern.test(text)) continue
    const counts = [...numbers].filter((count) => count >= 1 && count <= 60)
    if (isNext || isLast || /(?<!\p{L})(?:an?|one|eine[rnm]?|una?|une|um|uma)(?!\p{L})|一|неделю|месяц/u.test(text))
      counts.push(1)
    const sides = isLast ? [-1] : [1, ...(isNext ? [] : [-1])]
    for (const count of counts)
      for (const side of sides) {
        const slack = length > 7 ? 1 : 0
        for (let off = -slack; off <= slack; off++) found.add(now + side * Math.round(count * length) + off)
      }
    if (length === 7 && (isNext || isLast))
      for (let day = 0; day < 7; day++)
        if (dates.every((each) => each.weekday === undefined)) found.add(monday + (isNext ? 7 : -7) + day)
    if (length > 30 && length < 31 && (isNext || isLast))
      found.add(dayNumber(...monthAway(year, month, isNext ? 1 : -1), 1) as number)
  }
  if (/weekend|wochenende|fin de semana|周末|週末|week-end|fine settimana/.test(text))
    found.add(monday + 5).add(monday + 6)
  if (/fortnight/.test(text)) for (const day of [...found, now]) found.add(day + 14)
  if (/end of|month'?s? end|eom|ende (?:des |der )?|fin de mes|fin du mois|fine mese|月底|月末|年底|年末/.test(text))
    for (const each of [...bare, month, month + 1, 12])
      found.add((dayNumber(...monthAway(each < month ? year + 1 : year, each, 1), 1) as number) - 1)
  if (/xmas|christmas|weihnacht|navidad|noël|圣诞/.test(text)) found.add(dayNumber(year, 12, 25) as number)
  return [...found]
}

function monthAway(year: number, month: number, away: number): [number, number] {
  const at = year * 12 + month - 1 + away
  return [Math.floor(at / 12), (at % 12) + 1]
}

/** `the 3rd`, `am 3.`, `el 3`, `3号`: a day of a month rather than an amount. */
function isOrdinal(text: string, day: number): boolean {
  const number = `(?<![\\d.:])${day}`
  return (
    new RegExp(
      `${number}(?:st|nd|rd|th|º|er|\\.(?=\\s\\p{L})|日|号|號)|(?<!\\p{L})(?:the|am|vom|bis|el|le|il|dia|día|den|of)\\s${day}(?![\\d:%.,h])`,
      'u',
    ).test(text) || /(?<!\p{L})the \p{L}+th(?!\p{L})|\p{L}+th of|[一二三四五六七八九十]+[号日號]/u.test(text)
  )
}

/** Which units of time a text counts in. */
export function unitsIn(text: string): number[] {
  return names().units.flatMap(({ pattern, days }) => (pattern.test(text.toLowerCase()) ? days : []))
}
