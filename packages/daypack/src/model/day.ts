import type { Millis } from './json.ts'

export const DAY_MS: Millis = 86_400_000

/** The zone of this machine: the default for a new workspace. */
export function systemZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The calendar day of an instant in a zone, as YYYY-MM-DD. The one place where a day is computed from a time. */
export function dayOf(at: Millis, zone: string): string {
  return stampOf(at, zone).slice(0, 10)
}

/** No offset of a zone changes within a second, so what arrives together is written once. */
export function stampOf(at: Millis, zone: string): string {
  const clock = clockOf(zone)
  const second = Math.floor(at / 1000)
  if (clock.second !== second) {
    clock.stamp = writeStamp(at, clock.format)
    clock.second = second
  }
  return clock.stamp
}

function writeStamp(at: Millis, format: Intl.DateTimeFormat): string {
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}`
}

export function localTime(at: Millis, zone: string): string {
  const ms = Math.floor(at)
  const seconds = String(Math.floor(ms / 1000) % 60).padStart(2, '0')
  return `${stampOf(ms, zone)}:${seconds}.${String(ms % 1000).padStart(3, '0')}`
}

/** The instant of a local time as `localTime` writes it; undefined for any other text. An hour that occurs twice gives either instant. */
export function instantOf(local: string, zone: string): Millis | undefined {
  const asUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const wanted = asUtc(local)
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?$/.test(local) || Number.isNaN(wanted)) return undefined
  const first = wanted - (asUtc(localTime(wanted, zone)) - wanted)
  return first + (wanted - asUtc(localTime(first, zone)))
}

export function addDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moved = new Date(Date.UTC(year, month - 1, date + days))
  return [
    String(moved.getUTCFullYear()).padStart(4, '0'),
    String(moved.getUTCMonth() + 1).padStart(2, '0'),
    String(moved.getUTCDate()).padStart(2, '0'),
  ].join('-')
}

type Clock = { readonly format: Intl.DateTimeFormat; second: number; stamp: string }

const clocks = new Map<string, Clock>()

function clockOf(zone: string): Clock {
  let made = clocks.get(zone)
  if (made === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    made = { format, second: NaN, stamp: '' }
    clocks.set(zone, made)
  }
  return made
}
