import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOf, stampOf } from './day.ts'

const ZONES = Intl.supportedValuesOf('timeZone')
const HOUR = 60 * 60 * 1000
const from = Date.UTC(2024, 0, 1)
const to = Date.UTC(2031, 0, 1)

test('every instant has one day in every zone, and days never go back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: from, max: to }), (zone, at) => {
      const day = dayOf(at, zone)
      expect(day).toMatch(/^20[23]\d-[01]\d-[0-3]\d$/)
      expect(dayOf(at + 1, zone) >= day).toBe(true)
      expect([day, addDays(day, 1)]).toContain(dayOf(at + 23 * HOUR, zone))
      expect(stampOf(at, zone).slice(0, 10)).toBe(day)
    }),
  )
})

test('around every change of the clock the day moves on at most by one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 2024, max: 2030 }),
      fc.integer({ min: 0, max: 364 }),
      (zone, year, offset) => {
        const noon = Date.UTC(year, 0, 1 + offset, 12)
        let last = dayOf(noon, zone)
        for (let at = noon; at <= noon + 36 * HOUR; at += HOUR / 4) {
          const day = dayOf(at, zone)
          expect([last, addDays(last, 1)]).toContain(day)
          last = day
        }
      },
    ),
  )
})
