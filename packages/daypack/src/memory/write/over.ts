import { addDays } from '../../model/day.ts'
import { datesIn } from '../evidence/calendar.ts'
import { anyLanguage } from '../language/index.ts'
import { absoluteDates } from '../search/text/dates.ts'
import { dayNumber, formatDay, parseDay, partsOf } from '../text/days.ts'
import { forLanguage } from '../language/detect.ts'
import { clausesOf, sentences } from './sentences.ts'

/**
 * The last day of what a statement tells of, where it is over behind that day: an appointment, an absence. Undefined where it
 * holds on (a birthday, a beginning, what happens every month), or where it says something else as well.
 */
export function lastDayOf(text: string, said: string): string | undefined {
  const from = parseDay(said)
  if (from === undefined || RECURRING().test(text)) return undefined
  if (STAYS(text).test(text) && !ENDS(text).test(text)) return undefined
  // A clause without a day says something of its own.
  const ends = sentences(text.replace(/, (?=(?:19|20)\d\d(?!\d))/g, ' '))
    .flatMap(clausesOf)
    .map((clause) => endOf(clause, from))
  const last = Math.max(...ends)
  return ends.length === 0 || Math.min(...ends) === 0 || last < from || last > from + FAR ? undefined : formatDay(last)
}

/** Further away in a year that is not named, it was told of the past: `on January 3`, said on January 20. */
const FAR = 300

/** The last day a clause names; 0 where it names none. */
function endOf(clause: string, said: number): number {
  return Math.max(0, ...absoluteDates(clause).map(({ to, yearly }) => (yearly === true ? inYear(to, said) : to)))
}

/** The next such day. */
function inYear(day: number, said: number): number {
  const { month, day: date } = partsOf(day)
  const { year } = partsOf(said)
  const at = (each: number): number => dayNumber(each, month, date) ?? (dayNumber(each, month + 1, 1) as number)
  return at(year) < said ? at(year + 1) : at(year)
}

const RECURRING = anyLanguage(({ shape }) => shape?.recurring)
const STAYS = forLanguage(({ kept }) => kept?.stays)
const ENDS = forLanguage(({ kept }) => kept?.ends)

/** Whether that day is behind us; what was yesterday is still spoken of today. */
export function isOver(text: string, said: string, today: string): boolean {
  const last = lastDayOf(text, said)
  return last !== undefined && addDays(last, 1) < today
}

/** Whether every date a line names is behind us, whatever else it says; of a month alone its end. */
export function isPast(text: string, said: string, today: string): boolean {
  const [from, now] = [parseDay(said), parseDay(today)]
  const { dates } = datesIn(text)
  if (now === undefined || RECURRING().test(text)) return false
  const days = dates.flatMap(({ year, month, day = 28 }) => {
    if (month === undefined) return []
    const at = dayNumber(year ?? 2000, month, day) ?? 0
    return year !== undefined ? at : from === undefined ? Infinity : inYear(at, from)
  })
  return days.length > 0 && Math.max(...days) < now
}
