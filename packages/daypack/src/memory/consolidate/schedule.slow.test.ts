import { Cron } from 'croner'
import { expect, test } from 'vitest'
import { addDays, dayOf, stampOf } from '../../model/day.ts'

test.each([
  'America/New_York',
  'Europe/Berlin',
  'Asia/Beirut',
  'Africa/Cairo',
  'America/Havana',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Shanghai',
  'Pacific/Apia',
  'America/Asuncion',
])('in %s the job fires once on each of 500 days, in the first minutes of the day', (zone) => {
  const cron = new Cron('0 0 * * *', { timezone: zone, paused: true })
  let at: Date | null = new Date(Date.UTC(2026, 0, 1, 12))
  let day = dayOf(at.getTime(), zone)
  for (let count = 0; count < 500; count++) {
    at = cron.nextRun(at)
    const next = dayOf(at?.getTime() ?? 0, zone)
    expect(next).toBe(addDays(day, 1))
    expect(stampOf(at?.getTime() ?? 0, zone).slice(11) <= '01:00').toBe(true)
    day = next
  }
})
