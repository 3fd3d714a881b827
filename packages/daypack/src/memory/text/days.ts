import { DAY_MS, dayOf } from '../../model/day.ts'
import type { Millis } from '../../model/json.ts'

/** Days since 1970-01-01 of a calendar date; undefined when there is no such date. */
export function dayNumber(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time / DAY_MS : undefined
}

/** Of YYYY-MM-DD; undefined when it is no date. */
export function parseDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year === undefined ? undefined : dayNumber(Number(year), Number(month), Number(day))
}

export function formatDay(day: number): string {
  return dayOf(day * DAY_MS, 'UTC')
}

export function partsOf(day: number): { year: number; month: number; day: number; weekday: number } {
  const date = new Date(day * DAY_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** The calendar day at a moment, in a zone. */
export function dayAt(at: Millis, zone: string): number {
  return parseDay(dayOf(at, zone)) ?? Math.floor(at / DAY_MS)
}
