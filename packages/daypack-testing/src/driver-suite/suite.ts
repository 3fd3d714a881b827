import type { Awaitable } from 'daypack/internal'
import type { Driver, Millis } from 'daypack'
import { runCases, type Cases, type SuiteOptions } from '../cases.ts'
import { blobCases } from './blobs.ts'
import { dayCases } from './days.ts'
import { logCases } from './log.ts'
import { noteCases } from './notes.ts'

export type DriverSuiteOptions = SuiteOptions
/** `place` is new for every case; made again for the same place, a durable driver finds what was stored. */
export type MakeDriver = (options: { place: string; now: () => Millis; zone: string }) => Awaitable<Driver>

const ZONE = 'Europe/Rome'

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
  const run = <Store>(part: string, cases: Cases<Store>, storeOf: (driver: Driver) => Store | undefined): void =>
    runCases(`${name}: ${part}`, cases, options, async (place, now) => {
      const driver = await makeDriver({ place, now, zone: ZONE })
      return { store: storeOf(driver), ...(driver.close && { close: () => driver.close?.() }) }
    })
  run('log', logCases(options.durable), ({ log }) => log)
  run('blobs', blobCases(options.durable), ({ blobs }) => blobs)
  run('days', dayCases(options.durable), ({ days }) => days)
  run('notes', noteCases(options.durable), ({ notes }) => notes)
}
