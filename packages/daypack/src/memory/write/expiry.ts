import { addDays } from '../../model/day.ts'
import { datesIn } from '../text/calendar.ts'
import { anyLanguage } from '../language/index.ts'
import { dayNumber, formatDay, parseDay, partsOf } from '../text/days.ts'
import { clausesOf, sentences } from './sentences.ts'

/** Further away in a year that is not named, it was told of the past: `on January 3`, said on January 20. */
const FAR = 300

/**
 * The last day of what a statement tells of, where it is over behind that day: an appointment, an absence. Undefined where it
 * holds on (a birthday, a beginning, what happens every month), or where it says something else as well.
 */
export function lastDayOf(text: string, said: string): string | undefined {
  const from = parseDay(said)
  if (from === undefined || !MAY_DATE.test(text) || RECURRING().test(text)) return undefined
  if (STAYS().test(text) && !ENDS().test(text)) return undefined
  // A clause without a day says something of its own.
  const ends = sentences(text.replace(/, (?=(?:19|20)\d\d(?!\d))/g, ' '))
    .flatMap(clausesOf)
    .map((clause) => lastIn(clause, from) ?? 0)
  const last = Math.max(...ends)
  return ends.length === 0 || Math.min(...ends) === 0 || last < from || last > from + FAR ? undefined : formatDay(last)
}

/** Whether that day is behind us; what was yesterday is still spoken of today. */
export function isOver(text: string, said: string, today: string): boolean {
  const last = lastDayOf(text, said)
  return last !== undefined && addDays(last, 1) < today
}

/** Whether every date a line names is behind us, whatever else it says. */
export function isPast(text: string, said: string, today: string): boolean {
  const last = lastIn(text, parseDay(said) ?? Infinity)
  return last !== undefined && last < (parseDay(today) ?? 0) && !RECURRING().test(text)
}

/** The last day a text names; of a month alone its end, without a year the next one behind the day it was said. */
function lastIn(text: string, said: number): number | undefined {
  const days = datesIn(text).dates.flatMap(({ year, month, day = 28 }) => {
    if (month === undefined) return []
    const at = (each: number): number => dayNumber(each, month, day) ?? (dayNumber(each, month + 1, 1) as number)
    if (year !== undefined) return at(year)
    if (said === Infinity) return said
    const { year: now } = partsOf(said)
    return at(now) < said ? at(now + 1) : at(now)
  })
  return days.length === 0 ? undefined : Math.max(...days)
}

/** A month alone is no day: `in May`. */
const MAY_DATE = /(?<!\d)(?:\d{1,2}|(?:19|20)\d\d)(?!\d)|[一二三四五六七八九十]月/u
const RECURRING = anyLanguage(({ shape }) => shape?.recurring)
const STAYS = anyLanguage(({ kept }) => kept?.stays)
const ENDS = anyLanguage(({ kept }) => kept?.ends)
