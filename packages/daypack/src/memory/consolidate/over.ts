import { addDays } from '../../model/day.ts'
import { absoluteDates } from '../text/dates.ts'
import { dayNumber, formatDay, parseDay, partsOf } from '../text/days.ts'
import { piecesOf } from '../write/clauses.ts'
import { inTongue } from '../text/tongue.ts'
import { isRecurring } from '../write/wording.ts'

/**
 * The last day of what a statement tells of, where it is over behind that day: an appointment, an absence. Undefined where it
 * holds on (a birthday, a beginning, what happens every month), or where it says something else as well.
 */
export function lastDayOf(text: string, said: string): string | undefined {
  const from = parseDay(said)
  if (from === undefined || isRecurring(text)) return undefined
  if (STAYS(text).test(text) && !ENDS(text).test(text)) return undefined
  const ends = piecesOf(text).map((piece) => endOf(piece, from, text))
  // A clause without a day says something of its own.
  if (ends.length === 0 || ends.includes(undefined)) return undefined
  const last = Math.max(...ends.map(Number))
  return last < from || last > from + FAR ? undefined : formatDay(last)
}

/** Further away in a year that is not named, it was told of the past: `on January 3`, said on January 20. */
const FAR = 300

function endOf(piece: string, said: number, whole: string): number | undefined {
  const days = absoluteDates(piece).map((window) => (window.yearly === true ? inYear(window.to, said) : window.to))
  if (days.length > 0) return Math.max(...days)
  const reach = REACH.find(({ pattern }) => pattern(whole).test(piece))
  return reach && said + reach.days
}

/** The next such day. */
function inYear(day: number, said: number): number {
  const { month, day: date } = partsOf(day)
  const { year } = partsOf(said)
  const at = (each: number): number => dayNumber(each, month, date) ?? (dayNumber(each, month + 1, 1) as number)
  return at(year) < said ? at(year + 1) : at(year)
}

const REACH = (
  [
    ['day', 2],
    ['week', 13],
    ['month', 61],
  ] as const
).map(([name, days]) => ({
  days,
  pattern: inTongue(({ kept }) => kept?.reach[name]),
}))
const STAYS = inTongue(({ kept }) => kept?.stays)
const ENDS = inTongue(({ kept }) => kept?.ends)

/** Whether that day is behind us. */
export function isOver(text: string, said: string, today: string): boolean {
  const last = lastDayOf(text, said)
  return last !== undefined && addDays(last, GRACE) < today
}

/** What was yesterday is still spoken of today. */
const GRACE = 1
