import type { Awaitable } from 'daypack/internal'
import type { Driver, Millis } from 'daypack'
import { blobCases } from './blobs.ts'
import { dayCases } from './days.ts'
import { logCases } from './log.ts'
import { noteCases } from './notes.ts'

export type DriverSuiteOptions = {
  readonly describe: (name: string, body: () => void) => unknown
  readonly test: (name: string, body: () => Promise<void>) => unknown
  /** What was stored is there again when another driver is made for the same place. */
  readonly durable: boolean
}
/** `place` is new for every case; made again for the same place, a durable driver finds what was stored. */
export type MakeDriver = (options: { place: string; now: () => Millis; zone: string }) => Awaitable<Driver>

export type Case = { readonly driver: Driver; readonly clock: { at: Millis }; readonly reopen: () => Promise<Driver> }
export type Cases = { readonly [name: string]: (given: Case) => Promise<void> }

const ZONE = 'Europe/Rome'
const START = Date.UTC(2026, 2, 28, 12)

/**
 * The contract of a driver, for any test runner with `describe` and `test`. Parts a driver does not have are left out.
 *
 * @example
 * import { memoryDriver } from 'daypack/drivers'
 * import { driverSuite } from 'daypack-testing/suites'
 * import { describe, test } from 'vitest'
 *
 * driverSuite('memory', ({ now, zone }) => memoryDriver({ now, zone }), { describe, test, durable: false })
 */
export function driverSuite(name: string, makeDriver: MakeDriver, options: DriverSuiteOptions): void {
  const { describe, test, durable } = options
  let places = 0
  const groups: [part: keyof Driver, Cases][] = [
    ['log', logCases(durable)],
    ['blobs', blobCases(durable)],
    ['days', dayCases(durable)],
    ['notes', noteCases(durable)],
  ]
  for (const [part, cases] of groups) {
    describe(`${name}: ${part}`, () => {
      for (const [title, run] of Object.entries(cases)) {
        test(title, async () => {
          const clock = { at: START }
          const place = `${part}-${++places}`
          const opened: Driver[] = []
          const open = async () => {
            const driver = await makeDriver({ place, now: () => clock.at, zone: ZONE })
            opened.push(driver)
            return driver
          }
          try {
            const driver = await open()
            if (driver[part] !== undefined) await run({ driver, clock, reopen: open })
          } finally {
            for (const driver of opened) await driver.close?.()
          }
        })
      }
    })
  }
}
