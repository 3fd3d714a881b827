import { addDays } from '../../model/day.ts'
import { datesIn } from '../text/calendar.ts'
import { anyLanguage } from '../language/index.ts'
import { dayNumber, parseDay, partsOf } from '../text/days.ts'

/** Whether every date a line names is behind us, whatever else it says; what returns never is. */
export function isPast(text: string, said: string, today: string): boolean {
  const last = lastIn(text, parseDay(said) ?? Infinity)
  return last !== undefined && last < (parseDay(today) ?? 0) && !RECURRING().test(text)
}

/**
 * Whether an appointment or an absence is over; what was yesterday is still spoken of today. A birthday and a beginning hold
 * on, a clause without a day says something of its own, and what was past when it was said is told for another reason.
 */
export function isOver(text: string, said: string, today: string): boolean {
  const from = parseDay(said) ?? Infinity
  if (!isPast(text, said, addDays(today, -1)) || (STAYS().test(text) && !ENDS().test(text))) return false
  const clauses = text.replace(/, (?=(?:19|20)\d\d(?!\d))/g, ' ').split(/[,;，；。、] ?(?=\S)/)
  const ends = clauses.map((clause) => lastIn(clause, from) ?? 0)
  return Math.min(...ends) > 0 && Math.max(...ends) >= from
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

const RECURRING = anyLanguage(({ kept }) => kept?.recurring)
const STAYS = anyLanguage(({ kept }) => kept?.stays)
const ENDS = anyLanguage(({ kept }) => kept?.ends)
