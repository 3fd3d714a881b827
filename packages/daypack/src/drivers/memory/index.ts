import { dayOf, systemZone } from '../../model/day.ts'
import type { Driver } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import { memoryBlobs } from './blobs.ts'
import { memoryDays } from './days.ts'
import { memoryLog } from './log.ts'
import { memoryNotes } from './notes.ts'

export type MemoryDriverOptions = { readonly now?: () => Millis; readonly zone?: string }
export type MemoryDriver = Driver & Required<Pick<Driver, 'zone' | 'log' | 'blobs' | 'days' | 'notes' | 'close'>>

/**
 * Everything in memory, gone with the process: for tests, and the measure for every other driver.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers/memory'
 *
 * const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }) })
 * await pack.close()
 */
export function memoryDriver(options: MemoryDriverOptions = {}): MemoryDriver {
  const { now = Date.now, zone = systemZone() } = options
  let closed = false
  const open = () => {
    if (closed) throw new DaypackError('closed', 'The memory driver was closed; make a new one.')
  }
  return {
    name: 'memory',
    zone,
    log: memoryLog(open),
    blobs: memoryBlobs(open, now),
    days: memoryDays(open, (at) => dayOf(at, zone)),
    notes: memoryNotes(open, now),
    close() {
      closed = true
    },
  }
}
